<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** The sender's memory between runs. Only the holder of the queue's lock changes it. */
final class State {

	const OPTION = 'goal_sender_state';

	/** Number of failures that the settings page shows. */
	const LOG_LENGTH = 20;

	/**
	 * Longest pause after failures, in seconds. The first pause is FIRST_PAUSE, and each further one
	 * is twice as long.
	 */
	const LONGEST_PAUSE = HOUR_IN_SECONDS;
	const FIRST_PAUSE   = 15;

	/** The fields. */
	private array $fields;

	/** Loads the state as it is now. */
	public static function load(): self {
		$state         = new self();
		$state->fields = (array) Options::fresh( self::OPTION, array() ) + array(
			'last_attempt' => 0,
			'last_success' => 0,
			'last_tick'    => 0,
			'next_attempt' => 0,
			'failures'     => 0,
			'batch'        => Sender::MOST_EVENTS,
			'delivered'    => 0,
			'dropped'      => 0,
			'gap'          => null,
			'reporting'    => null,
			'silent'       => false,
			'log'          => array(),
			// Clock's memory. All events up to `corrected_at`, by the service's time, have their
			// corrections. `told_wrong` is the log's last report about the clock, at `told_at`.
			'clock'        => array(),
			'corrected_at' => 0,
			'told_wrong'   => false,
			'told_at'      => 0,
		);
		return $state;
	}

	/** Stores it. */
	public function save() {
		Options::set( self::OPTION, $this->fields );
	}

	/** A field. */
	public function get( string $name ) {
		return $this->fields[ $name ];
	}

	/** Changes a field. */
	public function set( string $name, $value ) {
		$this->fields[ $name ] = $value;
	}

	/**
	 * Whether to wait after a failure. Sending does not wait if a person has changed the settings
	 * since, or if the failure is in the future because the clock was set back.
	 */
	public function is_paused( Settings $settings ): bool {
		$is_changed = $settings->changed_at >= $this->fields['last_attempt'] && ! self::is_ahead( $settings->changed_at );
		return time() < $this->fields['next_attempt'] && ! $is_changed && ! self::is_ahead( $this->fields['last_attempt'] );
	}

	/**
	 * Whether something happened within the last seconds. A time in the future was noted while the
	 * clock was wrong, and does not count.
	 *
	 * @param string $name Name of a field that holds Unix seconds.
	 */
	public function is_within( string $name, int $seconds ): bool {
		return $this->fields[ $name ] >= time() - $seconds && ! self::is_ahead( $this->fields[ $name ] );
	}

	/**
	 * Whether a moment is in the future by more than the clocks of several web servers may differ.
	 *
	 * @param int $moment Unix seconds.
	 */
	private static function is_ahead( int $moment ): bool {
		return $moment > time() + Clock::TOLERATED;
	}

	/** Records that events were accepted. */
	public function delivered( int $count ) {
		$this->fields['last_attempt'] = time();
		$this->fields['last_success'] = time();
		$this->fields['next_attempt'] = 0;
		$this->fields['failures']     = 0;
		$this->fields['delivered']   += $count;
		$this->fields['batch']        = min( Sender::MOST_EVENTS, $this->fields['batch'] + Sender::MORE_EVENTS );
	}

	/**
	 * Records that nothing was accepted: the next attempt waits, longer each time, and at least as
	 * long as the service asks.
	 */
	public function failed( Answer $answer ) {
		++$this->fields['failures'];
		$pause = min( self::LONGEST_PAUSE, self::FIRST_PAUSE * 2 ** min( 10, $this->fields['failures'] - 1 ) );

		$this->fields['last_attempt'] = time();
		$this->fields['next_attempt'] = time() + max( $pause, $answer->retry_after );

		$this->log( $answer->status, $answer->error, 0, $answer->domain );
	}

	/**
	 * Adds a line to the list of failures.
	 *
	 * @param int $status HTTP status; 0: not reached; 200: single events were refused.
	 * @param int $count  Number of events that failed; 0: all.
	 */
	public function log( int $status, string $error, int $count = 0, string $domain = '' ) {
		// Some tables take no characters of four bytes, and none takes broken ones.
		$plain = preg_replace( '/[^\x{0}-\x{FFFF}]/u', '?', $error ) ?? 'unreadable';
		array_unshift( $this->fields['log'], array( time(), $status, $plain, $count, $domain ) );
		$this->fields['log'] = array_slice( $this->fields['log'], 0, self::LOG_LENGTH );
	}

	/**
	 * The last failures, newest first: when (Unix seconds), status, sentence, number of events, and
	 * the domain of the request, which is empty in lines of versions before 1.3.0.
	 */
	public function failures(): array {
		return array_map(
			static function ( array $line ): array {
				return $line + array( 4 => '' );
			},
			$this->fields['log']
		);
	}

	/**
	 * Records that events will be dropped.
	 *
	 * @param int $first When the first of them occurred, in Unix seconds.
	 * @param int $last  When the last of them occurred.
	 */
	public function dropped( int $count, int $first, int $last ) {
		$gap = $this->fields['gap'] ?? array( 0, $first, $last );

		$this->fields['gap']      = array( $gap[0] + $count, min( $gap[1], $first ), max( $gap[2], $last ) );
		$this->fields['dropped'] += $count;
	}

	/**
	 * The event that reports the dropped events; null if there are none. Events dropped from now on
	 * belong to the next report: a report must not change once it has been sent, because the service
	 * keeps the first event of a name.
	 */
	public function gap_event(): ?array {
		if ( null === $this->fields['reporting'] && null !== $this->fields['gap'] ) {
			$this->fields['reporting'] = array_merge( $this->fields['gap'], array( wp_generate_uuid4() ) );
			$this->fields['gap']       = null;
			$this->save();
		}
		if ( null === $this->fields['reporting'] ) {
			return null;
		}
		list( $count, $first, $last, $uuid ) = $this->fields['reporting'];
		$from                                = gmdate( 'Y-m-d\TH:i:s\Z', $first );
		$to                                  = gmdate( 'Y-m-d\TH:i:s\Z', $last );
		return Event::own( 'gap', 'high', "$count events of $from to $to could not be delivered and were dropped", $uuid );
	}

	/** Records that the service accepted the report. */
	public function gap_reported() {
		$this->fields['reporting'] = null;
	}
}
