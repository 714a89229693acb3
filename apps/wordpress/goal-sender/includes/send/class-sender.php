<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Sends waiting events, one process at a time: a process without the lock returns at once. */
final class Sender {

	/**
	 * How a run ends: it had the lock; this is another place than that of the site; another process
	 * has the lock; the database refused a statement.
	 */
	const RAN     = 'ran';
	const HELD    = 'held';
	const BUSY    = 'busy';
	const REFUSED = 'refused';

	/**
	 * Maximum number of events per request, which is the service's limit, and the number by which a
	 * halved batch grows after a success.
	 */
	const MOST_EVENTS = 1000;
	const MORE_EVENTS = 50;

	/**
	 * Maximum number of bytes per request. The service accepts 4 MiB (rulings §2.2), but many web
	 * servers in front of it accept only 1 MiB.
	 */
	const MOST_BYTES = 900 * KB_IN_BYTES;

	/** Seconds for which a person waits for the lock. */
	const PATIENCE = 5;

	/** The queue. */
	private Queue $queue;

	/** Takes the queue of this installation. */
	public function __construct() {
		$this->queue = new Queue();
	}

	/**
	 * Sends for some seconds, under the lock. A process that queues an event and finds the lock taken
	 * leaves the event to the holder, so the holder looks again after it has released the lock.
	 *
	 * @param int           $seconds Seconds after which no request begins; 0: sends nothing.
	 * @param callable|null $first   Other work that needs the lock, done first; gets the state.
	 * @param callable|null $last    The same, done last.
	 * @param int           $wait    Seconds to wait for the lock.
	 * @return string RAN, HELD, BUSY or REFUSED.
	 */
	public function run( int $seconds, ?callable $first = null, ?callable $last = null, int $wait = 0 ): string {
		// By a clock that nobody can set.
		$end = hrtime( true ) + $seconds * 1e9;
		try {
			$lock = new Lock();
			if ( ! $lock->take( $wait ) ) {
				return self::BUSY;
			}
			try {
				$state    = State::load();
				$settings = Settings::load();
				$place    = Place::load();
				$place->adopt( $settings );
				Fault::settle( $state );
				if ( $place->is_other() ) {
					// A moved site must not lose what waits for a person's answer.
					$this->queue->drop_oldest( false, self::counting( $state ) );
				} else {
					$more = $this->run_locked( $state, $settings, $lock, $seconds, $end, $first, $last );
				}
			} finally {
				$lock->release();
			}
			Fault::forget();
			if ( $place->is_other() ) {
				return self::HELD;
			}
			if ( $more && hrtime( true ) < $end && $this->queue->take( 1, 1 ) ) {
				return $this->run( (int) ( ( $end - hrtime( true ) ) / 1e9 ) );
			}
			return self::RAN;
		} catch ( Refused $refused ) {
			Fault::note( $refused );
			return self::REFUSED;
		}
	}

	/**
	 * The same, with the lock.
	 *
	 * @param float $end When they are over, by hrtime().
	 * @return bool Whether the service would accept more.
	 */
	private function run_locked( State $state, Settings $settings, Lock $lock, int $seconds, float $end, ?callable $first, ?callable $last ): bool {
		if ( null !== $first ) {
			$first( $state );
		}
		while ( hrtime( true ) < $end && $settings->is_complete() && ! $state->is_paused( $settings ) ) {
			$more = $lock->renew() && $this->send_batch( $state, new Client( $settings ), max( 5, min( 15, $seconds ) ) );
			// A process that was too slow leaves the state to the one that has the lock now.
			if ( ! $lock->renew() ) {
				return false;
			}
			$state->save();
			if ( ! $more ) {
				break;
			}
		}
		if ( null !== $last ) {
			$last( $state );
		}
		return $settings->is_complete() && 0 === $state->get( 'failures' );
	}

	/** Drops events beyond the bounds and records it. Needs the lock. */
	public function keep_bounds( State $state ) {
		$this->queue->drop_oldest( true, self::counting( $state ) );
	}

	/**
	 * Drops events that are set aside for their times, because a person asks for it. Needs the lock.
	 */
	public function discard_untimely( State $state ) {
		$this->queue->drop_untimely( self::counting( $state ) );
	}

	/** What records how many events are dropped. */
	private static function counting( State $state ): callable {
		return static function ( int $count, int $first, int $last ) use ( $state ) {
			$state->dropped( $count, $first, $last );
			$state->save();
		};
	}

