<?php
/**
 * The queue of events to send.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * One table for the whole installation. Adding is one INSERT that waits for nobody. Sending and
 * dropping need the lock.
 */
final class Queue {

	/** Seconds that an event is kept while it cannot be delivered. */
	const KEPT_FOR = 7 * DAY_IN_SECONDS;
	/** Maximum number of waiting events, so that an attack that logs a lot does not fill the disk. */
	const MAX_EVENTS = 100000;
	/** INSERTs between two checks of the bounds; a prime, because ids may advance in steps. */
	const ADDS_BETWEEN_LOOKS = 499;
	/** Seconds for which a refused event is set aside. */
	const ASIDE_FOR = DAY_IN_SECONDS;
	/** Whether an event occurred when it was queued, as a condition; is_of_now() says the same. */
	const IS_OF_NOW = '(ABS(CAST(queued_at AS SIGNED) - CAST(occurred_at AS SIGNED)) <= ' . HOUR_IN_SECONDS . ')';
	/**
	 * The database of WordPress.
	 *
	 * @var \wpdb
	 */
	private $db;

	/**
	 * Name of the table.
	 *
	 * @var string
	 */
	private $table;

	/** Takes the database of WordPress. */
	public function __construct() {
		$this->db    = $GLOBALS['wpdb'];
		$this->table = $this->db->base_prefix . 'goal_sender_queue';
	}

	/** Name of the table. */
	public function table(): string {
		return $this->table;
	}

