<?php
/**
 * One process at a time, on every database, and what happens when the database refuses something.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Fault;
use Goal_Sender\Import;
use Goal_Sender\Lock;
use Goal_Sender\Queue;
use Goal_Sender\Sender;
use Goal_Sender\State;

/** A lock that a process has taken and never releases, because it was killed. */
function killed_with_lock() {
	$lock = new Lock();
	same( true, $lock->take() );
	return $lock;
}

/** From now on the database refuses the statements that a pattern finds; without one, none. */
function refuse( $pattern = '/^$/' ) {
	$GLOBALS['world']['refuses'] = $pattern;
}

/** The statements that ask for the lock of the database server, which some databases refuse. */
const LOCK_OF_SERVER = '/_LOCK\(/';

return array(
	'events are sent where the database has no lock functions' => function () {
		refuse( LOCK_OF_SERVER );
		enqueue( 'a' );
		answers( taken( 1 ) );
		tick();
		same( array( 1, 0 ), array( count( sent() ), waiting() ) );
		same( '', notices() );
	},
	'the lock of a killed process ends within a minute, and a process that was only slow neither keeps nor ends that of another' => function () {
		$slow  = killed_with_lock();
		$other = new Lock();
		same( array( true, false ), array( $other->is_taken(), $other->take() ) );
		$GLOBALS['world']['later'] += 50;
		same( array( false, true ), array( $other->take(), $slow->renew() ) );
		$GLOBALS['world']['later'] += 50;
		same( false, $other->take(), 'renewed' );
		$GLOBALS['world']['later'] += 15;
		same( array( true, false ), array( $other->take(), $slow->renew() ) );
		$slow->release();
		same( array( true, true ), array( $other->is_taken(), $other->renew() ) );
		$other->release();
		same( false, $other->is_taken() );
	},
	'setting the clock of the database holds up nobody' => function () {
		$GLOBALS['world']['later'] += 5 * DAY_IN_SECONDS;
		killed_with_lock();
		$GLOBALS['world']['later'] -= 5 * DAY_IN_SECONDS;
		same( true, ( new Lock() )->take() );
	},
	'a killed process whose web server had a wrong clock holds up nobody for longer' => function () {
		foreach ( array( -40 * DAY_IN_SECONDS, 2 * DAY_IN_SECONDS ) as $wrong ) {
			fresh_site();
			set_clock( $wrong );
			killed_with_lock();
			set_clock( 0 );
			$GLOBALS['world']['later'] += 61;
			same( true, ( new Lock() )->take(), "$wrong" );
		}
	},
	'a process that loses the lock while it sends stops, and leaves the state to the one that has it' => function () {
		enqueue( ...array_map( 'strval', range( 1, 1500 ) ) );
		$overtaken = function () {
			$GLOBALS['world']['later'] += 61;
			same( true, ( new Lock() )->take() );
			return taken( 1000 );
		};
		answers( $overtaken, taken( 500 ) );
		tick();
		same( array( 1, 500, 0 ), array( count( sent() ), waiting(), State::load()->get( 'delivered' ) ) );
	},
	'where rows cannot be a lock a file is, until the next try finds that they can' => function () {
		$row = fn() => $GLOBALS['wpdb']->get_var( "SELECT option_value FROM wp_options WHERE option_name = 'goal_sender_lock'" );
		refuse( '/^UPDATE wp_options SET option_value = .* AND option_value = /' );
		do_action( 'activate' );
		same( 'file', $row() );
		$one = killed_with_lock();
		same( array( true, false ), array( ( new Lock() )->is_taken(), ( new Lock() )->take() ) );
		$one->release();
		enqueue( 'a' );
		answers( taken( 1 ) );
		tick();
		same( array( 0, '', 'file' ), array( waiting(), notices(), $row() ) );
		refuse();
		do_action( 'activate' );
		same( '0', $row() );
	},
	'what the database refuses is told to the administrator, by the page, every notice and «Send now», until a run goes through' => function () {
		enqueue( 'a' );
		refuse( '/goal_sender_lock/' );
		tick();
		same( array(), sent() );
		holds( 'refused what the plugin asked of it. Send this message to your host: «command denied to user»', notices() );
		list( $kind, $said ) = press( 'retry' );
		same( 'error', $kind );
		holds( 'command denied to user', $said );
		holds( 'Waiting: 1 event.', $said );
		list( $kind, $said ) = press( 'save', array( 'address' => 'https://goal.test', 'domain' => '', 'key' => '' ) );
		same( array( 'error', true ), array( $kind, false !== strpos( $said, 'command denied' ) ) );
		refuse();
		answers( taken( 1 ) );
		tick( 60 );
		same( array( 0, '' ), array( waiting(), notices() ) );
	},
	'«Save and test» succeeds only if the test event went through the queue' => function () {
		$save = fn() => press( 'save', array( 'address' => 'https://new.test', 'domain' => '', 'key' => OTHER_KEY ) );
		foreach ( array( '/^INSERT INTO wp_goal_sender_queue/', '/^SELECT body FROM wp_goal_sender_queue/', '/^DELETE FROM wp_goal_sender_queue/' ) as $refused ) {
			fresh_site();
			answers( taken( 1 ) );
			refuse( $refused );
			list( $kind, $said ) = $save();
			same( 'error', $kind, $refused );
			holds( 'command denied to user» Nothing was saved.', $said );
			same( 'https://goal.test/v1/goal', Goal_Sender\Settings::load()->address );
		}
		fresh_site();
		answers( taken( 1 ), taken( 1 ) );
		same( 'success', $save()[0] );
		same( array( 'test', 0 ), array( sent()[0][0]['event_type'], waiting() ) );
		holds( 'INSERT INTO wp_goal_sender_queue', implode( "\n", $GLOBALS['wpdb']->queries ) );
		same( 'success', press( 'test' )[0] );
	},
	'a test event that was refused does not stay in the queue' => function () {
		answers( answer( 401, array( 'error' => 'invalid token' ) ), new WP_Error( 'http', 'closed port' ) );
		press( 'test' );
		press( 'test' );
		same( array( 2, 0 ), array( count( sent() ), waiting() ) );
	},
	'«Send now» says what it sent, what waits and why, and that another process is sending' => function () {
		enqueue( 'a', 'bad' );
		answers( taken( 2, array( array( 'index' => 1, 'error' => 'invalid severity' ) ) ) );
		same( array( 'warning', 'Sent: 1 event. Waiting: 1 event. Of these, 1 event is set aside, because the service refuses it.' ), press( 'retry' ) );
		answers( answer( 503, array( 'error' => 'service unavailable' ) ) );
		list( $kind, $said ) = press( 'retry' );
		same( 'error', $kind );
		holds( 'Sent: 0 events. Waiting: 1 event. The service is temporarily unavailable.', $said );
		$cron = killed_with_lock();
		same( array( 'info', 'Another process of this site is sending right now. Try again in a minute. Sent: 0 events. Waiting: 1 event.' ), press( 'retry' ) );
		holds( 'Another process of this site is sending right now.', press( 'test' )[1] );
		$cron->release();
		answers( taken( 1 ) );
		same( array( 'info', 'Sent: 1 event. Waiting: 0 events.' ), press( 'retry' ) );
		same( array( 'info', 'Sent: 0 events. Waiting: 0 events.' ), press( 'retry' ) );
	},
	'a table that is there already is used though the database refuses to make one' => function () {
		refuse( '/^\s*(CREATE|ALTER|DROP)/' );
		log_event( 2002, array() );
		answers( taken( 1 ) );
		tick();
		same( array( 0, '' ), array( waiting(), notices() ) );
		same( 'active', ( preg_match( '#WP Activity Log</th><td>([^<]*)#', page(), $found ) ? $found[1] : '' ) );
	},
	'events that could not be queued are counted, reported to both logs, and can be imported' => function () {
		( new Queue() )->destroy();
		fill_past_log( 0 );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array(), 'left_at' => null ) );
		refuse( '/^\s*CREATE TABLE IF NOT EXISTS wp_goal/' );
		do_action( 'activate' );
		log_stored_event( 2002, array( 'PostTitle' => 'a' ) );
		log_stored_event( 2002, array( 'PostTitle' => 'b' ) );
		holds( 'command denied to user', notices() );
		holds( 'command denied to user', page() );
		refuse();
		answers( accepts(), accepts() );
		tick();
		same( array( 'gap' ), array_column( sent()[0], 'event_type' ) );
		holds( '2 events of', sent()[0][0]['message'] );
		holds( 'has dropped 2 events', notices() );
		lacks( 'command denied', notices() );
		holds( 'holds 2 events from the time', page() );
	},
	'events that were refused for their times get new corrections, and past events keep theirs, on every database' => function () {
		$past                = Goal_Sender\Event::own( 'x', 'info', 'past' );
		$past['occurred_at'] = Goal_Sender\Event::timestamp( Goal_Sender\time() - 40 * DAY_IN_SECONDS );
		$ids                 = array( ( new Queue() )->add( array( Goal_Sender\Event::own( 'x', 'info', 'now' ) ) ), ( new Queue() )->add( array( $past ) ) );
		$GLOBALS['wpdb']->query( 'UPDATE wp_goal_sender_queue SET correction = 7' );
		( new Queue() )->set_aside( $ids, true );
		( new Queue() )->take_back_untimely();
		$rows = $GLOBALS['wpdb']->get_results( 'SELECT correction, not_before FROM wp_goal_sender_queue ORDER BY id' );
		same( array( null, '7' ), array_column( $rows, 'correction' ) );
		same( array( '0', '0' ), array_column( $rows, 'not_before' ) );
	},
	'events that wait for an hour without a reason are told to the administrator; those that are set aside or wait for the service have one' => function () {
		enqueue( 'a' );
		$GLOBALS['world']['later'] += HOUR_IN_SECONDS - 20;
		same( '', notices() );
		$GLOBALS['world']['later'] += 40;
		holds( '1 event has been waiting for more than an hour', notices() );
		answers( accepts( array( 0 => 'invalid severity' ) ) );
		tick();
		$GLOBALS['world']['later'] += 2 * HOUR_IN_SECONDS;
		enqueue( 'b' );
		same( '', notices(), 'set aside' );
		answers( answer( 503, array( 'error' => 'service unavailable' ) ) );
		tick();
		$GLOBALS['world']['later'] += 2 * HOUR_IN_SECONDS;
		lacks( 'waiting for more than', notices() );
	},
	'an import does not end because the database refused to show a part of the log' => function () {
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 30 );
		press( 'import' );
		foreach ( array( '/^SELECT \* FROM wp_wsal_occurrences/', '/FROM wp_wsal_metadata/' ) as $refused ) {
			refuse( $refused );
			tick();
			same( array( true, array() ), array( Import::progress()['running'], sent() ), $refused );
			holds( 'command denied', notices() );
		}
		refuse();
		answers( taken( 30 ) );
		tick( 60 );
		same( array( false, 30 ), array( Import::progress()['running'], count( sent()[0] ) ) );
	},
	'deleting the plugin waits for a process that is sending' => function () {
		enqueue( 'a' );
		$other                             = killed_with_lock();
		$GLOBALS['world']['at_each_wait'] = fn() => $other->release();
		answers( taken( 1 ), taken( 1 ) );
		Goal_Sender\Uninstall::run();
		same( 'goal-sender was deleted; 0 events were not sent', sent()[1][0]['message'] );
	},
	'deleting the plugin tells the administrator what the database refused, and removes the rest' => function () {
		refuse( '/^\s*DROP/' );
		answers( taken( 1 ) );
		Goal_Sender\Uninstall::run();
		holds( 'command denied to user', $GLOBALS['world']['mails'][0] );
		same( '0', $GLOBALS['wpdb']->get_var( "SELECT COUNT(*) FROM wp_options WHERE option_name LIKE 'goal%'" ) );
		refuse();
	},
	'an object cache that keeps old options neither loses a count nor sends with old settings' => function () {
		foreach ( array( false, true ) as $is_network ) {
			fresh_site();
			$GLOBALS['world']['multisite'] = $is_network;
			$settings                      = Goal_Sender\Settings::load();
			$settings->address             = 'https://goal.test/v1/goal';
			$settings->key                 = OTHER_KEY;
			$settings->save();
			$old = array_map( 'get_site_option', array( State::OPTION, 'goal_sender_settings', 'goal_sender_key' ) );
			$GLOBALS['world']['cache_lies'] = true;
			$state = State::load();
			$state->dropped( 3, 1795290000, 1795290001 );
			$state->save();
			$settings->domain = 'new.test';
			$settings->save();
			new_process( true );
			same( $old, array_map( 'get_site_option', array( State::OPTION, 'goal_sender_settings', 'goal_sender_key' ) ), 'the cache' );
			enqueue( 'a' );
			answers( accepts() );
			tick();
			same( array( 'x', 'gap' ), array_column( sent()[0], 'event_type' ) );
			same( 'new.test', $GLOBALS['world']['requests'][0][1]['headers']['X-Site-Domain'] );
			same( array( 3, 1 ), array( State::load()->get( 'dropped' ), State::load()->get( 'delivered' ) ) );
			$GLOBALS['world']['multisite'] = false;
		}
	},
	'the text of an error that some tables cannot hold keeps nothing from being saved' => function () {
		enqueue( 'a' );
		answers( answer( 500, array( 'error' => "down \u{1F600}" ) ), new WP_Error( 'http', "k\xe9" ) );
		tick();
		same( 'down ?', State::load()->failures()[0][2] );
		tick( 60 );
		same( 'unreadable', State::load()->failures()[0][2] );
	},
);
