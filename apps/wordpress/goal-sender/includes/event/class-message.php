<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Fills the templates of WP Activity Log as plain text. It removes markup from the template before
 * it inserts the values, so no value that an attacker chose can hide a part of the message.
 */
final class Message {

	/**
	 * The message of an event, with the details of its definition on lines of their own.
	 *
	 * @param array|null $alert Its definition; null if WP Activity Log no longer has one.
	 */
	public static function of( int $code, ?array $alert, array $data ): string {
		$text = self::fill( $alert['message'] ?? '', $data );
		if ( '' === $text ) {
			$what = trim( self::value( $data['Object'] ?? '' ) . ' ' . self::value( $data['EventType'] ?? '' ) );
			$text = trim( "$what (event $code)" );
		}
		foreach ( $alert['metadata'] ?? array() as $label => $template ) {
			$template = self::value( $template );
			// WP Activity Log defines some details by the bare name of a value.
			$detail = false === strpos( $template, '%' ) ? trim( self::value( self::part( explode( '->', $template ), $data ) ) ) : self::fill( $template, $data );
			if ( '' !== $detail ) {
				$text .= "\n" . self::plain( (string) $label ) . ': ' . $detail;
			}
		}
		return $text;
	}

	/** Any value as text; lists are separated by commas. */
	public static function value( $value ): string {
		if ( is_bool( $value ) ) {
			return $value ? 'yes' : 'no';
		}
		if ( is_scalar( $value ) || null === $value ) {
			return (string) $value;
		}
		return implode( ', ', array_filter( is_array( $value ) ? $value : get_object_vars( (object) $value ), 'is_scalar' ) );
	}

	/**
	 * A template with its `%Names%` and `%Name->Part%` replaced.
	 *
	 * @param string $template As WP Activity Log defines it.
	 */
	private static function fill( string $template, array $data ): string {
		$replace = static function ( array $found ) use ( $data ): string {
			$name = $found[1] ?? '';
			if ( '' === $name ) {
				return '%';
			}
			return 'LineBreak' === $name ? "\n" : self::value( self::part( explode( '->', $name ), $data ) );
		};
		return trim( (string) preg_replace_callback( '/%([A-Za-z0-9_]+(?:->[A-Za-z0-9_]+)*)?%/', $replace, self::plain( $template ) ) );
	}

	/** Follows a path into arrays and objects; null if it leads nowhere. */
	private static function part( array $names, $value ) {
		foreach ( $names as $name ) {
			if ( is_scalar( $value ) ) {
				return $value;
			}
			$value = ( (array) $value )[ $name ] ?? null;
		}
		return $value;
	}

	/**
	 * Text without markup.
	 *
	 * @param string $html Text of a definition, never of an event.
	 */
	private static function plain( string $html ): string {
		$lines = preg_replace( '#<br\s*/?>#i', "\n", $html );
		return html_entity_decode( wp_strip_all_tags( (string) $lines ), ENT_QUOTES, 'UTF-8' );
	}
}
