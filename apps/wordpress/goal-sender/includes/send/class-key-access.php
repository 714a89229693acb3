<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Remembers what the answers of the service have shown about the key (rulings §12.2). The service
 * never changes the access of a key, so what was shown stays true for it.
 */
final class Key_Access {

	/** `key` (the part that may be shown) and `access`. */
	const OPTION = 'goal_sender_key_access';

	/** The key may only send; read, and send as far as is known; only read. */
	const SEND = 'send';
	const FULL = 'full';
	const READ = 'read';

	/** Learns from an answer. */
	public static function learn( Settings $settings, Answer $answer ) {
		if ( '' === $answer->access || self::of( $settings ) === $answer->access ) {
			return;
		}
		Options::set(
			self::OPTION,
			array(
				'key'    => $settings->key_hint(),
				'access' => $answer->access,
			)
		);
	}

	/** What the key may do; empty if no answer has shown it. */
	public static function of( Settings $settings ): string {
		$stored = (array) Options::get( self::OPTION, array() );
		return '' !== $settings->key && ( $stored['key'] ?? '' ) === $settings->key_hint() ? (string) ( $stored['access'] ?? '' ) : '';
	}
}
