<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Removes all traces, and reports what was lost: to the service if it answers, and by mail to the
 * administrator.
 */
final class Uninstall {

	/** Runs when WordPress deletes the plugin. Tells what the database refuses, and does the rest. */
	public static function run() {
		( new Sender() )->run( 10, null, null, 2 * Sender::PATIENCE );
		$refusals = array();
		foreach ( array( 'tell', 'remove_options', 'remove_queue' ) as $step ) {
			try {
				self::$step();
			} catch ( Refused $refused ) {
				$refusals[] = $refused->getMessage();
			}
		}
		if ( $refusals ) {
			self::mail( Words::for_refusal( implode( ' / ', array_unique( $refusals ) ) ) );
		}
		wp_clear_scheduled_hook( Plugin::TICK );
	}

	/** Tells service and administrator how many events are lost. */
	private static function tell() {
		( new Queue() )->create();
		$queue  = ( new Queue() )->summary();
		$place  = Place::load();
		$unsent = $queue['count'] + ( $place->is_other() ? $queue['elsewhere'] : 0 );
		if ( ! $place->is_other() ) {
			self::tell_service( $unsent );
		}
		if ( $unsent > 0 && ! $place->is_copy() ) {
			self::tell_administrator( $unsent );
		}
	}

	/** Removes what is stored. */
	private static function remove_options() {
		foreach ( array( Settings::OPTION, Settings::KEY_OPTION, State::OPTION, Import::OPTION, Import::AWAY_OPTION, Notices::SEEN_OPTION, Ip::OPTION, Key_Access::OPTION, Fault::OPTION, Place::OPTION ) as $name ) {
			Options::delete( $name );
		}
		Lock::destroy();
	}

	/** Removes the queue. */
	private static function remove_queue() {
		( new Queue() )->destroy();
	}

	/** Sends a last event, if the settings are complete. */
	private static function tell_service( int $unsent ) {
		$settings = Settings::load();
		if ( $settings->is_complete() ) {
			$event = Event::own( 'uninstalled', 'high', "goal-sender was deleted; $unsent events were not sent" );
			( new Client( $settings ) )->send( array( ( new Clock( State::load() ) )->encode_now( $event ) ), 5 );
		}
	}

	/** Tells the administrator by mail. */
	private static function tell_administrator( int $unsent ) {
		/* translators: %s: number of events */
		$words = _n( '%s event had not been sent when the plugin Goal Sender was deleted. WP Activity Log still has it.', '%s events had not been sent when the plugin Goal Sender was deleted. WP Activity Log still has them.', $unsent, 'goal-sender' );
		self::mail( sprintf( $words, number_format_i18n( $unsent ) ) );
	}

	/** Sends a mail. */
	private static function mail( string $words ) {
		wp_mail( (string) get_site_option( 'admin_email' ), __( 'Goal Sender was deleted', 'goal-sender' ), $words . "\n\n" . network_home_url() );
	}
}