	/** Creates the table if it is missing, and upgrades the table of an older version. */
	public function create() {
		// Bodies are ASCII: JSON with \u escapes, so no character set of the site can damage a message.
		$this->db->query(
			"CREATE TABLE IF NOT EXISTS {$this->table} (
				id bigint unsigned NOT NULL AUTO_INCREMENT,
				queued_at int unsigned NOT NULL,
				occurred_at int unsigned NOT NULL,
				not_before int unsigned NOT NULL DEFAULT 0,
				body mediumtext NOT NULL,
				PRIMARY KEY (id),
				KEY queued_at (queued_at)
			) {$this->db->get_charset_collate()}"
		);
		if ( null === $this->db->get_row( "SHOW COLUMNS FROM {$this->table} LIKE 'correction'" ) ) {
			// Rows of version 1.0.0 have no uptime. Their times alone decide their corrections.
			$this->db->query(
				"ALTER TABLE {$this->table}
					ADD uptime int unsigned NOT NULL DEFAULT 0,
					ADD correction int NULL,
					ADD is_untimely tinyint NOT NULL DEFAULT 0,
					ADD KEY correction (correction)"
			);
			$this->db->query( "UPDATE {$this->table} SET correction = 0 WHERE NOT " . self::IS_OF_NOW );
		}
	}

	/** Drops the table with all waiting events. */
	public function destroy() {
		$this->db->query( "DROP TABLE IF EXISTS {$this->table}" );
	}

	/**
	 * Adds events with one INSERT.
	 *
	 * @param array[] $events Events in the form that the service accepts.
	 * @return bool Whether they are stored, either all or none.
	 */
	public function add( array $events ): bool {
		if ( ! $events ) {
			return true;
		}
		$values = array();
		$rows   = array();
		foreach ( $events as $event ) {
			$occurred_at = strtotime( $event['occurred_at'] );
			array_push( $values, time(), Clock::uptime(), $occurred_at, Event::encode( $event ) );
			// A past event keeps its time: nobody knows how far the clock was off then.
			$rows[] = '(%d, %d, %d, %s, ' . ( self::is_of_now( time(), $occurred_at ) ? 'NULL' : '0' ) . ')';
		}
		return count( $events ) === $this->db->query( $this->db->prepare( "INSERT INTO {$this->table} (queued_at, uptime, occurred_at, body, correction) VALUES " . implode( ', ', $rows ), $values ) );
	}

	/**
	 * Whether an event occurred when it was queued, so that the clock of that moment made its time.
	 *
	 * @param int $queued_at   Unix seconds.
	 * @param int $occurred_at Unix seconds.
	 */
	private static function is_of_now( int $queued_at, int $occurred_at ): bool {
		return abs( $queued_at - $occurred_at ) <= HOUR_IN_SECONDS;
	}

	/** Whether to check the bounds now, so that they hold on sites whose cron never runs. */
	public function wants_a_look(): bool {
		return 0 === $this->db->insert_id % self::ADDS_BETWEEN_LOOKS;
	}

	/**
	 * The oldest events that may be sent now.
	 *
	 * @param int $count Maximum number of events.
	 * @param int $bytes Maximum number of bytes together; the first event may exceed it.
	 * @return string[] JSON by id, with the time corrected.
	 */
	public function take( int $count, int $bytes ): array {
		$sql = "SELECT id, LENGTH(body) AS size FROM {$this->table} WHERE NOT (" . self::is_aside() . ') ORDER BY id LIMIT %d';
		$ids = array();
		foreach ( $this->db->get_results( $this->db->prepare( $sql, $count ) ) as $row ) {
			$bytes -= (int) $row->size;
			if ( $ids && $bytes < 0 ) {
				break;
			}
			$ids[] = (int) $row->id;
		}
		if ( ! $ids ) {
			return array();
		}
		$list   = implode( ',', $ids );
		$bodies = array();
		foreach ( $this->db->get_results( "SELECT id, correction, body FROM {$this->table} WHERE id IN ($list) ORDER BY id" ) as $row ) {
			$bodies[ (int) $row->id ] = Event::shifted( $row->body, (int) $row->correction );
		}
		return $bodies;
	}

	/**
	 * Removes events from the queue.
	 *
	 * @param int[] $ids Their ids.
	 */
	public function remove( array $ids ) {
		if ( $ids ) {
			$list = implode( ',', array_map( 'intval', $ids ) );
			$this->db->query( "DELETE FROM {$this->table} WHERE id IN ($list)" );
		}
	}

	/**
	 * Sets these events aside for a day, so that others can be sent. They age like all others.
	 *
	 * @param int[] $ids         Their ids.
	 * @param bool  $is_untimely Whether the service refused their times.
	 */
	public function set_aside( array $ids, bool $is_untimely = false ) {
		if ( $ids ) {
			$list = implode( ',', array_map( 'intval', $ids ) );
			$this->db->query( $this->db->prepare( "UPDATE {$this->table} SET not_before = %d, is_untimely = %d WHERE id IN ($list)", time() + self::ASIDE_FOR, (int) $is_untimely ) );
		}
	}

	/**
	 * The condition that finds events that are set aside. A mark further in the future was made while
	 * the clock was ahead, and does not count; the clocks of several web servers may differ by the
	 * tolerance.
	 */
	private static function is_aside(): string {
		return sprintf( 'not_before > %d AND not_before <= %d', time(), time() + self::ASIDE_FOR + Clock::TOLERATED );
	}

	/**
	 * Finds those of these events that occurred when they were queued.
	 *
	 * @param int[] $ids Their ids.
	 * @return int[]
	 */
	public function of_now( array $ids ): array {
		if ( ! $ids ) {
			return array();
		}
		$list = implode( ',', array_map( 'intval', $ids ) );
		$rows = array_filter(
			$this->db->get_results( "SELECT id, queued_at, occurred_at FROM {$this->table} WHERE id IN ($list)" ),
			static function ( $row ): bool {
				return self::is_of_now( (int) $row->queued_at, (int) $row->occurred_at );
			}
		);
		return array_map( 'intval', array_column( $rows, 'id' ) );
	}

	/**
	 * Releases every event that was set aside, to be sent again at once with the correction known by
	 * then.
	 */
	public function take_back() {
		$this->db->query( "UPDATE {$this->table} SET not_before = 0 WHERE not_before > 0" );
		$this->take_back_untimely();
	}

	/**
	 * Releases the events that were refused for their times, because the clock was set or another
	 * difference is known.
	 */
	public function take_back_untimely() {
		$this->db->query( "UPDATE {$this->table} SET not_before = 0, correction = IF(" . self::IS_OF_NOW . ', NULL, correction) WHERE is_untimely = 1' );
	}

	/**
	 * Drops events that have waited too long, and the oldest events beyond the maximum number. An
	 * event has waited too long if the clock says so and the seconds since the start of the server do
	 * not contradict it. So setting the clock drops nothing.
	 *
	 * @param callable $count_first Gets count, first and last time (Unix seconds) of the events before
	 *                              they are dropped: a crash in between counts some twice and loses
	 *                              none silently.
	 */
	public function drop_oldest( callable $count_first ) {
		$now      = Clock::uptime();
		$too_old  = $this->db->prepare( 'queued_at < %d AND (uptime > %d OR uptime < %d)', time() - self::KEPT_FOR, $now, max( 0, $now - self::KEPT_FOR ) );
		$too_many = $this->db->prepare( "SELECT id FROM {$this->table} ORDER BY id DESC LIMIT 1 OFFSET %d", self::MAX_EVENTS );
		$this->drop( "($too_old) OR id <= " . (int) $this->db->get_var( $too_many ), $count_first );
	}

	/**
	 * Drops events that are set aside for their times.
	 *
	 * @param callable $count_first As above.
	 */
	public function drop_untimely( callable $count_first ) {
		$this->drop( 'is_untimely = 1 AND ' . self::is_aside(), $count_first );
	}

	/**
	 * Drops events.
	 *
	 * @param string   $which       A condition.
	 * @param callable $count_first As above.
	 */
	private function drop( string $which, callable $count_first ) {
		$time = 'CAST(occurred_at AS SIGNED) + COALESCE(correction, 0)';
		$row  = $this->db->get_row( "SELECT COUNT(*) AS count, MIN($time) AS first, MAX($time) AS last FROM {$this->table} WHERE $which" );
		if ( $row && $row->count > 0 ) {
			$count_first( (int) $row->count, (int) $row->first, (int) $row->last );
			$this->db->query( "DELETE FROM {$this->table} WHERE $which" );
		}
	}

	/**
	 * Counts the waiting events.
	 *
	 * @return array `count`, `aside` (set aside), `untimely` (set aside for their times) and `oldest`
	 *               (when the oldest was queued, in Unix seconds; 0 if nothing waits).
	 */
	public function summary(): array {
		$aside = self::is_aside();
		$sql   = "SELECT COUNT(*) AS count, COALESCE(SUM($aside), 0) AS aside, COALESCE(SUM($aside AND is_untimely = 1), 0) AS untimely,
			COALESCE(MIN(queued_at), 0) AS oldest FROM {$this->table}";
		return array_map( 'intval', (array) $this->db->get_row( $sql ) ) + array_fill_keys( array( 'count', 'aside', 'untimely', 'oldest' ), 0 );
	}

	/**
	 * Takes the lock without waiting for it. The database releases it when the process ends, however
	 * it ends. If a lost connection releases it early, two processes may send the same events, and the
	 * service keeps one of each `event_uuid` (rulings §7.5).
	 *
	 * @return bool Whether this process now has the lock.
	 */
	public function lock(): bool {
		return '1' === (string) $this->db->get_var( $this->db->prepare( 'SELECT GET_LOCK(%s, 0)', $this->lock_name() ) );
	}

	/** Whether any process has the lock. */
	public function is_locked(): bool {
		return null !== $this->db->get_var( $this->db->prepare( 'SELECT IS_USED_LOCK(%s)', $this->lock_name() ) );
	}

	/** Releases the lock. */
	public function unlock() {
		$this->db->query( $this->db->prepare( 'DO RELEASE_LOCK(%s)', $this->lock_name() ) );
	}

	/** The lock's name. Locks belong to the whole database server, which several sites may share. */
	private function lock_name(): string {
		return 'goal_sender_' . md5( DB_NAME . '/' . $this->table );
	}
}
