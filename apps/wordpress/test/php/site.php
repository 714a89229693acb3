<?php
/**
 * Runs one action on a site, in a process of its own: `php site.php WHAT …`.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

require __DIR__ . '/bootstrap.php';

use Goal_Sender\Queue;
use Goal_Sender\Settings;
use Goal_Sender\State;

list( , $what, $first, $second, $third ) = $argv + array( 2 => '', 3 => '', 4 => '' );

/** Ends the pause and runs the cron job. */
function tick_at_once() {
	Settings::load()->try_again();
	do_action( 'goal_sender_tick' );
}

switch ( $what ) {
	case 'activate':
		move_to( network_home_url() );
		do_action( 'activate' );
		break;
	case 'configure': // Sets the address and the key.
		$settings          = Settings::load();
		$settings->address = Settings::normal_address( $first );
		$settings->key     = $second;
		$settings->save();
		break;
	case 'log': // Logs events whose titles are the numbers from the first to the second, from the third.
		foreach ( range( (int) $first, (int) $second ) as $number ) {
			log_event( 2002, array( 'PostTitle' => "no. $number", 'CurrentUserID' => 7, 'Severity' => 250, 'PostID' => $number, 'ClientIP' => $third ) );
		}
		break;
	case 'visit': // The same in one page, to its end.
		log_event( 2002, array( 'PostTitle' => "no. $first", 'CurrentUserID' => 7 ) );
		do_action( 'shutdown' );
		break;
	case 'self-call': // What WordPress's address for AJAX does with this body.
		parse_str( $first, $_POST );
		try {
			do_action( 'wp_ajax_nopriv_' . $_POST['action'] );
		} catch ( Ended $ended ) {
			unset( $ended );
		}
		break;
	case 'choose-ip': // Chooses how much of IP addresses is sent.
		Goal_Sender\Ip::choose( $first );
		break;
	case 'log-stored': // The same, and WP Activity Log stores them.
		if ( null === $GLOBALS['wpdb']->get_var( "SHOW TABLES LIKE 'wp\\_wsal\\_occurrences'" ) ) {
			fill_past_log( 0 );
		}
		foreach ( range( (int) $first, (int) $second ) as $number ) {
			log_stored_event( 2002, array( 'PostTitle' => "no. $number" ) );
		}
		break;
	case 'delete': // Deletes the plugin, as «Delete» in the list of plugins does.
		do_action( 'deactivate' );
		Goal_Sender\Uninstall::run();
		break;
	case 'press': // Presses a button; prints what the page says.
		$GLOBALS['world']['capabilities'] = array( 'manage_options' );
		$GLOBALS['world']['nonce']        = "goal_sender_$first";
		try {
			( new Goal_Sender\Admin() )->act( $first );
		} catch ( Ended $ended ) {
			echo get_transient( 'goal_sender_said_0' )[1];
		}
		break;
	case 'import': // Imports all past events of WP Activity Log.
		Goal_Sender\Import::start();
		break;
	case 'queue': // Queues a body that the plugin would never write.
		global $wpdb;
		$wpdb->query( $wpdb->prepare( 'INSERT INTO wp_goal_sender_queue (queued_at, occurred_at, body) VALUES (%d, %d, %s)', time(), time(), $first ) );
		break;
	case 'tick':
		tick_at_once();
		break;
	case 'keep-ticking': // Runs the cron job until the file exists and nothing waits.
		do {
			$is_last = file_exists( $first );
			tick_at_once();
			usleep( 20000 );
		} while ( ! $is_last || ( new Queue() )->summary()['count'] > 0 );
		break;
	case 'notices': // Prints them as an administrator sees them.
		$GLOBALS['world']['capabilities'] = array( 'manage_options' );
		( new Goal_Sender\Notices() )->show();
		break;
	case 'state':
		$state = State::load();
		echo json_encode(
			array(
				'queue'        => ( new Queue() )->summary(),
				'delivered'    => $state->get( 'delivered' ),
				'pause'        => $state->get( 'next_attempt' ) - $state->get( 'last_attempt' ),
				'last_failure' => array_slice( $state->get( 'log' )[0] ?? array( 0, 0, '' ), 1, 2 ),
			)
		);
		break;
	default:
		throw new Exception( "$what is unknown" );
}
