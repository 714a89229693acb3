<?php
/**
 * Past events.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Import;
use Goal_Sender\Settings;

return array(
	'past events are imported once, in steps, with progress, and under names that do not change' => function () {
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 1200 );
		holds( '1,200 events from the time', page() );
		same( 'info', press( 'import' )[0] );
		// A step also ends by its time, so a slow machine needs several.
		do {
			answers( accepts(), accepts(), accepts() );
			tick( 60 );
		} while ( Import::progress()['running'] || waiting() > 0 );
		same( 1200, count( all_sent() ) );
		$event = sent()[0][0];
		same( array( 2002, 'low', 'editor', 'Modified the post Post 1, 100% by', 1 ), array( $event['code'], $event['severity'], $event['username'], $event['message'], $event['post_id'] ) );
		same( '.125Z', substr( $event['occurred_at'], -5 ) );
		holds( '1,200 of 1,200 events', page() );
		lacks( 'Import past events', page() );
		same( 'There are no past events to import.', press( 'import' )[1] );
		// After a crash between queueing a step and storing its progress the names stay the same.
		update_site_option( Import::OPTION, array( 'running' => true, 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'position' => 0, 'last_id' => 1, 'done' => 0, 'total' => 1 ) );
		answers( taken( 1 ) );
		tick( 60 );
		same( $event['event_uuid'], last_of( sent() )[0]['event_uuid'] );
	},
	'an event sent when it occurred and imported after a new installation has the same name and time, so the service keeps one of the two' => function () {
		fill_past_log( 0 );
		log_stored_event( 2002, array( 'PostTitle' => 'with metadata', 'Author' => 'jo' ) );
		log_stored_event( 2002, array() );
		log_stored_event( 9001, array( 'Name' => 'Pen' ) );
		answers( accepts() );
		tick();
		$live = array_column( sent()[0], 'occurred_at', 'event_uuid' );
		same( 3, count( $live ) );
		( new Goal_Sender\Queue() )->destroy();
		forget_options();
		$GLOBALS['world']['later'] += 60;
		do_action( 'activate' );
		$settings          = Settings::load();
		$settings->address = 'https://goal.test/v1/goal';
		$settings->key     = OTHER_KEY;
		$settings->save();
		press( 'import' );
		answers( accepts() );
		tick( 60 );
		same( $live, array_column( sent()[1], 'occurred_at', 'event_uuid' ) );
	},
	'an event whose row is uncertain gets a random name: in another database, without a row, or after another query' => function () {
		global $wpdb;
		$is_random = fn() => '4' === json_decode( last_of( ( new Goal_Sender\Queue() )->take( 1000, PHP_INT_MAX ) ), true )['event_uuid'][14];
		fill_past_log( 3 );
		$wpdb->query( 'SELECT 1' );
		log_event( 2002, array() );
		same( true, $is_random(), 'no row was written' );
		log_event( 2002, array() );
		same( true, $is_random(), 'the last query was our own' );
		$wpdb->query( "REPLACE INTO `wp_wsal_occurrences` (site_id, alert_id, created_on) VALUES (1, 1002, 5)" );
		log_event( 2002, array() );
		same( true, $is_random(), 'the row has another code' );
		$wpdb->query( 'DROP TABLE wp_wsal_metadata' );
		$wpdb->query( 'INSERT INTO `wp_wsal_metadata` (`occurrence_id`) VALUES (1)' );
		log_event( 2002, array() );
		same( true, $is_random(), 'the metadata could not be written' );
		same( 4, waiting() );
	},
	'the import offers only events after the newest earlier event at the service, and all events if the field is emptied' => function () {
		fill_past_log( 10 );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0.0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		$newest = (int) $GLOBALS['wpdb']->get_var( 'SELECT FLOOR(created_on) FROM wp_wsal_occurrences WHERE id = 7' );
		$GLOBALS['world']['look'] = answer( 200, array( 'events' => array( array( 'code' => 0, 'occurred_at' => gmdate( 'Y-m-d\TH:i:s\Z', $newest + 500 ) ), array( 'code' => 2002, 'occurred_at' => gmdate( 'Y-m-d\TH:i:s', $newest ) . '.125Z' ) ) ) );
		answers( accepts(), accepts() );
		press( 'save', array( 'address' => 'https://goal.test/v1/goal', 'domain' => '', 'key' => '' ) );
		holds( '&to=' . gmdate( 'Y-m-d', right_time() ), last_of( $GLOBALS['world']['looks'] )[0] );
		$default = gmdate( 'Y-m-d\TH:i:s', $newest + 1 );
		holds( 'value="' . $default . '"', page() );
		holds( 'keeps each of them once', page() );
		same( 'This is not a date and time. Nothing was imported.', press( 'import', array( 'after' => 'yesterday' ) )[1] );
		press( 'import', array( 'after' => $default ) );
		tick();
		same( array( 8, 9, 10 ), array_column( sent()[1], 'post_id' ) );
		update_site_option( Import::OPTION, false );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0.0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		holds( 'named no event from before', page() );
		answers( accepts() );
		press( 'import', array( 'after' => '' ) );
		tick( 60 );
		same( 10, count( last_of( sent() ) ) );
	},
	'the import waits while the queue is long' => function () {
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 6000 );
		press( 'import' );
		// A step also ends by its time, so a slow machine needs several.
		do {
			$before = waiting();
			tick();
		} while ( waiting() > $before );
		same( Import::AHEAD, waiting() );
	},
	'the import covers only the time when the plugin was not active' => function () {
		same( 1, count( Import::open_ranges() ) );
		same( 0.0, Import::open_ranges()[0][0] );
		do_action( 'activate' );
		same( 1, count( Import::open_ranges() ), 'activated twice' );
		do_action( 'deactivate' );
		same( 'goal_sender_tick', $GLOBALS['world']['cleared'] );
		do_action( 'activate' );
		same( 2, count( Import::open_ranges() ) );
		same( true, Import::open_ranges()[0][1] < Import::open_ranges()[1][0] );
	},
	'events logged after the deactivation in the same request are sent, and not imported again' => function () {
		do_action( 'activate' );
		do_action( 'deactivate' );
		$logged_at = Goal_Sender\microtime( true );
		do_action( 'wsal_logged_alert', null, 5002, array( 'Timestamp' => sprintf( '%.6F', $logged_at ) ), null, 1 );
		same( 1, waiting() );
		do_action( 'activate' );
		$ranges = Import::open_ranges();
		same( true, end( $ranges )[0] >= $logged_at );
		// Active again: events logged now open no gap.
		do_action( 'wsal_logged_alert', null, 2002, array( 'Timestamp' => sprintf( '%.6F', Goal_Sender\microtime( true ) ) ), null, 1 );
		same( null, get_site_option( Import::AWAY_OPTION )['left_at'] );
	},
	'objects in the log of another plugin are read as data' => function () {
		global $wpdb;
		fill_past_log( 1 );
		$wpdb->query( "UPDATE wp_wsal_metadata SET value = 'O:5:\"Ended\":1:{s:7:\"message\";s:2:\"hi\";}'" );
		$past = Goal_Sender\Activity_Log::past( array( array( 0, Goal_Sender\microtime( true ) ) ), 0, 9, 9 );
		same( '__PHP_Incomplete_Class', get_class( $past[0]['data']['PostTitle'] ) );
	},
);
