<?php
/**
 * Batches, pauses and gaps.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Queue;
use Goal_Sender\State;

/** Queues events with these messages. */
function enqueue( ...$messages ) {
	( new Queue() )->add( array_map( fn( $message ) => Goal_Sender\Event::own( 'x', 'info', $message ), $messages ) );
}

/** Adds this number of events to the queue, in few statements. */
function fill_queue( $number ) {
	global $wpdb;
	$first = ( new Queue() )->add( array( Goal_Sender\Event::own( 'x', 'info', 'filled' ) ) );
	for ( $count = 1; $count < $number; $count += $more ) {
		$more = min( $count, $number - $count );
		$wpdb->query( "INSERT INTO wp_goal_sender_queue (queued_at, occurred_at, body) SELECT queued_at, occurred_at, body FROM wp_goal_sender_queue WHERE id >= $first LIMIT $more" );
	}
}

/** The last event of a request. */
function last_of( $events ) {
	return end( $events );
}

/** The messages of one request. */
function messages( $events ) {
	return array_column( $events, 'message' );
}

return array(
	'a request carries the key and the domain, holds at most 1,000 events, and follows no redirect' => function () {
		enqueue( ...array_map( 'strval', range( 1, 1500 ) ) );
		answers( taken( 1000 ), taken( 500 ) );
		tick();
		same( array( 1000, 500 ), array_map( 'count', sent() ) );
		list( $url, $options ) = $GLOBALS['world']['requests'][0];
		same( 'https://goal.test/v1/goal/events', $url );
		same( 'shop.test', $options['headers']['X-Site-Domain'] );
		holds( 'Bearer goal_live_', $options['headers']['Authorization'] );
		same( 0, $options['redirection'] );
		same( 0, waiting() );
		same( 1500, State::load()->get( 'delivered' ) );
	},
	'a request stays below the size that web servers accept' => function () {
		enqueue( ...array_fill( 0, 100, str_repeat( 'x', 30000 ) ) );
		answers();
		tick();
		same( true, strlen( $GLOBALS['world']['requests'][0][1]['body'] ) < MB_IN_BYTES );
		same( true, count( sent()[0] ) > 25 );
	},
	'pauses grow from 15 seconds to an hour and end with a success' => function () {
		enqueue( 'a' );
		$pauses = array();
		for ( $i = 0; $i < 10; $i++ ) {
			answers( answer( 500, array( 'error' => 'internal error' ) ) );
			tick();
			$pauses[] = State::load()->get( 'next_attempt' ) - Goal_Sender\time();
			tick( end( $pauses ) - 1 );
			same( $i + 1, count( sent() ), 'requests before the pause is over' );
			$GLOBALS['world']['later'] += 1;
		}
		same( array( 15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600 ), $pauses );
		answers( taken( 1 ) );
		tick();
		same( 0, waiting() );
		same( 0, State::load()->get( 'failures' ) );
	},
	'Retry-After, as seconds or as a date, makes a pause longer, and never longer than a day' => function () {
		foreach ( array( '120' => 120, gmdate( 'D, d M Y H:i:s', Goal_Sender\time() + 500 ) . ' GMT' => 500, '9999999' => DAY_IN_SECONDS, 'soon' => 15, '1' => 15 ) as $header => $pause ) {
			fresh_site();
			enqueue( 'a' );
			answers( answer( 429, array( 'error' => 'rate limited' ), array( 'retry-after' => (string) $header ) ) );
			tick();
			same( true, abs( State::load()->get( 'next_attempt' ) - Goal_Sender\time() - $pause ) < 3, (string) $header );
		}
	},
	'over the monthly limit the queue stays, and the service is asked once a day' => function () {
		enqueue( 'a', 'b' );
		for ( $day = 1; $day <= 3; $day++ ) {
			answers( answer( 429, array( 'error' => 'monthly limit reached' ), array( 'retry-after' => '1900000' ) ) );
			tick();
			tick( DAY_IN_SECONDS - 1 );
			same( $day, count( sent() ), 'one request a day' );
			same( 2, waiting() );
			$GLOBALS['world']['later'] += 1;
		}
		answers( taken( 2 ) );
		tick();
		same( 0, waiting() );
	},
	'a pause ends when a person changes the settings' => function () {
		enqueue( 'a' );
		answers( answer( 401, array( 'error' => 'invalid token' ) ), taken( 1 ) );
		tick();
		tick( 5 );
		same( 1, waiting() );
		Goal_Sender\Settings::load()->try_again();
		tick();
		same( 0, waiting() );
	},
	'nothing leaves the queue on an answer that is not the service\'s' => function () {
		$html = '<html>Log in to the network</html>';
		foreach ( array( answer( 200, $html ), answer( 200, array() ), answer( 200, array( 'accepted' => 2, 'duplicates' => 0, 'rejected' => array() ) ), answer( 301, '' ), answer( 404, $html ), answer( 204, '' ) ) as $answer ) {
			fresh_site();
			enqueue( 'a' );
			answers( $answer );
			tick();
			same( 1, waiting() );
			same( 1, State::load()->get( 'failures' ) );
		}
	},
	'a refused event is set aside for a day and lets the others pass' => function () {
		enqueue( 'a', 'bad', 'c' );
		answers( taken( 3, array( array( 'index' => 1, 'error' => 'invalid severity' ) ) ), taken( 1, array( array( 'index' => 0, 'error' => 'invalid severity' ) ) ) );
		tick();
		same( array( 'count' => 1, 'aside' => 1 ), array_slice( ( new Queue() )->summary(), 0, 2 ) );
		tick( 60 );
		same( 1, count( sent() ) );
		tick( DAY_IN_SECONDS );
		same( array( 'bad' ), messages( sent()[1] ) );
		same( array( 200, 'invalid severity', 1 ), array_slice( State::load()->get( 'log' )[0], 1, 3 ) );
	},
	'an event that occurred long before it was queued and is older than the service keeps is left out and reported' => function () {
		$old                = Goal_Sender\Event::own( 'x', 'info', 'old' );
		$old['occurred_at'] = Goal_Sender\Event::timestamp( Goal_Sender\time() - 40 * DAY_IN_SECONDS );
		( new Queue() )->add( array( $old ) );
		enqueue( 'new' );
		answers( taken( 2, array( array( 'index' => 0, 'error' => 'older than retention' ) ) ) );
		tick();
		same( 0, waiting() );
		same( 1, State::load()->get( 'delivered' ) );
		same( 'older than retention', State::load()->get( 'log' )[0][2] );
	},
	'a body refused as a whole is halved until the offending event is alone; it is set aside and the others pass' => function () {
		enqueue( 'a', 'b', 'guilty', 'd' );
		$refused = answer( 400, array( 'error' => 'invalid JSON body' ) );
		answers( $refused, taken( 2 ), $refused, $refused );
		tick();
		same( array( 4, 2, 2, 1 ), array_map( 'count', sent() ) );
		answers( taken( 1 ) );
		tick( 16 );
		same( array( 'd' ), messages( sent()[4] ) );
		same( 1, waiting() );
	},
	'a filter on the way that objects to one event delays no other; a refusal of the service itself halves nothing' => function () {
		enqueue( 'a', 'b', "' UNION SELECT", 'd' );
		$filtered = answer( 403, '<html>' );
		answers( $filtered, taken( 2 ), $filtered, $filtered );
		tick();
		same( array( 4, 2, 2, 1 ), array_map( 'count', sent() ) );
		answers( answer( 403, array( 'error' => 'site paused' ) ) );
		tick( 16 );
		same( array( 'd' ), messages( sent()[4] ) );
		same( 5, count( sent() ) );
		same( 2, waiting() );
	},
	'if only small bodies get through, small bodies are sent' => function () {
		enqueue( ...array_fill( 0, 400, 'x' ) );
		answers( answer( 413, '<html>' ), answer( 413, '<html>' ), taken( 100 ), taken( 150 ), taken( 150 ) );
		tick();
		same( array( 400, 200, 100, 150, 150 ), array_map( 'count', sent() ) );
		same( 0, waiting() );
	},
	'after 7 days the oldest events are dropped, counted, and reported when the service is back' => function () {
		enqueue( 'old 1', 'old 2' );
		answers();
		tick();
		$GLOBALS['world']['later'] = 4 * DAY_IN_SECONDS;
		enqueue( 'young' );
		$GLOBALS['world']['later'] = 7 * DAY_IN_SECONDS + 20;
		answers( answer( 500, '' ), taken( 2 ) );
		tick();
		tick( HOUR_IN_SECONDS );
		same( array( 'old 1', 'old 2', 'young' ), messages( sent()[1] ), 'dropped before it was tried' );
		$events = sent()[2];
		same( 'young', $events[0]['message'] );
		same( array( 0, 'high', 'goal-sender', 'gap' ), array( $events[1]['code'], $events[1]['severity'], $events[1]['object'], $events[1]['event_type'] ) );
		same( 1, preg_match( '/^2 events of 20\S+Z to 20\S+Z could not be delivered and were dropped$/', $events[1]['message'] ) );
		same( 2, State::load()->get( 'dropped' ) );
		tick( 60 );
		same( 3, count( sent() ), 'reported once' );
	},
	'a report whose answer was lost is sent again under its name, and later drops go into the next report' => function () {
		enqueue( 'a' );
		answers();
		tick( 7 * DAY_IN_SECONDS + 20 );
		tick( HOUR_IN_SECONDS );
		enqueue( 'b', 'c' );
		tick( 7 * DAY_IN_SECONDS + 1 );
		answers( taken( 1 ), taken( 1 ) );
		tick( HOUR_IN_SECONDS );
		tick( 60 );
		list( , $lost, $again, $taken, $next ) = array_map( 'last_of', sent() );
		same( array( $lost['event_uuid'], $lost['event_uuid'] ), array( $again['event_uuid'], $taken['event_uuid'] ) );
		same( array( $lost['message'], $lost['message'] ), array( $again['message'], $taken['message'] ) );
		same( array( '1 events', '2 events' ), array( substr( $lost['message'], 0, 8 ), substr( $next['message'], 0, 8 ) ) );
		same( 5, count( sent() ) );
	},
	'a refused report is sent again in the next run, and not endlessly' => function () {
		enqueue( 'a' );
		$GLOBALS['world']['later'] = 7 * DAY_IN_SECONDS + 20;
		$refused = taken( 1, array( array( 'index' => 0, 'error' => 'invalid occurred_at' ) ) );
		answers( answer( 500, '' ), $refused, taken( 1 ), taken( 1 ) );
		tick();
		tick( 60 );
		same( 2, count( sent() ) );
		tick( 60 );
		tick( 60 );
		same( 3, count( sent() ) );
		same( 0, State::load()->get( 'delivered' ) );
	},
	'the queue is bounded, and an attack that fills it is stopped even without cron' => function () {
		fill_queue( Queue::MAX_EVENTS + 400 );
		update_site_option( 'goal_sender_key', '' );
		for ( $i = 0; $i < Queue::ADDS_BETWEEN_LOOKS; $i++ ) {
			log_event( 2002, array() );
		}
		do_action( 'shutdown' );
		same( true, waiting() <= Queue::MAX_EVENTS );
		same( true, State::load()->get( 'dropped' ) > 800 );
	},
	'without address or key nothing is sent and everything is kept' => function () {
		update_site_option( 'goal_sender_key', '' );
		enqueue( 'a' );
		tick();
		same( array(), sent() );
		same( 1, waiting() );
	},
	'no recorded failure contains the key' => function () {
		enqueue( 'a' );
		answers( answer( 403, array( 'error' => 'domain mismatch' ) ) );
		tick();
		lacks( 'ssss', json_encode( get_site_option( 'goal_sender_state' ) ) );
	},
	'the log of failures keeps the last 20' => function () {
		enqueue( 'a' );
		for ( $i = 0; $i < 25; $i++ ) {
			answers( answer( 500, array( 'error' => "no. $i" ) ) );
			tick( 2 * HOUR_IN_SECONDS );
		}
		same( 20, count( State::load()->get( 'log' ) ) );
		same( 'no. 24', State::load()->get( 'log' )[0][2] );
	},
	'a process that does not get the lock sends nothing' => function () {
		enqueue( 'a' );
		$other = new Goal_Sender\Lock();
		same( true, $other->take() );
		answers( taken( 1 ) );
		tick();
		same( array(), sent() );
		same( 10, $GLOBALS['world']['later'], 'it has not waited' );
		$other->release();
		tick();
		same( 1, count( sent() ) );
	},
);
