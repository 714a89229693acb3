<?php
/**
 * A web server whose clock is wrong.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Clock;
use Goal_Sender\Queue;
use Goal_Sender\State;

/** The service's time, which is the reference of tests; the web server's may be `wrong`. */
function right_time() {
	return Goal_Sender\time() - world( 'wrong', 0 );
}

/** Sets the clock of the web server: wrong by this number of seconds from now on. */
function set_clock( $wrong ) {
	$GLOBALS['world']['wrong'] = $wrong;
}

/** The differences in seconds between the sent times and the right ones, by message. */
function errors_of( $events, $right ) {
	$errors = array();
	foreach ( $events as $event ) {
		if ( isset( $right[ $event['message'] ] ) ) {
			$errors[ $event['message'] ] = strtotime( $event['occurred_at'] ) - $right[ $event['message'] ];
		}
	}
	return $errors;
}

/** Queues an event with this message, and returns its real time. */
function enqueue_now( $message ) {
	enqueue( $message );
	return array( $message => right_time() );
}

/** Asserts that each was sent with the right time, within a few seconds. */
function sent_right( $events, $right ) {
	$errors = errors_of( $events, $right );
	same( array_keys( $right ), array_keys( $errors ), 'sent' );
	foreach ( $errors as $message => $error ) {
		same( true, abs( $error ) <= 5, "$message is off by $error seconds" );
	}
}

/**
 * Makes a queue as version 1.0.0 left it: events by their messages, with the times at which they
 * occurred, all queued now.
 */
function queue_of_1_0_0( $occurred ) {
	global $wpdb;
	$wpdb->query( 'ALTER TABLE wp_goal_sender_queue DROP COLUMN uptime, DROP COLUMN correction, DROP COLUMN is_untimely' );
	foreach ( $occurred as $message => $at ) {
		$event = array( 'occurred_at' => Goal_Sender\Event::timestamp( $at ) ) + Goal_Sender\Event::own( 'x', 'info', $message );
		$wpdb->query( $wpdb->prepare( 'INSERT INTO wp_goal_sender_queue (queued_at, occurred_at, body) VALUES (%d, %d, %s)', Goal_Sender\time(), $at, Goal_Sender\Event::encode( $event ) ) );
	}
}

/** All events of all requests. */
function all_sent() {
	return array_merge( array(), ...array_filter( sent() ) );
}

