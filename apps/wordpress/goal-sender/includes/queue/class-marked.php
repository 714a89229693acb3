<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The events in the queue that another place has queued. Each has the mark of its place where
 * others have the moment before which they are not sent, so a table of an older version holds it
 * too. Each method throws Refused.
 */
final class Marked {

	/** The smallest mark; no moment in Unix seconds reaches it before 2097. */
	const SMALLEST = 0xF0000000;

	/** Whether an event has no mark, as a condition. */
	const NONE = '(not_before < ' . self::SMALLEST . ')';

	/** The mark of a place. */
	public static function mark( string $name ): int {
		return self::SMALLEST | ( crc32( $name ) & 0x0FFFFFFF );
	}

	/**
	 * Releases events that another place has queued, because it is this site.
	 *
	 * @param int|null $mark Its mark; null: all places.
	 */
	public static function release( ?int $mark = null ) {
		Database::change( 'UPDATE ' . ( new Queue() )->table() . ' SET not_before = 0 WHERE ' . self::which( $mark ) );
	}

	/** Drops events that another place has queued, because it is a copy: this site loses nothing. */
	public static function drop( ?int $mark = null ) {
		Database::change( 'DELETE FROM ' . ( new Queue() )->table() . ' WHERE ' . self::which( $mark ) );
	}

	/** Drops all others, which came with a copied database. */
	public static function drop_others() {
		Database::change( 'DELETE FROM ' . ( new Queue() )->table() . ' WHERE ' . self::NONE );
	}

	/**
	 * The condition that finds them.
	 *
	 * @param int|null $mark The mark of one place; null: all.
	 */
	private static function which( ?int $mark ): string {
		return null === $mark ? 'NOT ' . self::NONE : "not_before = $mark";
	}
}
