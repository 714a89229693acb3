<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Says what this plugin sends, for the people whom the events are about. */
final class Privacy {

	/** Registers itself. */
	public function listen() {
		add_action( 'admin_init', array( $this, 'add_to_guide' ) );
	}

	/**
	 * Adds the text to WordPress's guide for privacy notices, which shows an owner when the text has
	 * changed.
	 */
	public function add_to_guide() {
		if ( wp_doing_ajax() ) {
			return;
		}
		$settings = Settings::load();
		if ( '' === $settings->address ) {
			return;
		}
		wp_add_privacy_policy_content(
			__( 'Goal Sender', 'goal-sender' ),
			'<p class="privacy-policy-tutorial">' . esc_html__( 'Say also for how long your plan at the service keeps the events.', 'goal-sender' ) . '</p>'
			. '<p>' . esc_html( self::text( $settings, Ip::choice() ) ) . '</p>'
		);
	}

	/** Text that an owner can paste into the privacy notice. */
	public static function text( Settings $settings, string $choice ): string {
		/* translators: %s: name of a server */
		$words = __( 'This website keeps a log of logins and changes, to notice misuse and find its cause. A copy of the log is kept at %s. It contains the time, what was done, and the login name and browser of the user.', 'goal-sender' );
		$host  = (string) wp_parse_url( $settings->address, PHP_URL_HOST );
		$words = sprintf( $words, '' === $host ? '…' : $host );
		if ( Ip::WHOLE === $choice ) {
			return $words . ' ' . __( 'It also contains the IP address of the user.', 'goal-sender' );
		}
		if ( Ip::SHORTENED === $choice ) {
			return $words . ' ' . __( 'It also contains the shortened IP address of the user: the last number of an IPv4 address and the last 80 bits of an IPv6 address are replaced by zeros. It contains a whole IP address only if the description of an event names one.', 'goal-sender' );
		}
		return $words . ' ' . __( 'It contains an IP address only if the description of an event names one.', 'goal-sender' );
	}
}