	/**
	 * Corrects the times of the waiting events to those of the service.
	 *
	 * @return bool Whether to send: false if nothing tells the time, because the service is out of
	 *              reach.
	 */
	private function correct_times( State $state, Client $client, int $seconds ): bool {
		$clock      = new Clock( $state );
		$correction = new Correction( $this->queue );
		if ( ! $correction->is_due() ) {
			return true;
		}
		if ( ! $clock->is_fresh() ) {
			$answer = $client->look( $seconds );
			if ( null !== $answer ) {
				$correction->learn( $state, $client, $answer );
			}
			// A refusal tells the time as well, and an older difference is better than none.
			if ( null !== $answer && $answer->is_unavailable() && ! $clock->holds() ) {
				$state->failed( $answer );
				return false;
			}
		}
		if ( $clock->holds() ) {
			$now = time() + $clock->difference();
			$correction->run( $clock->remembered(), $state->get( 'corrected_at' ), $now );
			$state->set( 'corrected_at', $now );
			$state->save();
		}
		return true;
	}

	/**
	 * Sends one batch. A batch that is refused as a whole is halved until a single event is left,
	 * which is then set aside; a pause follows, because a wrong address refuses everything.
	 *
	 * @return bool Whether to continue at once.
	 */
	private function send_batch( State $state, Client $client, int $seconds ): bool {
		if ( ! $this->correct_times( $state, $client, $seconds ) ) {
			return false;
		}
		$gap    = $state->gap_event();
		$room   = null === $gap ? self::MOST_EVENTS : self::MOST_EVENTS - 1;
		$events = $this->queue->take( min( $room, $state->get( 'batch' ) ), self::MOST_BYTES );
		// A person may have made the choice stricter since the events were queued or this run began.
		$choice = Ip::current_choice();
		foreach ( $events as $id => $body ) {
			$events[ $id ] = Ip::limit( $body, $choice );
		}
		// The report goes last, so that an event's position in the batch is its position in the request.
		$bodies = array_merge( array_values( $events ), null === $gap ? array() : array( ( new Clock( $state ) )->encode_now( $gap ) ) );
		if ( ! $bodies ) {
			return false;
		}
		$answer = $client->send( $bodies, $seconds );
		$more   = $this->judge( $state, $answer, array_keys( $events ) );
		// Only now, because it may release events that were just refused for their times.
		( new Correction( $this->queue ) )->learn( $state, $client, $answer );
		return $more;
	}

	/**
	 * Removes the events of a batch, sets them aside or keeps them, as the answer says.
	 *
	 * @return bool Whether to continue at once.
	 */
	private function judge( State $state, Answer $answer, array $ids ): bool {
		if ( $answer->is_taken() ) {
			$this->taken( $state, $answer, $ids );
			// Without events the report was alone; a refused report must not be sent endlessly.
			return array() !== $ids;
		}
		if ( $answer->is_body_refused() && $ids ) {
			$state->set( 'batch', max( 1, intdiv( count( $ids ), 2 ) ) );
			if ( count( $ids ) > 1 ) {
				return true;
			}
			$this->queue->set_aside( $ids );
		}
		$state->failed( $answer );
		return false;
	}

	/**
	 * Removes the delivered events from the queue, and sets the refused ones aside. It also removes an
	 * event that occurred long before it was queued and is older than the service keeps: nothing is
	 * lost by it. If a current event is too old, the clock is wrong.
	 */
	private function taken( State $state, Answer $answer, array $ids ) {
		$refused  = array_intersect_key( $ids, $answer->rejected );
		$too_old  = array_intersect_key( $ids, array_intersect( $answer->rejected, array( 'older than retention' ) ) );
		$too_new  = array_intersect_key( $ids, array_intersect( $answer->rejected, array( 'invalid occurred_at' ) ) );
		$untimely = array_merge( $this->queue->of_now( $too_old ), $too_new );
		$this->queue->set_aside( $untimely, true );
		$this->queue->set_aside( array_diff( $refused, $too_old, $too_new ) );
		$this->queue->remove( array_merge( array_diff( $ids, $refused ), array_diff( $too_old, $untimely ) ) );
		$state->delivered( count( $ids ) - count( $refused ) );
		if ( ! isset( $answer->rejected[ count( $ids ) ] ) ) {
			$state->gap_reported();
		}
		$sentences = array_replace( $answer->rejected, array_fill_keys( array_keys( array_intersect( $ids, $untimely ) ), 'untimely' ) );
		foreach ( array_count_values( $sentences ) as $sentence => $count ) {
			$state->log( 200, (string) $sentence, $count, $answer->domain );
		}
	}
}
