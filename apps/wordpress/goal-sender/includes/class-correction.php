<?php
/**
 * The times of the waiting events.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Converts times of this web server into times of the service. Needs the lock of the queue.
 */
final class Correction {

	/**
	 * The database of WordPress.
	 *
	 * @var \wpdb
	 */
	private $db;

	/**
	 * Name of the table of the queue.
	 *
	 * @var string
	 */
	private $table;

	/**
	 * Takes the queue.
	 *
	 * @param Queue $queue The queue.
	 */
	public function __construct( Queue $queue ) {
		$this->db    = $GLOBALS['wpdb'];
		$this->table = $queue->table();
	}

	/** Whether an event is waiting that has no correction yet. */
	public function is_due(): bool {
		return null !== $this->db->get_var( "SELECT id FROM {$this->table} WHERE correction IS NULL LIMIT 1" );
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
				$sql = $this->db->prepare( $sql, Clock::correction( $one['difference'] ), $one['difference'], $now + $slack, $one['difference'], $since - $slack );
				if ( $with_base ) {
					$sql .= $this->db->prepare( ' AND ABS(CAST(queued_at AS SIGNED) - CAST(uptime AS SIGNED) - %d) <= %d', $one['base'], $slack );
				}
				if ( abs( $one['difference'] ) <= Clock::LARGEST ) {
					$this->db->query( $sql );
				}
			}
		}
		$nearest = 'LEAST(GREATEST(CAST(queued_at AS SIGNED), %d), %d) - CAST(queued_at AS SIGNED)';
		$sql     = "UPDATE {$this->table} SET correction = $nearest WHERE correction IS NULL AND is_untimely = 0 AND ABS($nearest) <= %d";
		$this->db->query( $this->db->prepare( $sql, $since, $now, $since, $now, Clock::LARGEST ) );
	}
}
