<?php
// WordPress has no functions for the tables of another plugin, and each row is read once.
// phpcs:disable WordPress.DB.DirectDatabaseQuery

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** WP Activity Log, version 4.6 and later, whose events this plugin sends. */
final class Activity_Log {

	/** Columns of its table of events, by the names that its hook uses for the same data. */
	const COLUMNS = array(
		'Timestamp'     => 'created_on',
		'ClientIP'      => 'client_ip',
		'Severity'      => 'severity',
		'Object'        => 'object',
		'EventType'     => 'event_type',
		'UserAgent'     => 'user_agent',
		'Username'      => 'username',
		'CurrentUserID' => 'user_id',
		'SessionID'     => 'session_id',
		'PostStatus'    => 'post_status',
		'PostType'      => 'post_type',
		'PostID'        => 'post_id',
	);

	/** Whether WP Activity Log is running. */
	public static function is_active(): bool {
		return class_exists( 'WpSecurityAuditLog', false );
	}

	/**
	 * The definition of a kind of event.
	 *
	 * @return array|null `severity`, `message`, `metadata` (template by label), `object`,
	 * `event_type`; null if there is no definition.
	 */
	public static function alert( int $code ): ?array {
		if ( ! is_callable( array( '\WSAL\Controllers\Alert', 'get_alert' ) ) ) {
			return null;
		}
		$alert = \WSAL\Controllers\Alert::get_alert( $code );
		if ( ! is_array( $alert ) ) {
			return null;
		}
		// The definitions of an inactive plugin are a raw list, without names.
		$names = array( 'severity', 'message', 'metadata', 'object', 'event_type' );
		$place = array_combine( $names, isset( $alert['message'] ) ? $names : array( 1, 3, 4, 6, 7 ) );
		$found = array();
		foreach ( $place as $name => $key ) {
			$found[ $name ] = $alert[ $key ] ?? '';
		}
		$found['message']  = Message::value( $found['message'] );
		$found['metadata'] = is_array( $found['metadata'] ) ? $found['metadata'] : array();
		return $found;
	}

	/**
	 * Finds the row of the event whose hook is running. WP Activity Log writes the row, then its
	 * metadata, then calls the hook, so the last query of the database is one of these two writes.
	 *
	 * @return array|null `id` and `created_on`, as the database returns them; null if no row was
	 * written, it is in another database, or the database refuses to show it: in all three cases the
	 * event is queued without it.
	 */
	public static function row_just_written( int $code ): ?array {
		global $wpdb;
		$log      = $wpdb->base_prefix . 'wsal_occurrences';
		$metadata = $wpdb->base_prefix . 'wsal_metadata';
		if ( ! $wpdb->insert_id || ! preg_match( '/^\s*(?:INSERT|REPLACE)\s+INTO\s+`?([^`\s(]+)/i', (string) $wpdb->last_query, $found ) ) {
			return null;
		}
		if ( $metadata === $found[1] ) {
			$row = $wpdb->get_row( $wpdb->prepare( "SELECT id, created_on FROM {$wpdb->base_prefix}wsal_occurrences WHERE id = (SELECT occurrence_id FROM {$wpdb->base_prefix}wsal_metadata WHERE id = %d) AND alert_id = %d", $wpdb->insert_id, $code ) );
		} elseif ( $log === $found[1] ) {
			$row = $wpdb->get_row( $wpdb->prepare( "SELECT id, created_on FROM {$wpdb->base_prefix}wsal_occurrences WHERE id = %d AND alert_id = %d", $wpdb->insert_id, $code ) );
		} else {
			return null;
		}
		return $row ? (array) $row : null;
	}

	/**
	 * The `event_uuid` of a row's event, always the same for the same row. So the service sees an
	 * event that was sent when it occurred and imported later as one event.
	 *
	 * @param string $created_on When it was written, as the database returns it. A restore may reuse
	 *                           an id, but not with the same time.
	 */
	public static function uuid( string $id, int $code, string $created_on ): string {
		global $wpdb;
		$hash    = md5( implode( '/', array( DB_NAME, $wpdb->base_prefix, $id, $code, $created_on ) ) );
		$variant = dechex( 8 | ( hexdec( $hash[16] ) & 3 ) );
		return implode( '-', array( substr( $hash, 0, 8 ), substr( $hash, 8, 4 ), '8' . substr( $hash, 13, 3 ), $variant . substr( $hash, 17, 3 ), substr( $hash, 20 ) ) );
	}