return array(
	'with a clock wrong in either direction the service gets the right time in the first request and in a repeated one, and the page shows both times' => function () {
		foreach ( array( -40 * DAY_IN_SECONDS, 2 * DAY_IN_SECONDS, -90 ) as $wrong ) {
			fresh_site();
			set_clock( $wrong );
			$right = enqueue_now( 'a' );
			answers( answer( 500, '' ), accepts() );
			tick( 30 );
			tick( 60 );
			same( 2, count( array_filter( sent() ) ) );
			sent_right( sent()[0], $right );
			same( sent()[0][0]['occurred_at'], sent()[1][0]['occurred_at'] );
			same( sent()[0][0]['event_uuid'], sent()[1][0]['event_uuid'] );
			$here  = gmdate( 'Y-m-d H:i', Goal_Sender\time() );
			$there = gmdate( 'Y-m-d H:i', right_time() );
			holds( "here it is $here, at the service $there", page() );
			holds( "here it is $here, at the service $there", notices() );
		}
	},
	'a difference of a minute is neither corrected nor reported' => function () {
		set_clock( -55 );
		enqueue( 'a' );
		answers( accepts() );
		tick();
		same( -55, strtotime( sent()[0][0]['occurred_at'] ) - right_time() );
		same( '', notices() );
	},
	'no time is corrected by more than 366 days: the events are set aside, and the page shows both times' => function () {
		set_clock( -367 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts( array( 0 => 'older than retention' ) ), accepts() );
		tick();
		same( -367 * DAY_IN_SECONDS, errors_of( sent()[0], $right )['a'] );
		$queue = ( new Queue() )->summary();
		same( array( 1, 1 ), array( $queue['aside'], $queue['untimely'] ) );
		holds( 'too much to correct', page() );
		holds( 'has set aside 1 event', notices() );
	},
	'a current event that the service calls older than its retention, or too far ahead, is set aside and counted separately, never dropped' => function () {
		enqueue( 'a', 'b', 'c' );
		answers( accepts( array( 0 => 'older than retention', 2 => 'invalid occurred_at' ) ) );
		tick();
		same( array( 2, 2, 2 ), array( waiting(), ( new Queue() )->summary()['aside'], ( new Queue() )->summary()['untimely'] ) );
		same( 1, State::load()->get( 'delivered' ) );
		same( 0, State::load()->get( 'dropped' ) );
		holds( 'has set aside 2 events', notices() );
		holds( 'the clock of this web server is wrong', page() );
		answers( accepts() );
		press( 'retry' );
		same( array( 'a', 'c' ), messages( last_of( sent() ) ) );
		same( 0, waiting() );
		same( '', notices() );
	},
	'a person can discard events set aside for their time, and the log says how many there were' => function () {
		enqueue( 'a', 'b' );
		answers( accepts( array( 0 => 'older than retention' ) ), accepts() );
		tick();
		holds( 'Discard events set aside', page() );
		press( 'discard' );
		same( 0, waiting() );
		lacks( 'Discard events set aside', page() );
		tick( 60 );
		holds( '1 events of', sent()[1][0]['message'] );
		same( 1, State::load()->get( 'dropped' ) );
	},
	'events refused for their time are sent again as soon as the time of the service is known, not only after a day' => function () {
		$GLOBALS['world']['look'] = answer( 404, '<html>' );
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts( array( 0 => 'older than retention' ) ), accepts() );
		tick();
		sent_right( sent()[1], $right );
		same( 0, waiting() );
	},
	'only the service tells the time: not a proxy page, a cache, or a header in another form, and over plain http only the answer to the events' => function () {
		$list  = array( 'events' => array() );
		$wrong = gmdate( 'D, d M Y H:i:s', time() + 5 * DAY_IN_SECONDS ) . ' GMT';
		$cases = array(
			array( 404, '<html>', array( 'date' => $wrong ) ),
			array( 200, '<html>', array( 'date' => $wrong ) ),
			array( 301, '', array( 'date' => $wrong ) ),
			array( 200, $list, array( 'date' => $wrong, 'age' => '10' ) ),
			array( 200, $list, array( 'date' => 'in five days' ) ),
			array( 200, $list, array( 'date' => (string) ( time() + 5 * DAY_IN_SECONDS ) ) ),
			array( 200, $list, array( 'date' => '' ) ),
		);
		foreach ( $cases as list( $status, $body, $headers ) ) {
			fresh_site();
			$GLOBALS['world']['look'] = answer( $status, $body, $headers );
			enqueue( 'a' );
			answers( accepts() );
			tick();
			same( true, abs( strtotime( sent()[0][0]['occurred_at'] ) - right_time() ) <= 5, json_encode( $headers ) );
		}
		fresh_site();
		$settings          = Goal_Sender\Settings::load();
		$settings->address = 'http://goal.test/v1/goal';
		$settings->save();
		set_clock( -90 * DAY_IN_SECONDS );
		enqueue( 'a' );
		answers( answer( 401, array( 'error' => 'invalid token' ) ) );
		tick( 60 );
		same( array(), $GLOBALS['world']['looks'] ?? array() );
		same( null, ( new Clock( State::load() ) )->difference() );
		answers( accepts() );
		tick( 60 );
		same( true, abs( ( new Clock( State::load() ) )->difference() - 90 * DAY_IN_SECONDS ) <= 1 );
	},
	'a refusal of the service tells the time over TLS, so a plan without reading is enough' => function () {
		$GLOBALS['world']['look'] = answer( 403, array( 'error' => 'api access requires a paid plan' ) );
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts() );
		tick();
		sent_right( sent()[0], $right );
	},
	'the sender asks for the time once an hour while events wait, again after the clock was set, and never while nothing waits' => function () {
		answers( accepts(), accepts(), accepts(), accepts() );
		tick();
		same( 0, count( $GLOBALS['world']['looks'] ?? array() ) );
		for ( $i = 0; $i < 2; $i++ ) {
			enqueue( 'a' );
			tick( 60 );
		}
		same( 1, count( $GLOBALS['world']['looks'] ) );
		set_clock( 600 );
		enqueue( 'a' );
		tick( 60 );
		same( 2, count( $GLOBALS['world']['looks'] ) );
		list( $url, $options ) = $GLOBALS['world']['looks'][0];
		same( array( 'https://goal.test/v1/goal/events?limit=1', 0 ), array( $url, $options['redirection'] ) );
	},
	'a refusal to read tells the time as well, so too many or too slow readers do not delay sending' => function () {
		foreach ( array( answer( 429, array( 'error' => 'rate limited' ) ), answer( 503, array( 'error' => 'service unavailable' ) ) ) as $look ) {
			fresh_site();
			$GLOBALS['world']['look'] = $look;
			set_clock( -40 * DAY_IN_SECONDS );
			$right = enqueue_now( 'a' );
			answers( accepts(), accepts() );
			tick();
			sent_right( sent()[0] ?? array(), $right );
			same( 0, State::load()->get( 'failures' ) );
		}
	},
	'a difference more than an hour old is used if the service does not tell the time' => function () {
		enqueue( 'a' );
		answers( accepts(), accepts() );
		tick();
		$GLOBALS['world']['look'] = answer( 503, '' );
		$right = enqueue_now( 'b' );
		tick( 2 * HOUR_IN_SECONDS );
		sent_right( sent()[1] ?? array(), $right );
	},
	'if the service does not tell the time, events wait and the pause holds' => function () {
		enqueue( 'a' );
		$GLOBALS['world']['look'] = answer( 503, '' );
		answers( accepts() );
		tick();
		same( array( array(), 1, 1 ), array( sent(), waiting(), State::load()->get( 'failures' ) ) );
		unset( $GLOBALS['world']['look'] );
		tick( 16 );
		same( 0, waiting() );
	},
	'the log says once that the clock is wrong, and once that it is right again' => function () {
		answers( accepts(), accepts(), accepts(), accepts(), accepts(), accepts() );
		set_clock( -40 * DAY_IN_SECONDS );
		foreach ( array( 0, 1, 2 ) as $i ) {
			enqueue( "behind $i" );
			tick( 60 );
		}
		set_clock( 0 );
		enqueue( 'right' );
		tick( 60 );
		$types = array_count_values( array_column( all_sent(), 'event_type' ) );
		same( array( 1, 1 ), array( $types['clock-wrong'] ?? 0, $types['clock-right'] ?? 0 ) );
	},
	'a past event is sent with the time that WP Activity Log has, whatever the clock says now' => function () {
		update_site_option( Goal_Sender\Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 100 );
		set_clock( -40 * DAY_IN_SECONDS );
		press( 'import' );
		answers( accepts(), accepts() );
		tick();
		$event = sent()[0][0];
		same( gmdate( 'Y-m-d\TH:i:s', (int) $GLOBALS['wpdb']->get_var( "SELECT created_on FROM wp_wsal_occurrences WHERE id = 1" ) ), substr( $event['occurred_at'], 0, 19 ) );
	},
	'the test event has the right time under a wrong clock, and a refused test event is not a success' => function () {
		set_clock( -40 * DAY_IN_SECONDS );
		answers( accepts() );
		same( 'success', press( 'test' )[0] );
		same( true, abs( strtotime( sent()[0][0]['occurred_at'] ) - right_time() ) <= 5 );
		answers( accepts( array( 0 => 'older than retention' ) ) );
		same( 'error', press( 'test' )[0] );
	},
	'the table of version 1.0.0 gets its new columns, and the events waiting in it are sent' => function () {
		queue_of_1_0_0( array( 'old' => Goal_Sender\time() ) );
		log_event( 2002, array() );
		same( 2, waiting() );
		answers( accepts() );
		tick( 60 );
		same( 0, waiting() );
	},
	'events left by version 1.0.0 are corrected like all others: a current event is corrected, a past event keeps its time' => function () {
		set_clock( -40 * DAY_IN_SECONDS );
		queue_of_1_0_0( array( 'old' => Goal_Sender\time(), 'imported' => Goal_Sender\time() - 3 * DAY_IN_SECONDS ) );
		answers( accepts() );
		tick();
		$errors = errors_of( sent()[0], array( 'old' => right_time(), 'imported' => Goal_Sender\time() - 3 * DAY_IN_SECONDS ) );
		same( true, abs( $errors['old'] ) <= 5 );
		same( 0, $errors['imported'] );
	},
	'the first administration page after an update from version 1.0.0 runs no failing statement' => function () {
		queue_of_1_0_0( array( 'old' => Goal_Sender\time() ) );
		same( '', notices() );
		same( array(), $GLOBALS['world']['database_errors'] ?? array() );
		same( 1, waiting() );
	},
	'one answer with a wrong time leaves no trace: events queued after it are sent with the time at which they occurred' => function () {
		$GLOBALS['world']['look'] = answer( 200, array( 'events' => array() ), array( 'date' => gmdate( 'D, d M Y H:i:s', time() + 5 * DAY_IN_SECONDS ) . ' GMT' ) );
		enqueue( 'a' );
		answers( accepts(), accepts() );
		tick();
		unset( $GLOBALS['world']['look'] );
		$right = enqueue_now( 'b' );
		tick( 3000 );
		sent_right( last_of( sent() ), $right );
	},
	'a proxy that alternates between the right time and a wrong one is reported once an hour, not with every answer' => function () {
		$turn = 0;
		$says = function ( $count ) use ( &$turn ) {
			$date = gmdate( 'D, d M Y H:i:s', right_time() + ( $turn++ % 2 ? 0 : 5 * DAY_IN_SECONDS ) ) . ' GMT';
			return array_replace( taken( $count ), array( 'headers' => array( 'date' => $date ) ) );
		};
		answers( ...array_fill( 0, 50, $says ) );
		enqueue( 'a' );
		tick();
		$types = array_count_values( array_column( all_sent(), 'event_type' ) );
		same( array( 1, 0, 0 ), array( $types['clock-wrong'] ?? 0, $types['clock-right'] ?? 0, waiting() ) );
	},
	'another server whose clock is some seconds behind does not resend events that were set aside' => function () {
		enqueue( 'a' );
		answers( accepts( array( 0 => 'invalid severity' ) ), accepts() );
		tick();
		set_clock( -5 );
		tick();
		same( array( 1, 1 ), array( count( sent() ), ( new Queue() )->summary()['aside'] ) );
	},
	'discarding drops events that are set aside, and none that are due to be sent again' => function () {
		enqueue( 'a', 'b' );
		answers( accepts( array( 0 => 'older than retention', 1 => 'older than retention' ) ) );
		tick();
		$GLOBALS['wpdb']->query( 'UPDATE wp_goal_sender_queue SET not_before = 0 ORDER BY id LIMIT 1' );
		press( 'discard' );
		same( array( 1, 1 ), array( waiting(), State::load()->get( 'dropped' ) ) );
	},
);
