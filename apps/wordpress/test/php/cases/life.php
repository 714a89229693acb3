<?php
/**
 * Installing, importing, administrating, deleting.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Admin;
use Goal_Sender\Import;
use Goal_Sender\Notices;
use Goal_Sender\Settings;
use Goal_Sender\Settings_Page;
use Goal_Sender\State;

const OTHER_KEY = 'goal_live_zzzz9999_nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn';

/** Presses a button as an administrator; gives what the page says then. */
function press( $action, $fields = array() ) {
	$GLOBALS['world']['capabilities'] = array( 'manage_options', 'manage_network_options' );
	$GLOBALS['world']['nonce']        = "goal_sender_$action";
	$_POST                            = array_map( 'addslashes', $fields );
	try {
		( new Admin() )->{"on_$action"}();
	} catch ( Ended $ended ) {
		holds( 'page=goal-sender', $ended->getMessage() );
	}
	return get_transient( 'goal_sender_said_0' ) ? get_transient( 'goal_sender_said_0' ) : array( '', '' );
}

/** What a method prints. */
function printed( $show ) {
	ob_start();
	$show();
	return ob_get_clean();
}

/** The page and the notices, as an administrator sees them. */
function page() {
	$GLOBALS['world']['capabilities'] = array( 'manage_options', 'manage_network_options' );
	return printed( array( new Settings_Page(), 'show' ) );
}
function notices() {
	$GLOBALS['world']['capabilities'] = array( 'manage_options', 'manage_network_options' );
	return printed( array( new Notices(), 'show' ) );
}

