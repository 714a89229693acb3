<?php
/**
 * Deleting the plugin.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Removes all traces, and reports what was lost: to the service if it answers, and by mail to the
 * administrator.
 */
final class Uninstall {

	/** Runs when WordPress deletes the plugin. */
	public static function run() {
		$queue = new Queue();
		$queue->create();
		( new Sender() )->run( 10 );
		$unsent = $queue->summary()['count'];
		self::tell_service( $unsent );
		if ( $unsent > 0 ) {
			self::tell_administrator( $unsent );
		}
		$queue->destroy();
		foreach ( array( Settings::OPTION, Settings::KEY_OPTION, State::OPTION, Import::OPTION, Import::AWAY_OPTION, Notices::SEEN_OPTION, Ip::OPTION, Key_Access::OPTION ) as $name ) {
			delete_site_option( $name );
		}
		wp_clear_scheduled_hook( Plugin::TICK );
	}

	/**
	 * Sends a last event, if the settings are complete.
	 *
	 * @param int $unsent Number of lost events.
	 */
	private static function tell_service( int $unsent ) {
		$settings = Settings::load();
		if ( $settings->is_complete() ) {
			$event = Event::own( 'uninstalled', 'high', "goal-sender was deleted; $unsent events were not sent" );
			( new Client( $settings ) )->send( array( ( new Clock( State::load() ) )->encode_now( $event ) ), 5 );
		}
	}

	/**
	 * Sends a mail.
	 *
	 * @param int $unsent Number of lost events.
	 */
	private static function tell_administrator( int $unsent ) {
		/* translators: %s: number of events */
		$words = _n( '%s event had not been sent when the plugin Goal Sender was deleted. WP Activity Log still has it.', '%s events had not been sent when the plugin Goal Sender was deleted. WP Activity Log still has them.', $unsent, 'goal-sender' );
		wp_mail(
			(string) get_site_option( 'admin_email' ),
			__( 'Goal Sender was deleted', 'goal-sender' ),
			sprintf( $words, number_format_i18n( $unsent ) ) . "\n\n" . network_home_url()
		);
	}
}
