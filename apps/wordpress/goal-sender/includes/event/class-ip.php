<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * How much of an IP address is sent, which a person chooses for the whole network, and the address
 * that WP Activity Log recorded. This plugin reads no address from a request itself.
 *
 * An event is queued with what the choice of that moment allows, and sent with what the choice of
 * the request allows. So a stricter choice also holds for the events that wait, and a wider one
 * adds nothing to them.
 */
final class Ip {

	/** The choice. An installation that was updated from a version without it has none yet. */
	const OPTION = 'goal_sender_ip';

	/** The choices: no address, the address of the network (/24, for IPv6 /48), the address. */
	const OFF       = 'off';
	const SHORTENED = 'shortened';
	const WHOLE     = 'whole';
	const CHOICES   = array( self::OFF, self::SHORTENED, self::WHOLE );

	/** The first 12 bytes of an IPv4-mapped IPv6 address. */
	const MAPPED = "\0\0\0\0\0\0\0\0\0\0\xff\xff";

	/** The choice; OFF until a person has chosen. */
	public static function choice(): string {
		return self::is_chosen() ? Options::get( self::OPTION ) : self::OFF;
	}

	/** The choice, past the cache of this process. */
	public static function current_choice(): string {
		Options::fresh( self::OPTION );
		return self::choice();
	}

	/** Whether a choice is stored. */
	public static function is_chosen(): bool {
		return in_array( Options::get( self::OPTION ), self::CHOICES, true );
	}

	/** Stores a choice. */
	public static function choose( string $choice ) {
		Options::set( self::OPTION, $choice );
	}

	/**
	 * The first address in what WP Activity Log recorded.
	 *
	 * @param mixed $recorded An address; a list of addresses, as an array, as text with commas or as
	 *                        JSON; or anything else.
	 * @return string What the choice allows of it; empty if there is no address.
	 */
	public static function of( $recorded, string $choice ): string {
		$all  = is_array( $recorded ) ? $recorded : array( $recorded );
		$text = '';
		array_walk_recursive(
			$all,
			static function ( $one ) use ( &$text ) {
				$text .= ',' . Message::value( $one );
			}
		);
		foreach ( preg_split( '/[,"\'\[\]{}]/', $text ) as $part ) {
			$address = trim( $part );
			if ( false !== filter_var( $address, FILTER_VALIDATE_IP ) ) {
				return self::limited( $address, $choice );
			}
		}
		return '';
	}

	/**
	 * The same event with what a choice allows of its address.
	 *
	 * @param string $body JSON of the event.
	 */
	public static function limit( string $body, string $choice ): string {
		// Quotes in texts are escaped, so this finds the field and nothing that a visitor wrote.
		return (string) preg_replace_callback(
			'/,"ip":"([^"]*)"/',
			static function ( array $found ) use ( $choice ): string {
				$ip = self::of( $found[1], $choice );
				return '' === $ip ? '' : ',"ip":"' . $ip . '"';
			},
			$body,
			1
		);
	}

	/**
	 * What a choice allows of an address.
	 *
	 * @param string $address An IPv4 or IPv6 address; an IPv4-mapped one counts as IPv4.
	 */
	private static function limited( string $address, string $choice ): string {
		$bytes = inet_pton( $address );
		if ( false === $bytes || ! in_array( $choice, array( self::SHORTENED, self::WHOLE ), true ) ) {
			return '';
		}
		if ( 0 === strpos( $bytes, self::MAPPED ) ) {
			$bytes = substr( $bytes, strlen( self::MAPPED ) );
		}
		if ( self::SHORTENED === $choice ) {
			$length = strlen( $bytes );
			$bytes  = str_pad( substr( $bytes, 0, 4 === $length ? 3 : 6 ), $length, "\0" );
		}
		return (string) inet_ntop( $bytes );
	}
}
