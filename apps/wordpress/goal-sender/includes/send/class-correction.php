<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Converts times of this web server into times of the service. Needs the lock of the queue. Each
 * method that asks the database throws Refused.
 */
final class Correction {

	/** The queue. */
	private Queue $queue;

	/** Name of its table. */
	private string $table;

	/** Takes the queue. */
	public function __construct( Queue $queue ) {
		$this->queue = $queue;
		$this->table = $queue->table();
	}

	/** Whether an event is waiting that has no correction yet. */
	public function is_due(): bool {
		return null !== Database::value( "SELECT id FROM {$this->table} WHERE correction IS NULL LIMIT 1" );
	}

	/**
	 * Gives a correction to each event that has none. The event keeps it, so a repeated request says
	 * the same.
	 *
	 * Such an event was queued after `$since`, when all earlier events got their corrections, and
	 * before `$now`. The right difference is the first remembered one that leads into this span: those
	 * with the event's own base come first, then the others. If none does, the clock was wrong and
	 * right again between two comparisons, and the event gets the nearest moment of the span.
	 *
	 * @param array[] $remembered As Clock returns them; at least one.
	 * @param int     $since      Unix seconds by the service; 0 if unknown.
	 * @param int     $now        Unix seconds by the service.
	 */
	public function run( array $remembered, int $since, int $now ) {
		$slack = Clock::TOLERATED;
		// A moment in the future came from an answer that told a wrong time.
		$since = $since > $now + $slack ? 0 : $since;
		foreach ( array( true, false ) as $with_base ) {
			foreach ( $remembered as $one ) {
				if ( ! $this->is_due() ) {
					return;
				}
				$sql = "UPDATE {$this->table} SET correction = %d
					WHERE correction IS NULL AND CAST(queued_at AS SIGNED) + %d <= %d AND (is_untimely = 1 OR CAST(queued_at AS SIGNED) + %d >= %d)";
				$sql = Database::prepare( $sql, Clock::correction( $one['difference'] ), $one['difference'], $now + $slack, $one['difference'], $since - $slack );
				if ( $with_base ) {
					$sql .= Database::prepare( ' AND ABS(CAST(queued_at AS SIGNED) - CAST(uptime AS SIGNED) - %d) <= %d', $one['base'], $slack );
				}
				if ( abs( $one['difference'] ) <= Clock::LARGEST ) {
					Database::change( $sql );
				}
			}
		}
		$nearest = 'LEAST(GREATEST(CAST(queued_at AS SIGNED), %d), %d) - CAST(queued_at AS SIGNED)';
		$sql     = "UPDATE {$this->table} SET correction = $nearest WHERE correction IS NULL AND is_untimely = 0 AND ABS($nearest) <= %d";
		Database::change( Database::prepare( $sql, $since, $now, $since, $now, Clock::LARGEST ) );
	}

	/**
	 * Learns from an answer how far the clock of this server is off. Tells the log once that the clock
	 * is wrong, and once that it is right again, but at most one of the two an hour, because a proxy
	 * may alternate between the right time and a wrong one. Learns also what the key may do.
	 */
	public function learn( State $state, Client $client, Answer $answer ) {
		Key_Access::learn( $client->settings(), $answer );
		$clock = new Clock( $state );
		if ( $clock->learn( $answer ) ) {
			$this->queue->take_back_untimely();
		}
		if ( null !== $answer->difference && $clock->is_wrong() !== $state->get( 'told_wrong' ) && ! $state->is_within( 'told_at', HOUR_IN_SECONDS ) ) {
			$state->set( 'told_wrong', $clock->is_wrong() );
			$state->set( 'told_at', time() );
			$this->queue->add(
				array(
					$clock->is_wrong()
						? Event::own( 'clock-wrong', 'medium', sprintf( 'The clock of the web server is wrong: the service is %+d seconds away from it', $clock->difference() ) )
						: Event::own( 'clock-right', 'info', 'The clock of the web server is right again' ),
				)
			);
		}
	}
}
