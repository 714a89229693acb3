<?php
/**
 * Empties the queue.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Sends what waits, one process at a time: who does not get the lock goes away at once.
 */
final class Sender {

	/** Events of one request, which the service takes at most, and how much a batch that was cut grows when it is taken. */
	const MOST_EVENTS = 1000;
	const MORE_EVENTS = 50;

	/** Bytes of one request. The service takes 4 MiB (rulings §2.2), but many a web server before it only 1 MiB. */
	const MOST_BYTES = 900 * KB_IN_BYTES;

	/**
	 * The queue.
	 *
	 * @var Queue
	 */
	private $queue;

	/** Takes the queue of this installation. */
	public function __construct() {
		$this->queue = new Queue();
	}

	/**
	 * Sends for some seconds, under the lock.
	 *
	 * @param int           $seconds No request begins after so many; 0: sends nothing.
	 * @param callable|null $first   What else needs the lock, and is done first; gets the state.
	 */
	public function run( int $seconds, ?callable $first = null ) {
		if ( ! $this->queue->lock() ) {
			return;
		}
		try {
			$state = State::fresh();
			if ( null !== $first ) {
				$first( $state );
			}
			$settings = Settings::load();
			$end      = microtime( true ) + $seconds;
			while ( microtime( true ) < $end && $settings->is_complete() && ! $state->is_paused( $settings ) ) {
				$more = $this->send_batch( $state, new Client( $settings ), $seconds );
				$state->save();
				if ( ! $more ) {
					break;
				}
			}
		} finally {
			$this->queue->unlock();
		}
	}

	/**
	 * Drops what is too old or too much, and remembers it; under the lock.
	 *
	 * @param State $state The state.
	 */
	public function keep_bounds( State $state ) {
		$this->queue->drop_oldest(
			static function ( int $count, int $first, int $last ) use ( $state ) {
				$state->dropped( $count, $first, $last );
				$state->save();
			}
		);
	}

	/**
	 * Sends one batch. One that is refused as a whole is cut in half until a single event is left, which then lets the others pass; after
	 * a pause, because a wrong address refuses everything.
	 *
	 * @param State  $state   The state.
	 * @param Client $client  The way to the service.
	 * @param int    $seconds How long to wait for the answer.
	 * @return bool Whether to go on at once.
	 */
	private function send_batch( State $state, Client $client, int $seconds ): bool {
		$gap    = $state->gap_event();
		$room   = null === $gap ? self::MOST_EVENTS : self::MOST_EVENTS - 1;
		$events = $this->queue->take( min( $room, $state->get( 'batch' ) ), self::MOST_BYTES );
		// The report goes last: so an event's place in the batch is its place in the request.
		$bodies = array_merge( array_values( $events ), null === $gap ? array() : array( Event::encode( $gap ) ) );
		if ( ! $bodies ) {
			return false;
		}
		$answer = $client->send( $bodies, max( 5, min( 15, $seconds ) ) );
		$ids    = array_keys( $events );
		if ( $answer->is_taken() ) {
			$this->taken( $state, $answer, $ids );
			// Without events it was the report alone; one that is refused must not be sent without end.
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
	 * Takes the delivered events out of the queue, and sets aside those that were refused. What is older than the service keeps is
	 * no loss: it is taken out too.
	 *
	 * @param State  $state  The state.
	 * @param Answer $answer What the service said.
	 * @param int[]  $ids    The events that were sent.
	 */
	private function taken( State $state, Answer $answer, array $ids ) {
		$refused = array_diff( $answer->rejected, array( 'older than retention' ) );
		$aside   = array_intersect_key( $ids, $refused );
		$this->queue->set_aside( $aside );
		$this->queue->remove( array_diff( $ids, $aside ) );
		$state->delivered( count( array_diff_key( $ids, $answer->rejected ) ) );
		if ( ! isset( $refused[ count( $ids ) ] ) ) {
			$state->gap_reported();
		}
		foreach ( array_count_values( $answer->rejected ) as $error => $count ) {
			$state->log( 200, (string) $error, $count );
		}
	}
}
