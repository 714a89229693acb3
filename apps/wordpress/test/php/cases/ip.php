<?php
/**
 * The IP address of an event, the choice of how much of it is sent, and the words about it.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Ip;
use Goal_Sender\Privacy;
use Goal_Sender\Queue;

/** Chooses on the page how much of IP addresses is sent. */
function choose( $choice ) {
	return press( 'choose_ip', array( 'ip' => $choice ) );
}

/** The address of each event of a request; null where there is none. */
function ips( $events ) {
	return array_map( fn( $event ) => $event['ip'] ?? null, $events );
}

/** Logs events whose addresses WP Activity Log recorded like this. */
function log_from( ...$recorded ) {
	foreach ( $recorded as $one ) {
		log_event( 2002, array( 'ClientIP' => $one ) );
	}
}

/** The options that version 1.1.0 left, and an event that it queued. */
function updated_from_1_1_0() {
	forget_options();
	$now = Goal_Sender\time();
	update_site_option( 'goal_sender_settings', array( 'changed_at' => $now - 9000, 'address' => 'https://goal.test/v1/goal', 'domain' => 'shop.test' ) );
	update_site_option( 'goal_sender_key', OTHER_KEY );
	update_site_option( 'goal_sender_state', array( 'last_tick' => $now, 'last_success' => $now, 'delivered' => 5, 'clock' => array() ) );
	update_site_option( 'goal_sender_away', array( 'ranges' => array(), 'left_at' => null ) );
	( new Queue() )->add( array( Goal_Sender\Event::own( 'x', 'info', 'of 1.1.0' ) ) );
}

