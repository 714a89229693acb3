<?php
/**
 * The times of the events that wait.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Turns the times of this web server into those of the service. Only who holds the lock of the queue does.
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

	/** Whether events wait whose times were not yet compared with the service's. */
	public function is_due(): bool {
		return null !== $this->db->get_var( "SELECT id FROM {$this->table} WHERE correction IS NULL LIMIT 1" );
	}

	/**
	 * Gives each event that has none its correction, which it keeps: so a repeated request says the same.
	 *
	 * An event was queued after the service's time `$since`, when all before it got theirs, and until now. Of the differences that are
	 * remembered the first that leads into this time is the right one: those of the clock's base at the time first, then the others.
	 * Where none does, the clock was wrong and right again unseen, and the event gets the nearest time that is possible.
	 *
	 * @param array[] $remembered As Clock has them; at least one.
	 * @param int     $since      Unix seconds by the service; 0: not known.
	 * @param int     $now        Unix seconds by the service.
	 */
	public function run( array $remembered, int $since, int $now ) {
		$slack = Clock::TOLERATED;
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