return array(
	'past events are brought over once, in steps, with progress, and under names that do not change' => function () {
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0, microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 1200 );
		holds( '1,200 events from the time', page() );
		answers( taken( 1000 ), taken( 200 ) );
		same( 'info', press( 'import' )[0] );
		tick();
		same( array( 1000, 200 ), array_map( 'count', sent() ) );
		$event = sent()[0][0];
		same( array( 2002, 'low', 'editor', 'Modified the post Post 1, 100% by', 1 ), array( $event['code'], $event['severity'], $event['username'], $event['message'], $event['post_id'] ) );
		same( '.125Z', substr( $event['occurred_at'], -5 ) );
		holds( '1,200 of 1,200 events', page() );
		lacks( 'Import past events', page() );
		same( 'There are no past events to bring over.', press( 'import' )[1] );
		// A crash after the step was queued and before its progress was stored: the same names again.
		update_site_option( Import::OPTION, array( 'running' => true, 'ranges' => array( array( 0, microtime( true ) ) ), 'position' => 0, 'last_id' => 1, 'done' => 0, 'total' => 1 ) );
		answers( taken( 1 ) );
		tick( 60 );
		same( $event['event_uuid'], sent()[2][0]['event_uuid'] );
	},
	'an event that was sent when it occurred and is imported after a new installation has the same name and the same time: the service keeps one of the two' => function () {
		global $wpdb;
		fill_past_log( 0 );
		log_stored_event( 2002, array( 'PostTitle' => 'with metadata', 'Author' => 'jo' ) );
		log_stored_event( 2002, array() );
		log_stored_event( 9001, array( 'Name' => 'Pen' ) );
		answers( accepts() );
		tick();
		$live = array_column( sent()[0], 'occurred_at', 'event_uuid' );
		same( 3, count( $live ) );
		( new Goal_Sender\Queue() )->destroy();
		$wpdb->query( 'DELETE FROM wp_sitemeta' );
		$GLOBALS['options'] = array();
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
	'an event whose row cannot be told for sure gets a name by chance: in another database, without a row, or after the query of somebody else' => function () {
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
	'the import offers only what came after the newest event that the service holds of before, and everything where the field is emptied' => function () {
		fill_past_log( 10 );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0.0, microtime( true ) ) ), 'left_at' => null ) );
		$newest = (int) $GLOBALS['wpdb']->get_var( 'SELECT FLOOR(created_on) FROM wp_wsal_occurrences WHERE id = 7' );
		$GLOBALS['world']['look'] = answer( 200, array( 'events' => array( array( 'occurred_at' => gmdate( 'Y-m-d\TH:i:s', $newest ) . '.125Z' ) ) ) );
		answers( accepts(), accepts() );
		press( 'save', array( 'address' => 'https://goal.test/v1/goal', 'domain' => '', 'key' => '' ) );
		holds( '&to=' . gmdate( 'Y-m-d', right_time() ), last_of( $GLOBALS['world']['looks'] )[0] );
		$default = gmdate( 'Y-m-d\TH:i:s', $newest + 1 );
		holds( 'value="' . $default . '"', page() );
		holds( 'do not arrive twice', page() );
		same( 'This is no date and time. Nothing was imported.', press( 'import', array( 'after' => 'yesterday' ) )[1] );
		press( 'import', array( 'after' => $default ) );
		tick();
		same( array( 8, 9, 10 ), array_column( sent()[1], 'post_id' ) );
		update_site_option( Import::OPTION, false );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0.0, microtime( true ) ) ), 'left_at' => null ) );
		holds( 'named no event of before', page() );
		answers( accepts() );
		press( 'import', array( 'after' => '' ) );
		tick( 60 );
		same( 10, count( last_of( sent() ) ) );
	},
	'the import waits where the queue is long' => function () {
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array( array( 0, microtime( true ) ) ), 'left_at' => null ) );
		fill_past_log( 6000 );
		press( 'import' );
		tick();
		same( Import::AHEAD, waiting() );
	},
	'only the time when the plugin was not active is imported' => function () {
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
	'what is heard after the deactivation in the same request is sent, and not imported again' => function () {
		do_action( 'activate' );
		do_action( 'deactivate' );
		$logged_at = microtime( true );
		do_action( 'wsal_logged_alert', null, 5002, array( 'Timestamp' => sprintf( '%.6F', $logged_at ) ), null, 1 );
		same( 1, waiting() );
		do_action( 'activate' );
		$ranges = Import::open_ranges();
		same( true, end( $ranges )[0] >= $logged_at );
		// Active again: what is heard now opens no gap.
		do_action( 'wsal_logged_alert', null, 2002, array( 'Timestamp' => sprintf( '%.6F', microtime( true ) ) ), null, 1 );
		same( null, get_site_option( Import::AWAY_OPTION )['left_at'] );
	},
	'objects in the log of another plugin are read as data' => function () {
		global $wpdb;
		fill_past_log( 1 );
		$wpdb->query( "UPDATE wp_wsal_metadata SET value = 'O:5:\"Ended\":1:{s:7:\"message\";s:2:\"hi\";}'" );
		$past = Goal_Sender\Activity_Log::past( array( array( 0, microtime( true ) ) ), 0, 9, 9 );
		same( '__PHP_Incomplete_Class', get_class( $past[0]['data']['PostTitle'] ) );
	},
	'saving tries the settings at once, and says in plain words what came of it' => function () {
		$cases = array(
			array( taken( 1 ), 'taken the test event' ),
			array( answer( 401, array( 'error' => 'invalid token' ) ), 'does not know this key' ),
			array( answer( 403, array( 'error' => 'domain mismatch' ) ), 'another domain than other.test' ),
			array( answer( 403, array( 'error' => 'site paused' ) ), 'is paused' ),
			array( answer( 403, array( 'error' => 'site revoked' ) ), 'has blocked' ),
			array( answer( 404, 'x' ), 'not the service' ),
			array( answer( 301, '' ), 'leads on' ),
			array( answer( 413, '' ), 'smaller portions' ),
			array( answer( 429, array( 'error' => 'rate limited' ) ), 'wait a little' ),
			array( answer( 503, array( 'error' => 'service unavailable' ) ), 'out of order for the moment' ),
			array( answer( 418, '' ), '418' ),
			array( answer( 200, 'hello' ), 'login page' ),
			array( new WP_Error( 'http', 'cURL error 28' ), 'could not be reached' ),
		);
		foreach ( $cases as list( $answer, $words ) ) {
			answers( $answer );
			list( $kind, $said ) = press( 'save', array( 'address' => 'https://goal.test/v1/goal', 'domain' => 'Other.test.', 'key' => '' ) );
			holds( $words, $said );
			same( 'taken the test event' === $words ? 'success' : 'error', $kind );
			answers( $answer );
			holds( $words, press( 'test' )[1] );
		}
		same( 'test', sent()[0][0]['event_type'] );
	},
	'addresses are understood as people paste them, and no other scheme, name or password in them' => function () {
		foreach ( array( 'https://g.test', 'https://g.test/', ' https://g.test/v1/goal/ ', 'https://g.test/v1/goal/events' ) as $typed ) {
			same( 'https://g.test/v1/goal', Settings::normal_address( $typed ) );
		}
		same( 'http://localhost:4000/v2/x', Settings::normal_address( 'http://localhost:4000/v2/x?y=1#z' ) );
		foreach ( array( '', 'g.test', 'ftp://g.test', 'https://me:pw@g.test/', 'javascript:alert(1)', 'file:///etc/passwd' ) as $typed ) {
			same( '', Settings::normal_address( $typed ) );
		}
		same( array( 'g.test', 'g.test', 'shop.test' ), array_map( array( Settings::class, 'normal_domain' ), array( 'G.test.', 'https://g.test/x', '' ) ) );
	},
	'a wrong address or another kind of key changes nothing' => function () {
		same( 'error', press( 'save', array( 'address' => 'nowhere', 'domain' => '', 'key' => OTHER_KEY ) )[0] );
		holds( 'no site key', press( 'save', array( 'address' => 'https://g.test', 'domain' => '', 'key' => 'goal_acct_abcd1234_' . str_repeat( 'x', 40 ) ) )[1] );
		same( array( 'https://goal.test/v1/goal', 'goal_live_abcd1234_…' ), array( Settings::load()->address, Settings::load()->key_hint() ) );
		same( array(), sent() );
	},
	'a key is changed without a loss: one that is refused does not replace the old one, one that is taken sends what waits' => function () {
		log_event( 2002, array() );
		answers( answer( 401, array( 'error' => 'invalid token' ) ) );
		holds( 'the old one stays in use', press( 'save', array( 'address' => 'https://goal.test', 'domain' => '', 'key' => OTHER_KEY ) )[1] );
		same( 'goal_live_abcd1234_…', Settings::load()->key_hint() );
		answers( taken( 1 ), taken( 1 ) );
		same( 'success', press( 'save', array( 'address' => 'https://goal.test', 'domain' => '', 'key' => OTHER_KEY ) )[0] );
		tick();
		same( 'Bearer ' . OTHER_KEY, end( $GLOBALS['world']['requests'] )[1]['headers']['Authorization'] );
		same( 0, waiting() );
	},
	'the key is never shown again' => function () {
		$page = page();
		lacks( 'sssss', $page );
		holds( 'goal_live_abcd1234_…', $page );
		holds( 'type="password" value=""', $page );
	},
	'what came from outside is escaped on the page and in the notices' => function () {
		log_event( 2002, array() );
		$nasty = '<script>alert(1)</script>';
		answers( answer( 500, array( 'error' => $nasty ) ), new WP_Error( 'x', $nasty ) );
		tick();
		tick( 60 );
		lacks( '<script', page() . notices() );
		holds( '&lt;script', page() );
	},
	'nobody without the capability, and no request without the nonce, does anything' => function () {
		foreach ( Admin::ACTIONS as $action ) {
			foreach ( array( array( array(), "goal_sender_$action" ), array( array( 'edit_posts' ), "goal_sender_$action" ), array( array( 'manage_options' ), 'goal_sender_other' ) ) as list( $capabilities, $nonce ) ) {
				$GLOBALS['world']['capabilities'] = $capabilities;
				$GLOBALS['world']['nonce']        = $nonce;
				$before                           = json_encode( array( get_site_option( 'goal_sender_settings' ), get_site_option( 'goal_sender_seen' ), $GLOBALS['world']['requests'] ?? 0 ) );
				try {
					( new Admin() )->{"on_$action"}();
					same( true, false, "$action went through" );
				} catch ( Ended $ended ) {
					lacks( 'page=', $ended->getMessage() );
				}
				same( $before, json_encode( array( get_site_option( 'goal_sender_settings' ), get_site_option( 'goal_sender_seen' ), $GLOBALS['world']['requests'] ?? 0 ) ) );
			}
		}
		update_site_option( 'goal_sender_key', '' );
		holds( 'does not know yet', notices() );
		$GLOBALS['world']['capabilities'] = array( 'edit_posts' );
		same( '', printed( array( new Settings_Page(), 'show' ) ) . printed( array( new Notices(), 'show' ) ) );
	},
	'in a network the page belongs to the network and its administrators' => function () {
		$GLOBALS['world']['multisite'] = true;
		( new Admin() )->listen();
		do_action( 'network_admin_menu' );
		same( array( 'settings.php', 'manage_network_options' ), array( $GLOBALS['world']['page'][0], $GLOBALS['world']['page'][3] ) );
		holds( '/network/settings.php', Admin::page_url() );
		holds( 'Send test event', page() );
	},
	'dropped events are told on every page until the administrator has read it' => function () {
		same( '', notices() );
		log_event( 2002, array() );
		answers( answer( 500, '' ) );
		tick( 8 * DAY_IN_SECONDS );
		holds( 'has dropped 1 event', notices() );
		press( 'dismiss' );
		same( '', notices() );
	},
	'that nothing can be delivered is told on every page' => function () {
		log_event( 2002, array() );
		answers( answer( 401, array( 'error' => 'invalid token' ) ), answer( 401, array( 'error' => 'invalid token' ) ) );
		tick();
		tick( 60 );
		holds( 'cannot deliver. The service does not know this key', notices() );
	},
	'«send now» ends the pause and sends' => function () {
		log_event( 2002, array() );
		answers( answer( 500, '' ), taken( 1 ) );
		tick();
		$GLOBALS['world']['later'] += 1;
		same( 'Tried again. 0 events are waiting.', press( 'retry' )[1] );
	},
	'deleting tries once more to send, tells service and administrator what is lost, and leaves nothing behind' => function () {
		global $wpdb;
		log_event( 2002, array() );
		log_event( 2002, array() );
		answers( answer( 500, '' ), taken( 1 ) );
		Goal_Sender\Uninstall::run();
		same( 'goal-sender was deleted; 2 events were not sent', sent()[1][0]['message'] );
		holds( '2 events had not been sent', $GLOBALS['world']['mails'][0] );
		same( '0', $wpdb->get_var( 'SELECT COUNT(*) FROM wp_sitemeta' ) );
		same( null, $wpdb->get_var( "SHOW TABLES LIKE 'wp\\_goal%'" ) );
	},
	'deleting says nothing by mail where nothing is lost' => function () {
		log_event( 2002, array() );
		answers( taken( 1 ), taken( 1 ) );
		Goal_Sender\Uninstall::run();
		same( true, empty( $GLOBALS['world']['mails'] ) );
	},
	'that the clock does not run is said after ten minutes, and not before' => function () {
		lacks( 'WP-Cron', page() );
		$GLOBALS['world']['later'] = 11 * MINUTE_IN_SECONDS;
		holds( 'WP-Cron', page() );
		tick();
		lacks( 'WP-Cron', page() );
	},
	'the clock is set again where it was lost, every minute' => function () {
		do_action( 'init' );
		same( array( 'goal_sender_minute', 'goal_sender_tick' ), array_slice( $GLOBALS['world']['scheduled'], 1 ) );
		same( 60, ( new Goal_Sender\Plugin() )->with_minute( array() )['goal_sender_minute']['interval'] );
	},
	'every sentence is ready to be translated: it is in the template, and under the name of the plugin' => function () {
		$template = preg_replace( '/"\n"/', '', file_get_contents( dirname( __DIR__, 3 ) . '/goal-sender/languages/goal-sender.pot' ) );
		$found    = 0;
		foreach ( glob( dirname( __DIR__, 3 ) . '/goal-sender/includes/*.php' ) as $file ) {
			$source = file_get_contents( $file );
			preg_match_all( "/\\b(?:__|esc_html__|_n)\\( '((?:[^'\\\\\\\\]|\\\\\\\\.)*)'.*?'([a-z-]+)' \\)/", $source, $calls, PREG_SET_ORDER );
			foreach ( $calls as list( , $text, $domain ) ) {
				same( 'goal-sender', $domain, $text );
				holds( 'msgid "' . addcslashes( stripslashes( $text ), '"\\' ) . '"', $template );
				++$found;
			}
		}
		same( true, $found > 60 );
	},
);