return array(
	'the first address is found in every form in which WP Activity Log records it' => function () {
		$forms = array(
			'203.0.113.77',
			" 203.0.113.77\n",
			'"203.0.113.77"',
			'["203.0.113.77","198.51.100.2"]',
			'203.0.113.77, 198.51.100.2',
			'unknown,203.0.113.77',
			'{"HTTP_X_FORWARDED_FOR":["203.0.113.77"],"REMOTE_ADDR":["198.51.100.2"]}',
			'::ffff:203.0.113.77',
			'::FFFF:CB00:714D',
			array( '203.0.113.77', '198.51.100.2' ),
			array( 'HTTP_X_FORWARDED_FOR' => array( 'unknown', '203.0.113.77' ), 'REMOTE_ADDR' => array( '198.51.100.2' ) ),
		);
		foreach ( $forms as $recorded ) {
			same( '203.0.113.77', Ip::of( $recorded, Ip::WHOLE ), json_encode( $recorded ) );
		}
		same( '2001:db8:1:2::3', Ip::of( '[2001:DB8:1:2:0:0:0:3]', Ip::WHOLE ) );
	},
	'what is no address is sent as none, and the event arrives' => function () {
		choose( Ip::WHOLE );
		$junk = array( null, '', false, true, 0, 12.5, 'Unknown', 'Error E01: Invalid IP Address', '203.0.113', '203.0.113.256', '203.0.113.077', '203.0.113.77:443', '203.0.113.0/24', 'fe80::1%eth0', 'from 203.0.113.77', array(), array( array() ), new ArrayObject( array( '203.0.113.77' ) ), fopen( 'php://memory', 'r' ), '[[{"', "203.0.113.77\0x", "\xff", str_repeat( ',', 100000 ) );
		log_from( ...$junk );
		log_event( 2002, array() );
		answers( accepts() );
		tick();
		same( array_fill( 0, count( $junk ) + 1, null ), ips( sent()[0] ) );
		same( array( 'modified' ), array_unique( array_column( sent()[0], 'event_type' ) ) );
	},
	'an event is queued and sent with no address, that of the network or the whole one, as chosen' => function () {
		$sent = array(
			Ip::OFF       => array( null, null, null ),
			Ip::SHORTENED => array( '203.0.113.0', '2001:db8:1::', '203.0.113.0' ),
			Ip::WHOLE     => array( '203.0.113.77', '2001:db8:1:2::3', '203.0.113.77' ),
		);
		foreach ( $sent as $choice => $expected ) {
			fresh_site();
			same( 'success', choose( $choice )[0] );
			log_from( '203.0.113.77', '2001:db8:1:2::3', '::ffff:203.0.113.77' );
			same( $expected, ips( array_map( fn( $body ) => json_decode( $body, true ), array_values( ( new Queue() )->take( 9, PHP_INT_MAX ) ) ) ), "queued as $choice" );
			answers( accepts() );
			tick();
			same( $expected, ips( sent()[0] ), "sent as $choice" );
		}
	},
	'the plugin reads no address from the request: what WP Activity Log did not record is not sent' => function () {
		choose( Ip::WHOLE );
		$server  = $_SERVER;
		$_SERVER = array( 'REMOTE_ADDR' => '198.51.100.2', 'HTTP_X_FORWARDED_FOR' => '198.51.100.3', 'HTTP_CLIENT_IP' => '198.51.100.4' ) + $server;
		log_event( 2002, array() );
		log_from( '203.0.113.77' );
		$_SERVER = $server;
		answers( accepts() );
		tick();
		same( array( null, '203.0.113.77' ), ips( sent()[0] ) );
	},
	'past events are sent with the address of their row, or of the metadata of a row that is not migrated' => function () {
		global $wpdb;
		choose( Ip::WHOLE );
		update_site_option( Goal_Sender\Import::AWAY_OPTION, array( 'ranges' => array( array( 0, Goal_Sender\microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 5 );
		$wpdb->query( "UPDATE wp_wsal_occurrences SET client_ip = '203.0.113.77' WHERE id = 1" );
		$wpdb->query( "UPDATE wp_wsal_occurrences SET client_ip = '[\"2001:db8:1:2::3\"]' WHERE id = 2" );
		$wpdb->query( "INSERT INTO wp_wsal_metadata (occurrence_id, name, value) VALUES (3, 'ClientIP', '\"198.51.100.2\"'), (4, 'ClientIP', 'a:1:{i:0;s:12:\"198.51.100.9\";}')" );
		press( 'import' );
		answers( accepts() );
		tick();
		same( array( '203.0.113.77', '2001:db8:1:2::3', '198.51.100.2', '198.51.100.9', null ), ips( sent()[0] ) );
	},
	'a stricter choice also holds for waiting events, and a wider one adds nothing to them' => function () {
		$sent = array(
			array( Ip::WHOLE, Ip::WHOLE, '203.0.113.77' ),
			array( Ip::WHOLE, Ip::SHORTENED, '203.0.113.0' ),
			array( Ip::WHOLE, Ip::OFF, null ),
			array( Ip::SHORTENED, Ip::WHOLE, '203.0.113.0' ),
			array( Ip::SHORTENED, Ip::OFF, null ),
			array( Ip::OFF, Ip::WHOLE, null ),
		);
		foreach ( $sent as list( $queued_as, $sent_as, $expected ) ) {
			fresh_site();
			choose( $queued_as );
			log_event( 2002, array( 'PostTitle' => '","ip":"203.0.113.9', 'ClientIP' => '203.0.113.77' ) );
			choose( $sent_as );
			answers( accepts() );
			tick();
			same( array( $expected ), ips( sent()[0] ), "$queued_as, then $sent_as" );
			same( 'Modified the post ","ip":"203.0.113.9, 100% by', sent()[0][0]['message'], 'the text of an event' );
		}
	},
	'a stricter choice holds from the next request on, even if another process makes it in the middle of a run' => function () {
		choose( Ip::WHOLE );
		$event = fn() => Goal_Sender\Event::own( 'x', 'info', 'a' ) + array( 'ip' => '203.0.113.77' );
		( new Queue() )->add( array_map( $event, range( 1, 1500 ) ) );
		$elsewhere = function () {
			connect()->query( "UPDATE wp_options SET option_value = 'off' WHERE option_name = 'goal_sender_ip'" );
			return taken( 1000 );
		};
		answers( $elsewhere, taken( 500 ) );
		tick();
		same( array( array( '203.0.113.77' ), array( null ) ), array_map( fn( $events ) => array_values( array_unique( ips( $events ) ) ), sent() ) );
	},
	'a new installation sends shortened addresses, and keeps what a person chooses when it is activated again' => function () {
		same( Ip::SHORTENED, Ip::choice() );
		lacks( 'Until you choose', notices() );
		choose( Ip::OFF );
		do_action( 'deactivate' );
		do_action( 'activate' );
		same( Ip::OFF, Ip::choice() );
	},
	'after an update from version 1.1.0 no address is sent until a person chooses, not even if the plugin is activated again' => function () {
		updated_from_1_1_0();
		log_from( '203.0.113.77' );
		do_action( 'deactivate' );
		do_action( 'activate' );
		log_from( '203.0.113.77' );
		answers( accepts(), accepts() );
		tick();
		same( array( 'of 1.1.0' ), messages( array_slice( sent()[0], 0, 1 ) ) );
		same( array( null, null, null ), ips( sent()[0] ) );
		holds( 'value="off" checked', page() );
		holds( 'Until you choose, no address is sent', notices() );
		choose( Ip::WHOLE );
		log_from( '203.0.113.77' );
		tick( 60 );
		same( array( '203.0.113.77' ), ips( sent()[1] ) );
		lacks( 'Until you choose', notices() );
	},
	'the notice after an update goes away by «Keep sending none», and only people who may choose see it' => function () {
		updated_from_1_1_0();
		$GLOBALS['world']['capabilities'] = array( 'edit_posts' );
		same( '', printed( array( new Goal_Sender\Notices(), 'show' ) ) );
		$GLOBALS['world']['multisite']    = true;
		$GLOBALS['world']['capabilities'] = array( 'manage_options' );
		same( '', printed( array( new Goal_Sender\Notices(), 'show' ) ), 'the administrator of one site of a network' );
		$GLOBALS['world']['multisite'] = false;
		holds( 'name="action" value="goal_sender_choose_ip"', notices() );
		holds( 'name="ip" value="off"', notices() );
		choose( Ip::OFF );
		lacks( 'Until you choose', notices() );
		same( Ip::OFF, Ip::choice() );
	},
	'the page accepts no other choice, and an unknown stored one sends nothing' => function () {
		same( 'error', choose( 'everything' )[0] );
		same( 'error', press( 'choose_ip' )[0] );
		same( Ip::SHORTENED, Ip::choice() );
		update_site_option( Ip::OPTION, 'everything' );
		same( array( Ip::OFF, false ), array( Ip::choice(), Ip::is_chosen() ) );
	},
	'the page says that a stricter choice holds for waiting events, that messages may hold an address, and that the service may keep none' => function () {
		$page = page();
		holds( 'value="shortened" checked', $page );
		holds( 'A stricter choice also holds for the events that are waiting', $page );
		holds( 'The messages of some events contain an IP address, whatever you choose.', $page );
		holds( 'The service can be set to keep no IP addresses of a site.', $page );
	},
	'no id stands twice on the page' => function () {
		preg_match_all( '/ id="([^"]+)"/', page(), $found );
		same( array_unique( $found[1] ), $found[1] );
		same( true, count( $found[1] ) > 5 );
	},
	'the text for the privacy notice follows the choice, on the page and in WordPress\'s guide' => function () {
		( new Privacy() )->listen();
		$parts = array(
			Ip::OFF       => array( 'It contains an IP address only if', 'It also contains' ),
			Ip::SHORTENED => array( 'It also contains the shortened IP address', 'It also contains the IP address' ),
			Ip::WHOLE     => array( 'It also contains the IP address', 'shortened' ),
		);
		foreach ( $parts as $choice => list( $is_said, $is_not_said ) ) {
			choose( $choice );
			do_action( 'admin_init' );
			preg_match( '#<textarea[^>]*>(.*)</textarea>#s', page(), $found );
			list( $name, $guide ) = $GLOBALS['world']['privacy'];
			same( 'Goal Sender', $name );
			foreach ( array( $found[1], $guide ) as $text ) {
				holds( 'A copy of the log is kept at goal.test.', $text );
				holds( $is_said, $text );
				lacks( $is_not_said, $text );
			}
		}
	},
	'WordPress\'s guide gets no text before an address is entered' => function () {
		update_site_option( 'goal_sender_settings', array() );
		( new Privacy() )->add_to_guide();
		same( null, world( 'privacy' ) );
	},
);
