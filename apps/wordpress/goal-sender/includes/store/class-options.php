<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The options of the plugin, for a whole network, where WordPress keeps them. It reads and writes
 * them past the object cache, because a cache that holds an older state would send what was sent,
 * or lose the count of what was dropped. Each method throws Refused.
 */
final class Options {

	/** What this process has read, by name; null where there is nothing. */
	private static array $read = array();

	/**
	 * An option, as it was when this process first read it.
	 *
	 * @param mixed $default What stands for an option that is not there.
	 */
	public static function get( string $name, $default = false ) { // phpcs:ignore Universal.NamingConventions.NoReservedKeywordParameterNames
		if ( ! array_key_exists( $name, self::$read ) ) {
			self::$read[ $name ] = maybe_unserialize( self::stored( $name ) );
		}
		return self::$read[ $name ] ?? $default;
	}

	/** An option as it is now, because another process may have changed it. */
	public static function fresh( string $name, $default = false ) { // phpcs:ignore Universal.NamingConventions.NoReservedKeywordParameterNames
		unset( self::$read[ $name ] );
		return self::get( $name, $default );
	}

	/**
	 * Stores an option.
	 *
	 * @param mixed $value Its value; null is none.
	 */
	public static function set( string $name, $value ) {
		list( $table, $where, $key, $column ) = self::place( $name );
		$text                                 = (string) maybe_serialize( $value );
		if ( null !== self::stored( $name ) ) {
			Database::change( Database::prepare( "UPDATE $table SET $column = %s WHERE ", $text ) . $where );
		} elseif ( is_multisite() ) {
			Database::change( Database::prepare( "INSERT INTO $table (site_id, $key, $column) VALUES (%d, %s, %s)", get_current_network_id(), $name, $text ) );
		} else {
			Database::change( Database::prepare( "INSERT INTO $table ($key, $column, autoload) VALUES (%s, %s, 'no')", $name, $text ) );
		}
		self::forget( $name );
		self::$read[ $name ] = maybe_unserialize( $text );
	}

	/** Removes an option. */
	public static function delete( string $name ) {
		list( $table, $where ) = self::place( $name );
		Database::change( "DELETE FROM $table WHERE $where" );
		self::forget( $name );
	}

	/**
	 * Removes an option from the caches of this process and of WordPress, whose other functions an
	 * older version of this plugin uses.
	 */
	public static function forget( string $name ) {
		unset( self::$read[ $name ] );
		if ( is_multisite() ) {
			wp_cache_delete( get_current_network_id() . ':' . $name, 'site-options' );
			wp_cache_delete( get_current_network_id() . ':notoptions', 'site-options' );
		} else {
			wp_cache_delete( $name, 'options' );
			wp_cache_delete( 'notoptions', 'options' );
		}
	}

	/** The text that the database has; null if it has none. */
	private static function stored( string $name ): ?string {
		list( $table, $where, , $column ) = self::place( $name );
		return Database::value( "SELECT $column FROM $table WHERE $where LIMIT 1" );
	}

	/**
	 * Where an option is.
	 *
	 * @return string[] The table, the condition that finds the option, and the columns of names and
	 *                  values.
	 */
	private static function place( string $name ): array {
		$db = $GLOBALS['wpdb'];
		return is_multisite()
			? array( $db->sitemeta, Database::prepare( 'site_id = %d AND meta_key = %s', get_current_network_id(), $name ), 'meta_key', 'meta_value' )
			: array( $db->options, Database::prepare( 'option_name = %s', $name ), 'option_name', 'option_value' );
	}
}
