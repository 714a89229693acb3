<?php
/**
 * The events that wait to be sent.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * A table of the whole installation: adding is one INSERT that waits for nobody; whoever sends or drops holds the lock.
 */
final class Queue {

	/** Seconds that an event is kept while it cannot be delivered. */
	const KEPT_FOR = 7 * DAY_IN_SECONDS;

	/** Events that wait at most, so that an attack that logs a lot does not fill the disk. */
	const MAX_EVENTS = 100000;

	/** How many INSERTs lie between two looks at the bounds; a prime, because ids may go in steps. */
	const ADDS_BETWEEN_LOOKS = 499;

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

	/** Makes the table where it is missing. */
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
	}

	/** Drops the table with all that waits in it. */
	public function destroy() {
		$this->db->query( "DROP TABLE IF EXISTS {$this->table}" );
	}

	/**
	 * Adds events with one INSERT.
	 *
	 * @param array[] $events Events as the service takes them.
	 * @return bool Whether they are stored; if not, none of them is.
	 */
	public function add( array $events ): bool {
		if ( ! $events ) {
			return true;
		}
		$values = array();
		foreach ( $events as $event ) {
			array_push( $values, time(), strtotime( $event['occurred_at'] ), Event::encode( $event ) );
		}
		$rows = implode( ', ', array_fill( 0, count( $events ), '(%d, %d, %s)' ) );
		$sql  = $this->db->prepare( "INSERT INTO {$this->table} (queued_at, occurred_at, body) VALUES $rows", $values );
		return count( $events ) === $this->db->query( $sql );
	}

	/** Whether it is time to look at the bounds, so that they hold where no cron runs. */
	public function wants_a_look(): bool {
		return 0 === $this->db->insert_id % self::ADDS_BETWEEN_LOOKS;
	}

	/**
	 * The oldest events that may be sent now.
	 *
	 * @param int $count At most so many.
	 * @param int $bytes At most so many bytes together, but always one event.
	 * @return string[] JSON by id.
	 */
	public function take( int $count, int $bytes ): array {
		$sql = "SELECT id, LENGTH(body) AS size FROM {$this->table} WHERE not_before <= %d ORDER BY id LIMIT %d";
		$ids = array();
		foreach ( $this->db->get_results( $this->db->prepare( $sql, time(), $count ) ) as $row ) {
			$bytes -= (int) $row->size;
			if ( $ids && $bytes < 0 ) {
				break;
			}
			$ids[] = (int) $row->id;
		}
		if ( ! $ids ) {
			return array();
		}
		$list = implode( ',', $ids );
		$rows = $this->db->get_results( "SELECT id, body FROM {$this->table} WHERE id IN ($list) ORDER BY id" );
		return array_column( $rows, 'body', 'id' );
	}

	/**
	 * Takes events out of the queue.
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
	 * Lets others pass: these events are not sent before a day has gone by. They grow old like the others.
	 *
	 * @param int[] $ids Their ids.
	 */
	public function set_aside( array $ids ) {
		if ( $ids ) {
			$list = implode( ',', array_map( 'intval', $ids ) );
			$sql  = "UPDATE {$this->table} SET not_before = %d WHERE id IN ($list)";
			$this->db->query( $this->db->prepare( $sql, time() + DAY_IN_SECONDS ) );
		}
	}

	/** What was set aside may be sent again at once. */
	public function take_back() {
		$this->db->query( "UPDATE {$this->table} SET not_before = 0 WHERE not_before > 0" );
	}

	/**
	 * Drops what has waited too long, or is too much: the oldest first.
	 *
	 * @param callable $count_first Gets count, first and last time (Unix seconds) of what will be dropped, before it is:
	 *                              after a crash in between it is counted twice, and never lost in silence.
	 */
	public function drop_oldest( callable $count_first ) {
		$too_old  = $this->db->prepare( "SELECT MAX(id) FROM {$this->table} WHERE queued_at < %d", time() - self::KEPT_FOR );
		$too_many = $this->db->prepare( "SELECT id FROM {$this->table} ORDER BY id DESC LIMIT 1 OFFSET %d", self::MAX_EVENTS );
		$last     = max( (int) $this->db->get_var( $too_old ), (int) $this->db->get_var( $too_many ) );
		if ( $last > 0 ) {
			$sql = "SELECT COUNT(*) AS count, MIN(occurred_at) AS first, MAX(occurred_at) AS last FROM {$this->table} WHERE id <= %d";
			$row = $this->db->get_row( $this->db->prepare( $sql, $last ) );
			$count_first( (int) $row->count, (int) $row->first, (int) $row->last );
			$this->db->query( $this->db->prepare( "DELETE FROM {$this->table} WHERE id <= %d", $last ) );
		}
	}

	/**
	 * What waits.
	 *
	 * @return array `count`, `aside` (of these, set aside) and `oldest` (Unix seconds since which the oldest waits, 0: none).
	 */
	public function summary(): array {
		$sql = "SELECT COUNT(*) AS count, COALESCE(SUM(not_before > %d), 0) AS aside, COALESCE(MIN(queued_at), 0) AS oldest FROM {$this->table}";
		$row = $this->db->get_row( $this->db->prepare( $sql, time() ) );
		return array_map( 'intval', (array) $row ) + array_fill_keys( array( 'count', 'aside', 'oldest' ), 0 );
	}

	/**
	 * Takes the lock without waiting for it. The database frees it when the process ends, however it ends. Should a lost
	 * connection free it early, two may send the same events: the service keeps one of each `event_uuid` (rulings §7.5).
	 *
	 * @return bool Whether nobody else has it.
	 */
	public function lock(): bool {
		return '1' === (string) $this->db->get_var( $this->db->prepare( 'SELECT GET_LOCK(%s, 0)', $this->lock_name() ) );
	}

	/** Gives the lock back. */
	public function unlock() {
		$this->db->query( $this->db->prepare( 'DO RELEASE_LOCK(%s)', $this->lock_name() ) );
	}

	/** Locks are of the whole database server, which several sites may share. */
	private function lock_name(): string {
		return 'goal_sender_' . md5( DB_NAME . '/' . $this->table );
	}
}
