<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The only way to the database of WordPress. Every statement is one that MySQL, MariaDB and SQLite
 * Database Integration answer alike: no lock functions, no IF(), no sum within CONCAT().
 */
final class Database {

	/** Characters of a refusal that are kept. */
	const WORDS_LENGTH = 300;

	/** The database of WordPress. */
	private static function db(): \wpdb {
		return $GLOBALS['wpdb'];
	}

	/**
	 * Runs a statement that changes something. Throws Refused.
	 *
	 * @return int Number of rows that it changed.
	 */
	public static function change( string $sql ): int {
		return (int) self::checked( self::db()->query( $sql ) );
	}

	/**
	 * The rows that a statement finds. Throws Refused.
	 *
	 * @return object[]
	 */
	public static function rows( string $sql ): array {
		return (array) self::checked( self::db()->get_results( $sql ) );
	}

	/** The first row that a statement finds; null if it finds none. Throws Refused. */
	public static function row( string $sql ): ?object {
		return self::rows( $sql )[0] ?? null;
	}

	/** The first value of that row; null if it is NULL or there is none. Throws Refused. */
	public static function value( string $sql ): ?string {
		$row = (array) self::row( $sql );
		return $row ? current( $row ) : null;
	}

	/** The statement with its values. Tables and columns are put in by the caller. */
	public static function prepare( string $sql, ...$values ): string {
		return (string) self::db()->prepare( $sql, ...$values );
	}

	/** Whether a table exists, without a statement that could be refused. Throws Refused. */
	public static function has_table( string $table ): bool {
		// Some databases keep all names in small letters.
		return 0 === strcasecmp( $table, (string) self::value( self::prepare( 'SHOW TABLES LIKE %s', self::db()->esc_like( $table ) ) ) );
	}

	/** Passes an answer of `$wpdb` on. Throws Refused if the database refused the statement. */
	public static function checked( $answer ) {
		$words = (string) self::db()->last_error;
		if ( false !== $answer && '' === $words ) {
			return $answer;
		}
		// SQLite Database Integration hides its sentence in a page with all statements and their values.
		if ( preg_match( '#class="error_message"[^>]*>(.*?)</div>#s', $words, $found ) ) {
			$words = $found[1];
		}
		$words = trim( wp_strip_all_tags( $words ) );
		throw new Refused( '' === $words ? 'no answer' : substr( $words, 0, self::WORDS_LENGTH ) ); // phpcs:ignore WordPress.Security.EscapeOutput
	}
}
