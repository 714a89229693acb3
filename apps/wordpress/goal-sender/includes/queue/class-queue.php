<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * One table for the whole installation. Adding is one INSERT that waits for nobody. Sending and
 * dropping need the lock. Each method that asks the database throws Refused.
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
	/** Name of the table. */
	private string $table;

	/** Names the table of this installation. */
	public function __construct() {
		$this->table = $GLOBALS['wpdb']->base_prefix . 'goal_sender_queue';
	}

	/** Name of the table. */
	public function table(): string {
		return $this->table;
	}

	/**
	 * Creates the table if it is missing, and upgrades the table of an older version. It looks first,
	 * because some databases refuse even statements that would create nothing.
	 */
	public function create() {
		if ( ! Database::has_table( $this->table ) ) {
			// Bodies are ASCII: JSON with \u escapes, so no character set of the site can damage a message.
			Database::change(
				"CREATE TABLE IF NOT EXISTS {$this->table} (
					id bigint unsigned NOT NULL AUTO_INCREMENT,
					queued_at int unsigned NOT NULL,
					uptime int unsigned NOT NULL DEFAULT 0,
					occurred_at int unsigned NOT NULL,
					not_before int unsigned NOT NULL DEFAULT 0,
					correction int NULL,
					is_untimely tinyint NOT NULL DEFAULT 0,
					body mediumtext NOT NULL,
					PRIMARY KEY (id),
					KEY queued_at (queued_at),
					KEY correction (correction)
				) {$GLOBALS['wpdb']->get_charset_collate()}"
			);
		} elseif ( ! Database::rows( "SHOW COLUMNS FROM {$this->table} LIKE 'correction'" ) ) {
			// Rows of version 1.0.0 have no uptime. Their times alone decide their corrections.
			Database::change(
				"ALTER TABLE {$this->table}
					ADD uptime int unsigned NOT NULL DEFAULT 0,
					ADD correction int NULL,
					ADD is_untimely tinyint NOT NULL DEFAULT 0,
					ADD KEY correction (correction)"
			);
			Database::change( "UPDATE {$this->table} SET correction = 0 WHERE NOT " . self::IS_OF_NOW );
		}
	}

	/** Drops the table with all waiting events. */
	public function destroy() {
		Database::change( "DROP TABLE IF EXISTS {$this->table}" );
	}

	/**
	 * Adds events with one INSERT, either all or none.
	 *
	 * @param array[] $events Events in the form that the service accepts.
	 * @param int     $mark   The mark of a place that is not that of the site; 0: none.
	 * @return int The id, if it was one event.
	 */
	public function add( array $events, int $mark = 0 ): int {
		if ( ! $events ) {
			return 0;
		}
		$values = array();
		$rows   = array();
		foreach ( $events as $event ) {
			$occurred_at = strtotime( $event['occurred_at'] );
			array_push( $values, time(), Clock::uptime(), $occurred_at, $mark, Event::encode( $event ) );
			// A past event keeps its time: nobody knows how far the clock was off then.
			$rows[] = '(%d, %d, %d, %d, %s, ' . ( self::is_of_now( time(), $occurred_at ) ? 'NULL' : '0' ) . ')';
		}
		Database::change( Database::prepare( "INSERT INTO {$this->table} (queued_at, uptime, occurred_at, not_before, body, correction) VALUES " . implode( ', ', $rows ), $values ) );
		return (int) $GLOBALS['wpdb']->insert_id;
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
		return 0 === $GLOBALS['wpdb']->insert_id % self::ADDS_BETWEEN_LOOKS;
	}

	/**
	 * The oldest events that may be sent now.
	 *
	 * @param int $count Maximum number of events.
	 * @param int $bytes Maximum number of bytes together; the first event may exceed it.
	 * @return string[] JSON by id, with the time corrected.
	 */
	public function take( int $count, int $bytes ): array {
		$sql = "SELECT id, LENGTH(body) AS size FROM {$this->table} WHERE " . Marked::NONE . ' AND NOT (' . self::is_aside() . ') ORDER BY id LIMIT %d';
		$ids = array();
		foreach ( Database::rows( Database::prepare( $sql, $count ) ) as $row ) {
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
		foreach ( Database::rows( "SELECT id, correction, body FROM {$this->table} WHERE id IN ($list) ORDER BY id" ) as $row ) {
			$bodies[ (int) $row->id ] = Event::shifted( $row->body, (int) $row->correction );
		}
		return $bodies;
	}

	/** The JSON of an event, with its time as it was queued; empty if it is not in the queue. */
	public function body( int $id ): string {
		return (string) Database::value( "SELECT body FROM {$this->table} WHERE id = $id" );
	}

	/**
	 * Removes events from the queue.
	 *
	 * @return int How many there were.
	 */
	public function remove( array $ids ): int {
		$list = implode( ',', array_map( 'intval', $ids ) );
		return $ids ? Database::change( "DELETE FROM {$this->table} WHERE id IN ($list)" ) : 0;
	}

	/**
	 * Sets these events aside for a day, so that others can be sent. They age like all others.
	 *
	 * @param bool $is_untimely Whether the service refused their times.
	 */
	public function set_aside( array $ids, bool $is_untimely = false ) {
		if ( $ids ) {
			$list = implode( ',', array_map( 'intval', $ids ) );
			Database::change( Database::prepare( "UPDATE {$this->table} SET not_before = %d, is_untimely = %d WHERE id IN ($list)", time() + self::ASIDE_FOR, (int) $is_untimely ) );
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
	 * @return int[]
	 */
	public function of_now( array $ids ): array {
		if ( ! $ids ) {
			return array();
		}
		$list = implode( ',', array_map( 'intval', $ids ) );
		$rows = array_filter(
			Database::rows( "SELECT id, queued_at, occurred_at FROM {$this->table} WHERE id IN ($list)" ),
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
		Database::change( "UPDATE {$this->table} SET not_before = 0 WHERE not_before > 0 AND " . Marked::NONE );
		$this->take_back_untimely();
	}

	/**
	 * Releases the events that were refused for their times, because the clock was set or another
	 * difference is known.
	 */
	public function take_back_untimely() {
		Database::change( "UPDATE {$this->table} SET not_before = 0, correction = CASE WHEN " . self::IS_OF_NOW . ' THEN NULL ELSE correction END WHERE is_untimely = 1' );
	}

	/**
	 * Drops events that have waited too long, and the oldest events beyond the maximum number. An
	 * event has waited too long if the clock says so and the seconds since the start of the server do
	 * not contradict it. So setting the clock drops nothing.
	 *
	 * @param bool     $by_age      Whether to drop those that have waited too long.
	 * @param callable $count_first Gets count, first and last time (Unix seconds) of the events before
	 *                              they are dropped: a crash in between counts some twice and loses
	 *                              none silently.
	 */
	public function drop_oldest( bool $by_age, callable $count_first ) {
		$now      = Clock::uptime();
		$too_old  = Database::prepare( 'queued_at < %d AND (uptime > %d OR uptime < %d)', time() - self::KEPT_FOR, $now, max( 0, $now - self::KEPT_FOR ) );
		$too_many = Database::prepare( "SELECT id FROM {$this->table} ORDER BY id DESC LIMIT 1 OFFSET %d", self::MAX_EVENTS );
		$this->drop( ( $by_age ? "($too_old) OR " : '' ) . 'id <= ' . (int) Database::value( $too_many ), $count_first );
	}

	/** Drops events that are set aside for their times. */
	public function drop_untimely( callable $count_first ) {
		$this->drop( 'is_untimely = 1 AND ' . self::is_aside(), $count_first );
	}

	/** Drops events. */
	private function drop( string $which, callable $count_first ) {
		$time = 'CAST(occurred_at AS SIGNED) + COALESCE(correction, 0)';
		$row  = Database::row( "SELECT COUNT(*) AS `count`, MIN($time) AS first, MAX($time) AS last FROM {$this->table} WHERE $which" );
		if ( $row && $row->count > 0 ) {
			$count_first( (int) $row->count, (int) $row->first, (int) $row->last );
			Database::change( "DELETE FROM {$this->table} WHERE $which" );
		}
	}

	/**
	 * Counts the waiting events.
	 *
	 * @return array `count`, `aside` (set aside), `untimely` (set aside for their times), `oldest`
	 *               (when the oldest was queued, in Unix seconds; 0 if nothing waits), `due_since`
	 *               (the same of those that are not set aside), and `elsewhere` (queued by other
	 *               places, and not in the others).
	 */
	public function summary(): array {
		$here  = Marked::NONE;
		$aside = self::is_aside();
		$sql   = "SELECT COALESCE(SUM($here), 0) AS `count`, COALESCE(SUM($aside), 0) AS aside, COALESCE(SUM($aside AND is_untimely = 1), 0) AS untimely,
			COALESCE(MIN(CASE WHEN $here THEN queued_at END), 0) AS oldest,
			COALESCE(MIN(CASE WHEN $here AND NOT ($aside) THEN queued_at END), 0) AS due_since, COALESCE(SUM(NOT ($here)), 0) AS elsewhere FROM {$this->table}";
		return array_map( 'intval', (array) Database::row( $sql ) );
	}
}
