<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Sends in a process of its own, at the end of a page that queued an event, on servers where PHP
 * cannot send after the response. WP-Cron cannot do that: it runs with the visit that finds it due,
 * beside the page, and so mostly before the page's event is queued. On a quiet site the event would
 * wait for the next visit.
 */
final class Self_Call {

	/** The AJAX action, and the hook that it runs for a visitor without a login. */
	const ACTION = 'goal_sender_send';
	const HOOK   = 'wp_ajax_nopriv_' . self::ACTION;

	/**
	 * Makes the request without waiting for its answer. Makes none if nothing may be sent now, if a
	 * process is sending (it looks again before it ends), or if this process is such a request itself.
	 * Throws Refused.
	 */
	public static function make() {
		$settings = Settings::load();
		if ( did_action( self::HOOK ) || ! $settings->is_complete() || State::load()->is_paused( $settings ) || ( new Lock() )->is_taken() ) {
			return;
		}
		$url = admin_url( 'admin-ajax.php' );
		// The options that WordPress itself uses to call wp-cron.php.
		wp_remote_post(
			$url,
			array(
				'timeout'   => 0.01,
				'blocking'  => false,
				'sslverify' => apply_filters( 'https_local_ssl_verify', false, $url ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
				'body'      => array(
					'action' => self::ACTION,
					'token'  => self::token(),
				),
			)
		);
	}

	/** Handles the request: sends what waits. Only this site knows the token. */
	public static function answer() {
		$token = isset( $_POST['token'] ) && is_string( $_POST['token'] ) ? sanitize_text_field( wp_unslash( $_POST['token'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Missing
		if ( ! hash_equals( self::token(), $token ) ) {
			wp_die( '', '', array( 'response' => 403 ) );
		}
		// The page that called has gone.
		ignore_user_abort( true );
		( new Sender() )->run( Plugin::TICK_SECONDS );
		wp_die();
	}

	/** A secret that every process of this site can compute. */
	private static function token(): string {
		return wp_hash( self::ACTION );
	}
}