	/**
	 * Counts the events of its log within ranges of time, and finds the id of the last event of all.
	 * Throws Refused.
	 *
	 * @param array $ranges Pairs of Unix seconds with a fraction: from, and before.
	 * @return array `count` and `last_id`; both 0 if its log is not in this database.
	 */
	public static function past_summary( array $ranges ): array {
		global $wpdb;
		$table = $wpdb->base_prefix . 'wsal_occurrences';
		if ( ! $ranges || ! Database::has_table( $table ) ) {
			return array(
				'count'   => 0,
				'last_id' => 0,
			);
		}
		$times = array_merge( ...$ranges );
		$row   = Database::checked( $wpdb->get_row( $wpdb->prepare( "SELECT COUNT(*) AS `count`, COALESCE(MAX(id), 0) AS last_id FROM {$wpdb->base_prefix}wsal_occurrences WHERE " . implode( ' OR ', array_fill( 0, count( $ranges ), '(created_on >= %f AND created_on < %f)' ) ), $times ) ) ); // phpcs:ignore WordPress.DB.PreparedSQLPlaceholders.ReplacementsWrongNumber
		return array_map( 'intval', (array) $row );
	}

	/**
	 * Events of its log, by id. Throws Refused.
	 *
	 * @param int $after   Only events with a greater id.
	 * @param int $last_id Only events up to this id.
	 * @param int $limit   Maximum number of events.
	 * @return array[] `id`, `code`, `site_id` and `data` of each; the data have the names that its
	 * hook uses.
	 */
	public static function past( array $ranges, int $after, int $last_id, int $limit ): array {
		global $wpdb;
		if ( ! $ranges ) {
			return array();
		}
		$values = array_merge( array( $after, $last_id ), array_merge( ...$ranges ), array( $limit ) );
		$rows   = Database::checked( $wpdb->get_results( $wpdb->prepare( "SELECT * FROM {$wpdb->base_prefix}wsal_occurrences WHERE id > %d AND id <= %d AND (" . implode( ' OR ', array_fill( 0, count( $ranges ), '(created_on >= %f AND created_on < %f)' ) ) . ') ORDER BY id LIMIT %d', $values ) ) ); // phpcs:ignore WordPress.DB.PreparedSQLPlaceholders.ReplacementsWrongNumber
		$events = array();
		foreach ( $rows as $row ) {
			$data = array();
			foreach ( self::COLUMNS as $name => $column ) {
				$data[ $name ] = '' === ( $row->$column ?? '' ) ? null : $row->$column;
			}
			$events[ (int) $row->id ] = array(
				'id'      => (int) $row->id,
				'code'    => (int) $row->alert_id,
				'site_id' => (int) $row->site_id,
				'data'    => array_filter( $data, 'is_scalar' ),
			);
		}
		return array_values( self::with_metadata( $events ) );
	}

	/**
	 * Adds the metadata, which another table holds.
	 *
	 * @param array[] $events By id.
	 */
	private static function with_metadata( array $events ): array {
		global $wpdb;
		if ( $events ) {
			$rows = Database::checked( $wpdb->get_results( $wpdb->prepare( "SELECT occurrence_id, name, value FROM {$wpdb->base_prefix}wsal_metadata WHERE occurrence_id IN (" . implode( ', ', array_fill( 0, count( $events ), '%d' ) ) . ')', array_keys( $events ) ) ) );
			foreach ( $rows as $row ) {
				$value = $row->value;
				if ( is_serialized( $value ) ) {
					// No classes: data in a log must not create objects.
					$value = unserialize( $value, array( 'allowed_classes' => false ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
				}
				$events[ (int) $row->occurrence_id ]['data'] += array( $row->name => $value );
			}
		}
		return $events;
	}
}
