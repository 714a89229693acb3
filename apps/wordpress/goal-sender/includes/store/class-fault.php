<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Remembers the last refusal for the administrator, and the events that could not be queued. A run
 * that goes through to its end forgets the refusal.
 */
final class Fault {

	/** `at` (Unix seconds), `words`, and of lost events `lost`, `first` and `last` (Unix seconds). */
	const OPTION = 'goal_sender_fault';

	/**
	 * Remembers a refusal. If the database refuses even that, the log of the web server has it.
	 *
	 * @param int|null $lost_at When an event occurred that could not be queued; null if none was lost.
	 */
	public static function note( Refused $refused, ?int $lost_at = null ) {
		try {
			$fault = self::current() + array(
				'lost'  => 0,
				'first' => $lost_at,
				'last'  => $lost_at,
			);
			if ( null !== $lost_at ) {
				++$fault['lost'];
				$fault['first'] = min( $fault['first'] ?? $lost_at, $lost_at );
				$fault['last']  = max( (int) $fault['last'], $lost_at );
			}
			$fault['at']    = time();
			$fault['words'] = $refused->getMessage();
			Options::set( self::OPTION, $fault );
		} catch ( Refused $again ) {
			error_log( 'Goal Sender: ' . $again->getMessage() ); // phpcs:ignore
		}
	}

	/** The last refusal; an empty array if there was none. */
	public static function current(): array {
		return (array) Options::fresh( self::OPTION, array() );
	}

	/** What the database said last; empty if it has refused nothing. */
	public static function words(): string {
		try {
			return (string) ( self::current()['words'] ?? '' );
		} catch ( Refused $refused ) {
			return $refused->getMessage();
		}
	}

	/**
	 * Counts the events that could not be queued as dropped, so that the log gets to know of them, and
	 * lets an import fetch them from WP Activity Log. Needs the lock of the queue.
	 */
	public static function settle( State $state ) {
		$fault = self::current();
		if ( $fault && $fault['lost'] > 0 ) {
			$state->dropped( $fault['lost'], $fault['first'], $fault['last'] );
			$state->save();
			Import::offer( $fault['first'], $fault['last'] + 1 );
			Options::set( self::OPTION, array( 'lost' => 0, 'first' => null, 'last' => null ) + $fault );
		}
	}

	/**
	 * Forgets the refusal, because everything went through, unless an event was lost by another one
	 * meanwhile.
	 */
	public static function forget() {
		if ( 0 === ( self::current()['lost'] ?? null ) ) {
			Options::delete( self::OPTION );
		}
	}
}
