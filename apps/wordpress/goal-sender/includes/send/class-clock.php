<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * What the service's answers say about the clock of this web server. A difference is the number of
 * seconds to add to a time of this server to get the time of the service. Learning a new one needs
 * the lock of the queue.
 *
 * Each difference belongs to a base: the time of this server minus the seconds since it was
 * started. The base stays the same while the clock runs on, and changes when somebody sets the
 * clock. An event carries the base of the moment at which it was queued. So it finds the difference
 * of that moment even after the clock was corrected.
 */
final class Clock {

	/** Seconds by which a clock may differ without a warning and without a correction. */
	const TOLERATED = MINUTE_IN_SECONDS;

	/** The largest correction, in seconds. A larger difference is shown and corrects nothing. */
	const LARGEST = 366 * DAY_IN_SECONDS;

	/** Seconds for which a difference is trusted while the base stays the same. */
	const FRESH = HOUR_IN_SECONDS;

	/** How many differences are remembered, newest first. */
	const REMEMBERED = 5;

	/** The state, which stores what was learned. */
	private State $state;

	/** Takes the state. */
	public function __construct( State $state ) {
		$this->state = $state;
	}

	/** Seconds since this server was started; setting the clock does not change them. */
	public static function uptime(): int {
		return hrtime()[0];
	}

	/** The base right now. */
	public static function base(): int {
		return time() - self::uptime();
	}

	/**
	 * The remembered differences: `base`, `difference` and `at` (when it was measured, by this server)
	 * of each, newest first.
	 */
	public function remembered(): array {
		return $this->state->get( 'clock' );
	}

	/** The last measured difference, tolerated or not; null before the first. */
	public function difference(): ?int {
		return $this->remembered()[0]['difference'] ?? null;
	}

	/** Whether the clock is known to be wrong by more than the tolerance. */
	public function is_wrong(): bool {
		return abs( (int) $this->difference() ) > self::TOLERATED;
	}

	/**
	 * The correction for a difference, in seconds: 0 if the difference is tolerated or too large to be
	 * believed.
	 *
	 * @param int|null $difference In seconds.
	 */
	public static function correction( ?int $difference ): int {
		$size = abs( (int) $difference );
		return $size > self::TOLERATED && $size <= self::LARGEST ? (int) $difference : 0;
	}

	/** Whether the newest difference still holds: the clock was not set since. */
	public function holds(): bool {
		$newest = $this->remembered()[0] ?? null;
		return null !== $newest && abs( self::base() - $newest['base'] ) <= self::TOLERATED && time() >= $newest['at'] - 1;
	}

	/** Whether it holds and is at most an hour old, because clocks also run too fast or too slow. */
	public function is_fresh(): bool {
		return $this->holds() && time() - $this->remembered()[0]['at'] <= self::FRESH;
	}

	/** JSON of an event of this moment, with the time of the service as far as known. */
	public function encode_now( array $event ): string {
		return Event::shifted( Event::encode( $event ), $this->holds() ? self::correction( $this->difference() ) : 0 );
	}

	/**
	 * Learns from an answer.
	 *
	 * @return bool Whether the difference changed by more than the tolerance.
	 */
	public function learn( Answer $answer ): bool {
		if ( null === $answer->difference ) {
			return false;
		}
		$before = $this->difference();
		$newest = array(
			'base'       => self::base(),
			'difference' => $answer->difference,
			'at'         => time(),
		);
		$others = array_filter(
			$this->remembered(),
			static function ( array $one ) use ( $newest ): bool {
				return abs( $one['base'] - $newest['base'] ) > self::TOLERATED;
			}
		);
		$this->state->set( 'clock', array_slice( array_merge( array( $newest ), $others ), 0, self::REMEMBERED ) );
		return abs( $answer->difference - (int) $before ) > self::TOLERATED;
	}
}
