<?php
/**
 * From the hook to an event in the queue.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Event;
use Goal_Sender\Message;
use Goal_Sender\Activity_Log;

/** The event that the hook queues. */
function queued_event( $code, $data ) {
	log_event( $code, $data );
	$bodies = ( new Goal_Sender\Queue() )->take( 1000, PHP_INT_MAX );
	return json_decode( end( $bodies ), true );
}

return array(
	'an event of WP Activity Log arrives with all the fields that the service has' => function () {
		$event = queued_event(
			1002,
			array(
				'Timestamp'     => '1795290000.123456',
				'Username'      => 'jo',
				'CurrentUserID' => 7,
				'Severity'      => 300,
				'Object'        => 'user',
				'EventType'     => 'failed-login',
				'UserAgent'     => 'Browser/1',
				'SessionID'     => 'abc',
				'PostID'        => '12',
				'PostType'      => 'page',
				'PostStatus'    => 'draft',
				'Attempts'      => 3,
				'Reason'        => 'wrong password',
			)
		);
		same( 1, preg_match( '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/', $event['event_uuid'] ) );
		unset( $event['event_uuid'] );
		same(
			array(
				'occurred_at' => '2026-11-21T19:40:00.123Z',
				'code'        => 1002,
				'severity'    => 'medium',
				'object'      => 'user',
				'event_type'  => 'failed-login',
				'message'     => "User jo failed to log in.\n3 attempts\nReason & cause: wrong password",
				'user_id'     => 7,
				'username'    => 'jo',
				'user_agent'  => 'Browser/1',
				'session_id'  => 'abc',
				'post_id'     => 12,
				'post_type'   => 'page',
				'post_status' => 'draft',
			),
			$event
		);
	},
	'both kinds of numbers of WP Activity Log become the five severities, and unclassified events are info' => function () {
		foreach ( array( 500 => 'critical', 1 => 'critical', 400 => 'high', 6 => 'high', 300 => 'medium', 10 => 'medium', '250' => 'low', 15 => 'low', 200 => 'info', 20 => 'info' ) as $number => $name ) {
			same( $name, queued_event( 4444, array( 'Severity' => $number ) )['severity'] );
		}
		same( 'info', queued_event( 4444, array( 'Severity' => 77 ) )['severity'] );
		same( 'high', queued_event( 9001, array() )['severity'], 'as the definition says' );
	},
	'an event without a definition and an event of an inactive plugin still get a message' => function () {
		same( 'page moved (event 4444)', queued_event( 4444, array( 'Object' => 'page', 'EventType' => 'moved' ) )['message'] );
		same( "Changed the product Pen\nPrice: 3", queued_event( 9001, array( 'Name' => 'Pen', 'Price' => 3 ) )['message'] );
		same( 'product', queued_event( 9001, array() )['object'] );
	},
	'a value chosen by an attacker cannot hide a part of the message' => function () {
		$event = queued_event( 1002, array( 'Username' => '<!-- <script>%Reason%', 'Attempts' => '', 'Reason' => 'end' ) );
		same( "User <!-- <script>%Reason% failed to log in.\n attempts\nReason & cause: end", $event['message'] );
	},
	'parts of objects and lists appear in the message' => function () {
		same( 'Modified the post a, b, 100% by jo', queued_event( 2002, array( 'PostTitle' => array( 'a', 'b' ), 'Author' => (object) array( 'Name' => 'jo' ) ) )['message'] );
		same( 'Modified the post , 100% by', queued_event( 2002, array( 'Author' => array() ) )['message'] );
	},
	'bytes that are not UTF-8 and characters beyond ASCII survive any character set of the database' => function () {
		global $wpdb;
		$wpdb->query( 'ALTER TABLE wp_goal_sender_queue CONVERT TO CHARACTER SET latin1' );
		$message = queued_event( 2002, array( 'PostTitle' => "Grüße \u{1F600} \xff\xfe", 'Author' => array( 'Name' => 'jo' ) ) )['message'];
		same( "Modified the post Grüße \u{1F600} \u{FFFD}\u{FFFD}, 100% by jo", $message );
	},
	'no value makes a row larger than a few hundred kilobytes' => function () {
		$long  = str_repeat( "\u{1F600}", 100000 );
		$event = queued_event( 1002, array( 'Username' => $long, 'UserAgent' => $long, 'Reason' => $long ) );
		same( true, strlen( json_encode( $event ) ) < 300000 );
		same( true, strlen( $event['message'] ) > 4 * Event::MESSAGE_LENGTH - 8, 'nothing that the service would keep is cut' );
	},
	'an impossible time is replaced by the current time' => function () {
		foreach ( array( 'tomorrow', '-5', '99999999999', array(), '12' ) as $time ) {
			same( gmdate( 'Y-m-d' ), substr( queued_event( 2002, array( 'Timestamp' => $time ) )['occurred_at'], 0, 10 ) );
		}
		same( '2026-11-21T19:40:00.999Z', Event::timestamp( '1795290000.9996' ) );
	},
	'an event arrives whatever its data are' => function () {
		foreach ( array( null, 'text', array( 'Username' => new ArrayObject( array( 1 ) ), 'CurrentUserID' => array(), 'PostID' => 'x' ), array( 'Object' => fopen( 'php://memory', 'r' ) ) ) as $data ) {
			do_action( 'wsal_logged_alert', null, '2002', $data, null, null );
		}
		same( 4, waiting() );
	},
	'the login is found by the user id if the event has no login, and the id by the login if it has no id' => function () {
		same( 7, queued_event( 1000, array( 'Username' => 'editor' ) )['user_id'] );
		same( 0, queued_event( 1002, array( 'Username' => 'editor' ) )['user_id'], 'a failed login' );
		same( 'editor', queued_event( 2002, array( 'CurrentUserID' => '7' ) )['username'] );
		same( '', queued_event( 2002, array( 'CurrentUserID' => 0 ) )['username'] );
	},
	'a login without a user has the name that WP Activity Log stores, whatever its hook says; a known name stays' => function () {
		foreach ( array( array(), array( 'Username' => 'System' ), array( 'Username' => '' ) ) as $data ) {
			same( 'Unknown User', queued_event( 1003, $data + array( 'CurrentUserID' => 0, 'EventType' => 'failed-login' ) )['username'] );
		}
		same( 'jo', queued_event( 1003, array( 'Username' => 'jo', 'EventType' => 'failed-login' ) )['username'] );
		same( 'editor', queued_event( 1001, array( 'CurrentUserID' => 7 ) )['username'] );
		same( 'System', queued_event( 6004, array( 'Username' => 'System' ) )['username'] );
	},
	'a detail that is defined without percent signs is the value of that name' => function () {
		$event = queued_event( 2023, array( 'CategoryName' => 'Shoes', 'Slug' => 'shoes-100%', 'Author' => array( 'Name' => 'jo' ) ) );
		same( "Created the category Shoes.\nSlug: shoes-100%\nAuthor: jo", $event['message'] );
		same( "Created the category Shoes.", queued_event( 2023, array( 'CategoryName' => 'Shoes' ) )['message'] );
	},
	'in a network the message names the site, a deleted one by its number, which one query finds out for all its events' => function () {
		$GLOBALS['world']['multisite'] = true;
		$GLOBALS['world']['deleted']   = array( 4 );
		foreach ( array( 3, 4, 4, 3 ) as $site_id ) {
			do_action( 'wsal_logged_alert', null, 9001, array( 'Name' => 'Pen' ), null, $site_id );
		}
		$messages = array_map( fn( $body ) => json_decode( $body, true )['message'], array_values( ( new Goal_Sender\Queue() )->take( 4, 9999 ) ) );
		same( "Changed the product Pen\nSite: https://shop.test/site3", $messages[0] );
		same( "Changed the product Pen\nSite: no. 4, which is deleted", $messages[1] );
		same( array( $messages[1], $messages[0] ), array_slice( $messages, 2 ) );
		same( array( 3, 4 ), $GLOBALS['world']['looked_for'] );
	},
	'an event costs one INSERT, the first one of a page three reads of options, and the end of such a page four reads' => function () {
		global $wpdb;
		new_process();
		$wpdb->queries = array();
		log_event( 2002, array( 'PostTitle' => 'Prices', 'CurrentUserID' => 7 ) );
		log_event( 2002, array( 'PostTitle' => 'Prices', 'CurrentUserID' => 7 ) );
		same( 5, count( $wpdb->queries ) );
		foreach ( array( 'goal_sender_ip', 'goal_sender_place', 'home' ) as $at => $name ) {
			holds( "option_name = '$name'", $wpdb->queries[ $at ] );
		}
		holds( 'INSERT INTO wp_goal_sender_queue', $wpdb->queries[3] );
		holds( 'INSERT INTO wp_goal_sender_queue', $wpdb->queries[4] );
		do_action( 'shutdown' );
		same( 9, count( $wpdb->queries ) );
		foreach ( array_slice( $wpdb->queries, 5 ) as $query ) {
			holds( 'SELECT', $query );
		}
		same( array(), $GLOBALS['world']['requests'] ?? array() );
	},
	'an event whose row was written costs one more read, by its id' => function () {
		global $wpdb;
		fill_past_log( 0 );
		log_event( 2002, array() );
		$wpdb->queries = array();
		log_stored_event( 2002, array( 'PostTitle' => 'Prices' ) );
		same( 4, count( $wpdb->queries ), 'two of WP Activity Log, two of ours' );
		if ( $wpdb instanceof Mysql_Site_Db ) {
			same( 'const', $wpdb->get_row( 'EXPLAIN ' . $wpdb->queries[2] )->type );
		}
	},
	'an event is kept even if the table is gone' => function () {
		( new Goal_Sender\Queue() )->destroy();
		log_event( 2002, array() );
		same( 1, waiting() );
	},
	'a definition is read the same way whether or not its plugin is active' => function () {
		same( array( 'severity', 'message', 'metadata', 'object', 'event_type' ), array_keys( Activity_Log::alert( 1002 ) ) );
		same( array( 'severity', 'message', 'metadata', 'object', 'event_type' ), array_keys( Activity_Log::alert( 9001 ) ) );
		same( null, Activity_Log::alert( 1 ) );
		same( 'yes', Message::value( true ) );
	},
);
