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

/** The service's time, by which tests judge; the web server's may be `wrong`. */
function right_time() {
	return Goal_Sender\time() - world( 'wrong', 0 );
}

/** Somebody sets the clock of the web server: off by so many seconds from now on. */
function set_clock( $wrong ) {
	$GLOBALS['world']['wrong'] = $wrong;
}

/** By how many seconds the times that were sent differ from the right ones, by message. */
function errors_of( $events, $right ) {
	$errors = array();
	foreach ( $events as $event ) {
		if ( isset( $right[ $event['message'] ] ) ) {
			$errors[ $event['message'] ] = strtotime( $event['occurred_at'] ) - $right[ $event['message'] ];
		}
	}
	return $errors;
}

/** Queues an event under this message, and gives back when it really was. */
function enqueue_now( $message ) {
	enqueue( $message );
	return array( $message => right_time() );
}

/** That each was sent with the right time, give or take some seconds. */
function sent_right( $events, $right ) {
	$errors = errors_of( $events, $right );
	same( array_keys( $right ), array_keys( $errors ), 'sent' );
	foreach ( $errors as $message => $error ) {
		same( true, abs( $error ) <= 5, "$message is off by $error seconds" );
	}
}

/** The queue as version 1.0.0 left it: events by their messages, with the times at which they occurred, all queued now. */
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
	'a clock that is wrong in either direction: the service gets the right time with the first request, keeps it on a repeated one, and the page says both times' => function () {
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
	'a minute of difference is corrected by nothing and told nowhere' => function () {
		set_clock( -55 );
		enqueue( 'a' );
		answers( accepts() );
		tick();
		same( -55, strtotime( sent()[0][0]['occurred_at'] ) - right_time() );
		same( '', notices() );
	},
	'nothing is corrected by more than 366 days: the events are set aside, and the page says both times' => function () {
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
	'an event of now that the service calls older than its retention, or too far ahead, is set aside and counted apart, never dropped' => function () {
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
	'a person discards what was set aside for its time, and the log says how many there were' => function () {
		enqueue( 'a', 'b' );
		answers( accepts( array( 0 => 'older than retention' ) ), accepts() );
		tick();
		holds( 'Discard what was set aside', page() );
		press( 'discard' );
		same( 0, waiting() );
		lacks( 'Discard what was set aside', page() );
		tick( 60 );
		holds( '1 events of', sent()[1][0]['message'] );
		same( 1, State::load()->get( 'dropped' ) );
	},
	'what was refused for its time is sent again as soon as the time of the service is known, and not only after a day' => function () {
		$GLOBALS['world']['look'] = answer( 404, '<html>' );
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts( array( 0 => 'older than retention' ) ), accepts() );
		tick();
		sent_right( sent()[1], $right );
		same( 0, waiting() );
	},
	'only the service tells the time: no page of a proxy, no cache, no header of another form, and over plain http no answer but that to the events' => function () {
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
	'a refusal of the service tells the time over TLS: a plan without reading is enough' => function () {
		$GLOBALS['world']['look'] = answer( 403, array( 'error' => 'api access requires a paid plan' ) );
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts() );
		tick();
		sent_right( sent()[0], $right );
	},
	'the time is asked for once an hour where something waits, again after the clock was set, and never where nothing waits' => function () {
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
	'a refusal to read tells the time as well: readers who are too many, or too slow, do not hold up what is sent' => function () {
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
	'a difference that is more than an hour old serves where the question for the time has no answer' => function () {
		enqueue( 'a' );
		answers( accepts(), accepts() );
		tick();
		$GLOBALS['world']['look'] = answer( 503, '' );
		$right = enqueue_now( 'b' );
		tick( 2 * HOUR_IN_SECONDS );
		sent_right( sent()[1] ?? array(), $right );
	},
	'where the service has no answer to the question for the time, events wait and the pause holds' => function () {
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
	'the time of an event of the past is sent as WP Activity Log has it, whatever the clock is now' => function () {
		update_site_option( Goal_Sender\Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 100 );
		set_clock( -40 * DAY_IN_SECONDS );
		press( 'import' );
		answers( accepts(), accepts() );
		tick();
		$event = sent()[0][0];
		same( gmdate( 'Y-m-d\TH:i:s', (int) $GLOBALS['wpdb']->get_var( "SELECT created_on FROM wp_wsal_occurrences WHERE id = 1" ) ), substr( $event['occurred_at'], 0, 19 ) );
	},
	'the test event has the right time under a wrong clock, and one that is refused is no success' => function () {
		set_clock( -40 * DAY_IN_SECONDS );
		answers( accepts() );
		same( 'success', press( 'test' )[0] );
		same( true, abs( strtotime( sent()[0][0]['occurred_at'] ) - right_time() ) <= 5 );
		answers( accepts( array( 0 => 'older than retention' ) ) );
		same( 'error', press( 'test' )[0] );
	},
	'the table of version 1.0.0 gets its new columns, and what waits in it is sent' => function () {
		queue_of_1_0_0( array( 'old' => Goal_Sender\time() ) );
		log_event( 2002, array() );
		same( 2, waiting() );
		answers( accepts() );
		tick( 60 );
		same( 0, waiting() );
	},
	'what version 1.0.0 left is corrected like every event: an event of its moment is, and one of the past keeps its time' => function () {
		set_clock( -40 * DAY_IN_SECONDS );
		queue_of_1_0_0( array( 'old' => Goal_Sender\time(), 'imported' => Goal_Sender\time() - 3 * DAY_IN_SECONDS ) );
		answers( accepts() );
		tick();
		$errors = errors_of( sent()[0], array( 'old' => right_time(), 'imported' => Goal_Sender\time() - 3 * DAY_IN_SECONDS ) );
		same( true, abs( $errors['old'] ) <= 5 );
		same( 0, $errors['imported'] );
	},
	'the first page of the administration after an update from version 1.0.0 runs no statement that fails' => function () {
		queue_of_1_0_0( array( 'old' => Goal_Sender\time() ) );
		same( '', notices() );
		same( array(), $GLOBALS['world']['database_errors'] ?? array() );
		same( 1, waiting() );
	},
	'an answer that told a wrong time once leaves no trace: what is queued after it is sent with the time at which it occurred' => function () {
		$GLOBALS['world']['look'] = answer( 200, array( 'events' => array() ), array( 'date' => gmdate( 'D, d M Y H:i:s', time() + 5 * DAY_IN_SECONDS ) . ' GMT' ) );
		enqueue( 'a' );
		answers( accepts(), accepts() );
		tick();
		unset( $GLOBALS['world']['look'] );
		$right = enqueue_now( 'b' );
		tick( 3000 );
		sent_right( last_of( sent() ), $right );
	},
	'a proxy whose answers tell the right time and a wrong one in turns is told once an hour, and not with every answer' => function () {
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
	'what was set aside is not sent again by another server whose clock is some seconds behind' => function () {
		enqueue( 'a' );
		answers( accepts( array( 0 => 'invalid severity' ) ), accepts() );
		tick();
		set_clock( -5 );
		tick();
		same( array( 1, 1 ), array( count( sent() ), ( new Queue() )->summary()['aside'] ) );
	},
	'to discard drops what is set aside, and nothing that is due to be sent again' => function () {
		enqueue( 'a', 'b' );
		answers( accepts( array( 0 => 'older than retention', 1 => 'older than retention' ) ) );
		tick();
		$GLOBALS['wpdb']->query( 'UPDATE wp_goal_sender_queue SET not_before = 0 ORDER BY id LIMIT 1' );
		press( 'discard' );
		same( array( 1, 1 ), array( waiting(), State::load()->get( 'dropped' ) ) );
	},
);
