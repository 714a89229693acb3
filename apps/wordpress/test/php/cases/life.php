<?php
/**
 * Installing, importing, administering, deleting.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Admin;
use Goal_Sender\Notices;
use Goal_Sender\Settings;
use Goal_Sender\Settings_Page;
use Goal_Sender\State;

const OTHER_KEY = 'goal_live_zzzz9999_nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn';

/** Presses a button as an administrator; returns what the page says afterwards. */
function press( $action, $fields = array() ) {
	$GLOBALS['world']['capabilities'] = array( 'manage_options', 'manage_network_options' );
	$GLOBALS['world']['nonce']        = "goal_sender_$action";
	$_POST                            = array_map( 'addslashes', $fields );
	try {
		( new Admin() )->act( $action );
	} catch ( Ended $ended ) {
		holds( 'page=goal-sender', $ended->getMessage() );
	}
	return get_transient( 'goal_sender_said_0' ) ? get_transient( 'goal_sender_said_0' ) : array( '', '' );
}

/** The output of a method. */
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
	'saving tests the settings at once, and says the outcome in plain words' => function () {
		$cases = array(
			array( taken( 1 ), 'accepted the test event' ),
			array( answer( 401, array( 'error' => 'invalid token' ) ), 'does not know this key' ),
			array( answer( 403, array( 'error' => 'domain mismatch' ) ), 'another domain than other.test' ),
			array( answer( 403, array( 'error' => 'site paused' ) ), 'is paused' ),
			array( answer( 403, array( 'error' => 'site revoked' ) ), 'has blocked' ),
			array( answer( 404, 'x' ), 'not the service' ),
			array( answer( 301, '' ), 'redirects to another' ),
			array( answer( 413, '' ), 'smaller portions' ),
			array( answer( 429, array( 'error' => 'rate limited' ) ), 'wait a little' ),
			array( answer( 429, array( 'error' => 'monthly limit reached' ) ), 'asks once a day' ),
			array( answer( 503, array( 'error' => 'service unavailable' ) ), 'temporarily unavailable' ),
			array( answer( 418, '' ), '418' ),
			array( answer( 200, 'hello' ), 'login page' ),
			array( new WP_Error( 'http', 'cURL error 28' ), 'could not be reached' ),
		);
		foreach ( $cases as list( $answer, $words ) ) {
			answers( $answer );
			list( $kind, $said ) = press( 'save', array( 'address' => 'https://goal.test/v1/goal', 'domain' => 'Other.test.', 'key' => '' ) );
			holds( $words, $said );
			same( 'accepted the test event' === $words ? 'success' : 'error', $kind );
			answers( $answer );
			holds( $words, press( 'test' )[1] );
		}
		same( 'test', sent()[0][0]['event_type'] );
	},
	'addresses are accepted as people paste them, but without another scheme, a user name or a password' => function () {
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
		holds( 'not a site key', press( 'save', array( 'address' => 'https://g.test', 'domain' => '', 'key' => 'goal_acct_abcd1234_' . str_repeat( 'x', 40 ) ) )[1] );
		same( array( 'https://goal.test/v1/goal', 'goal_live_abcd1234_…' ), array( Settings::load()->address, Settings::load()->key_hint() ) );
		same( array(), sent() );
	},
	'where wp-config.php blocks outgoing requests, the page and the notice say which line lets them through' => function () {
		$blocked = new WP_Error( 'http_request_not_executed', 'User has blocked requests through HTTP to the URL: https://goal.test/v1/goal/events.' );
		log_event( 2002, array() );
		answers( $blocked, $blocked, $blocked );
		$words = "WP_HTTP_BLOCK_EXTERNAL in wp-config.php keeps this site from reaching goal.test. Add this line there, or the name to the line that is there: define( 'WP_ACCESSIBLE_HOSTS', 'goal.test' );";
		same( array( 'error', $words ), press( 'test' ) );
		tick();
		tick( 60 );
		foreach ( array( page(), notices() ) as $shown ) {
			holds( esc_html( $words ), $shown );
		}
	},
	'changing the key loses nothing: with a refused key nothing is saved, neither address nor domain; an accepted key sends the waiting events' => function () {
		log_event( 2002, array() );
		answers( answer( 401, array( 'error' => 'invalid token' ) ) );
		$before = Settings::load();
		list( $kind, $said ) = press( 'save', array( 'address' => 'https://new.test', 'domain' => 'new.test', 'key' => OTHER_KEY ) );
		same( 'error', $kind );
		holds( 'Nothing was saved: the old key, address and domain stay in use.', $said );
		holds( 'does not know this key', $said );
		same( (array) $before, (array) Settings::load() );
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
	'outside text is escaped on the page and in the notices' => function () {
		log_event( 2002, array() );
		$nasty = '<script>alert(1)</script>';
		answers( answer( 500, array( 'error' => $nasty ) ), new WP_Error( 'x', $nasty ) );
		tick();
		tick( 60 );
		lacks( '<script', page() . notices() );
		holds( '&lt;script', page() );
	},
	'a user without the capability and a request without the nonce change nothing' => function () {
		foreach ( Admin::ACTIONS as $action ) {
			foreach ( array( array( array(), "goal_sender_$action" ), array( array( 'edit_posts' ), "goal_sender_$action" ), array( array( 'manage_options' ), 'goal_sender_other' ) ) as list( $capabilities, $nonce ) ) {
				$GLOBALS['world']['capabilities'] = $capabilities;
				$GLOBALS['world']['nonce']        = $nonce;
				$_POST                            = array( 'ip' => 'whole' );
				$state                            = fn() => json_encode( array( get_site_option( 'goal_sender_settings' ), get_site_option( 'goal_sender_seen' ), get_site_option( 'goal_sender_ip' ), $GLOBALS['world']['requests'] ?? 0 ) );
				$before                           = $state();
				try {
					( new Admin() )->act( $action );
					same( true, false, "$action went through" );
				} catch ( Ended $ended ) {
					lacks( 'page=', $ended->getMessage() );
				}
				same( $before, $state() );
			}
		}
		update_site_option( 'goal_sender_key', '' );
		holds( 'does not know where to send yet', notices() );
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
	'dropped events are reported on every page until the administrator confirms it' => function () {
		same( '', notices() );
		log_event( 2002, array() );
		answers( answer( 500, '' ) );
		tick( 8 * DAY_IN_SECONDS );
		holds( 'has dropped 1 event', notices() );
		press( 'dismiss' );
		same( '', notices() );
	},
	'an old failure names the domain of its request, not the one that is set now' => function () {
		log_event( 2002, array() );
		$state = State::load();
		$state->log( 403, 'domain mismatch' );
		$state->save();
		answers( answer( 403, array( 'error' => 'domain mismatch' ) ) );
		tick();
		$settings         = Settings::load();
		$settings->domain = 'other.test';
		$settings->save();
		$page = page();
		holds( 'another domain than shop.test.', $page );
		holds( 'another domain than ….', $page );
		lacks( 'another domain than other.test', $page );
	},
	'the page says when sending is tried next' => function () {
		$next = function () {
			preg_match( '#Next attempt</th><td>([^<]*)#', page(), $found );
			return $found[1];
		};
		do_action( 'init' );
		same( 'with the next visit to this site', $next() );
		tick();
		$GLOBALS['world']['scheduled'][0] = Goal_Sender\time() + 60;
		same( gmdate( 'Y-m-d H:i', Goal_Sender\time() + 60 ), $next() );
		log_event( 2002, array() );
		answers( new WP_Error( 'http', 'closed port' ), new WP_Error( 'http', 'closed port' ), new WP_Error( 'http', 'closed port' ), new WP_Error( 'http', 'closed port' ) );
		foreach ( array( 0, 60, 60, 120 ) as $later ) {
			tick( $later );
		}
		same( gmdate( 'Y-m-d H:i', Goal_Sender\time() + 120 ), $next() );
		update_site_option( 'goal_sender_key', '' );
		same( 'once address and key are entered', $next() );
	},
	'the list of plugins says what deactivating and deleting do with waiting events' => function () {
		$GLOBALS['world']['capabilities'] = array( 'manage_options' );
		same( '', printed( array( new Notices(), 'show_waiting' ) ) );
		log_event( 2002, array() );
		holds( '1 event is still waiting to be sent. Deactivating the plugin keeps it. Deleting the plugin tries once more to send it', printed( array( new Notices(), 'show_waiting' ) ) );
	},
	'the plugin meets the rules for the readme: few tags, a short description, one version, and a version of WordPress without its third number' => function () {
		$folder = dirname( __DIR__, 3 ) . '/goal-sender/';
		$readme = file_get_contents( "{$folder}readme.txt" );
		$main   = file_get_contents( "{$folder}goal-sender.php" );
		$field  = fn( $name ) => preg_match( "/^(?: \\* )?$name: +(.+)$/m", $readme, $found ) ? $found[1] : '';
		same( true, count( explode( ',', $field( 'Tags' ) ) ) <= 5 );
		same( 1, preg_match( '/^\d+\.\d$/', $field( 'Tested up to' ) ) );
		foreach ( array( 'Requires at least', 'Requires PHP', 'License', 'License URI' ) as $name ) {
			holds( $field( $name ), $main );
		}
		same( 1, preg_match( '/^License URI.*\n\n(.+)\n\n/m', $readme, $found ) );
		same( true, strlen( $found[1] ) <= 150 );
		holds( '= ' . Goal_Sender\VERSION . ' =', $readme );
	},
	'every statement of $wpdb is prepared in the call that runs it' => function () {
		$found = 0;
		foreach ( glob( dirname( __DIR__, 3 ) . '/goal-sender/includes/*/*.php' ) as $file ) {
			$source = file_get_contents( $file );
			same( 0, preg_match( '/\$wpdb->(?:query|get_\w+)\( (?!\$wpdb->prepare\()/', $source ), basename( $file ) );
			$found += substr_count( $source, '$wpdb->prepare(' );
		}
		same( true, $found > 4 );
	},
	'a failing delivery is reported on every page' => function () {
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
		same( array( 'info', 'Sent: 1 event. Waiting: 0 events.' ), press( 'retry' ) );
	},
	'deleting tries once more to send, tells service and administrator what is lost, and leaves nothing behind' => function () {
		global $wpdb;
		log_event( 2002, array() );
		log_event( 2002, array() );
		answers( answer( 500, '' ), taken( 1 ) );
		Goal_Sender\Uninstall::run();
		same( 'goal-sender was deleted; 2 events were not sent', sent()[1][0]['message'] );
		holds( '2 events had not been sent', $GLOBALS['world']['mails'][0] );
		same( '0', $wpdb->get_var( "SELECT COUNT(*) FROM wp_options WHERE option_name LIKE 'goal%'" ) );
		same( null, $wpdb->get_var( "SHOW TABLES LIKE 'wp\\_goal%'" ) );
	},
	'deleting sends no mail if nothing is lost' => function () {
		log_event( 2002, array() );
		answers( taken( 1 ), taken( 1 ) );
		Goal_Sender\Uninstall::run();
		same( true, empty( $GLOBALS['world']['mails'] ) );
	},
	'after ten minutes, and not before, the page says that the cron job does not run' => function () {
		lacks( 'WP-Cron', page() );
		$GLOBALS['world']['later'] = 11 * MINUTE_IN_SECONDS;
		holds( 'WP-Cron', page() );
		tick();
		lacks( 'WP-Cron', page() );
	},
	'a lost cron job is scheduled again, every minute' => function () {
		do_action( 'init' );
		same( array( 'goal_sender_minute', 'goal_sender_tick' ), array_slice( $GLOBALS['world']['scheduled'], 1 ) );
		same( 60, ( new Goal_Sender\Plugin() )->with_minute( array() )['goal_sender_minute']['interval'] );
	},
	'every sentence can be translated: it is in the template, under the text domain of the plugin' => function () {
		$template = preg_replace( '/"\n"/', '', file_get_contents( dirname( __DIR__, 3 ) . '/goal-sender/languages/goal-sender.pot' ) );
		$found    = 0;
		foreach ( glob( dirname( __DIR__, 3 ) . '/goal-sender/includes/*/*.php' ) as $file ) {
			$source = file_get_contents( $file );
			preg_match_all( "/\\b(?:__|esc_html__|_n)\\( '((?:[^'\\\\\\\\]|\\\\\\\\.)*)'.*?'([a-z-]+)' \\)/", $source, $calls, PREG_SET_ORDER );
			foreach ( $calls as list( , $text, $domain ) ) {
				same( 'goal-sender', $domain, $text );
				holds( 'msgid "' . addcslashes( stripslashes( $text ), '"\\' ) . '"', $template );
				++$found;
			}
		}
		same( true, $found > 80 );
	},
);
