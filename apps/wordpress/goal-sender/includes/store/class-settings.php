<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The settings, which a whole network shares. Each can be a constant of wp-config.php, which takes
 * precedence: GOAL_SENDER_ADDRESS, GOAL_SENDER_DOMAIN, GOAL_SENDER_KEY. Only a person changes them,
 * never the sender.
 */
final class Settings {

	const OPTION     = 'goal_sender_settings';
	const KEY_OPTION = 'goal_sender_key';

	/** Root of the service, such as `https://goal.example.com/v1/goal`; empty if none is set. */
	public string $address;

	/** The domain that this site is registered with. */
	public string $domain;

	/** The site key. It is never shown, logged, or put into an address. */
	public string $key;

	/** When a person last changed them or asked to try again, in Unix seconds: ends a pause. */
	public int $changed_at;

	/** Loads them as they are now. */
	public static function load(): self {
		$stored            = (array) Options::fresh( self::OPTION, array() );
		$found             = new self();
		$found->address    = self::normal_address( self::constant( 'ADDRESS' ) ?? $stored['address'] ?? '' );
		$found->domain     = self::normal_domain( self::constant( 'DOMAIN' ) ?? $stored['domain'] ?? '' );
		$found->key        = trim( self::constant( 'KEY' ) ?? (string) Options::fresh( self::KEY_OPTION, '' ) );
		$found->changed_at = (int) ( $stored['changed_at'] ?? 0 );
		return $found;
	}

	/** Stores address, domain and key; constants of wp-config.php stay out of the database. */
	public function save() {
		$this->changed_at = time();
		$this->keep();
		if ( null === self::constant( 'KEY' ) ) {
			Options::set( self::KEY_OPTION, $this->key );
		}
	}

	/** Ends the pause after a failure. */
	public function try_again() {
		$this->changed_at = time();
		$this->keep();
	}

	/** Whether all settings that sending needs are there. */
	public function is_complete(): bool {
		return '' !== $this->address && '' !== $this->domain && '' !== $this->key;
	}

	/** The part of the key that may be shown, which the service lists too. */
	public function key_hint(): string {
		return preg_match( '/^[a-z]+_live_[a-z0-9]{8}_/', $this->key, $found ) ? $found[0] . '…' : '…';
	}

	/**
	 * A constant of wp-config.php; null if it is not defined.
	 *
	 * @param string $name ADDRESS, DOMAIN or KEY.
	 */
	public static function constant( string $name ): ?string {
		return defined( 'GOAL_SENDER_' . $name ) ? (string) constant( 'GOAL_SENDER_' . $name ) : null;
	}

	/**
	 * The root of the service from what a person pasted; empty if it is not an address.
	 *
	 * @param string $typed With or without the path, `/events` or a slash at its end.
	 */
	public static function normal_address( string $typed ): string {
		$parts = wp_parse_url( trim( $typed ) );
		if ( empty( $parts['host'] ) || ! in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true ) || isset( $parts['user'] ) ) {
			return '';
		}
		$path = preg_replace( '#/events$#', '', rtrim( $parts['path'] ?? '', '/' ) );
		$port = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return $parts['scheme'] . '://' . $parts['host'] . $port . ( '' === $path ? '/v1/goal' : $path );
	}

	/**
	 * A bare domain; by default that of this site.
	 *
	 * @param string $typed A domain, or an address with one.
	 */
	public static function normal_domain( string $typed ): string {
		$typed = strtolower( trim( $typed ) );
		$typed = '' === $typed ? network_home_url() : $typed;
		$host  = wp_parse_url( false === strpos( $typed, '//' ) ? '//' . $typed : $typed, PHP_URL_HOST );
		return is_string( $host ) ? rtrim( $host, '.' ) : '';
	}

	/** Whether the key would be sent unencrypted: to another machine over plain http. */
	public function is_unencrypted(): bool {
		$host = (string) wp_parse_url( $this->address, PHP_URL_HOST );
		return 0 === strpos( $this->address, 'http://' ) && ! in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true );
	}

	/** Stores the settings that are not secret. */
	private function keep() {
		$kept = array( 'changed_at' => $this->changed_at );
		foreach ( array( 'address', 'domain' ) as $name ) {
			if ( null === self::constant( strtoupper( $name ) ) ) {
				$kept[ $name ] = $this->$name;
			}
		}
		Options::set( self::OPTION, $kept );
	}
}
