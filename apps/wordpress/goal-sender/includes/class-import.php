<?php
/**
 * Events from before.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Brings the events of WP Activity Log into the queue that occurred while this plugin was not active, once, when asked to.
 */
final class Import {

	/** When this plugin was not active: `ranges` (pairs of Unix seconds) and `left_at`. */
	const AWAY_OPTION = 'goal_sender_away';

	/** How far it is: `running`, `ranges`, `position`, `last_id`, `done`, `total`. */
	const OPTION = 'goal_sender_import';

	/** Events of one step, and how many may wait while it goes on: so that what happens now need not wait long. */
	const STEP  = 500;
	const AHEAD = 5000;

	/** The plugin was activated: the first time everything was before it, later what came since it was deactivated. */
	public static function arrive() {
		$away = get_site_option( self::AWAY_OPTION );
		$away = is_array( $away ) ? $away : array(
			'ranges'  => array(),
			'left_at' => 0.0,
		);
		if ( null !== $away['left_at'] ) {
			$away['ranges'][] = array( $away['left_at'], microtime( true ) );
			$away['left_at']  = null;
		}
		// Somebody who switches it off and on all day loses the oldest, not the page.
		$away['ranges'] = array_slice( $away['ranges'], -50 );
		update_site_option( self::AWAY_OPTION, $away );
	}

	/** The plugin is deactivated. */
	public static function leave() {
		$away            = (array) get_site_option( self::AWAY_OPTION, array() ) + array( 'ranges' => array() );
		$away['left_at'] = microtime( true );
		update_site_option( self::AWAY_OPTION, $away );
	}

	/** Ranges whose events were neither sent nor asked for. */
	public static function open_ranges(): array {
		return ( (array) get_site_option( self::AWAY_OPTION, array() ) )['ranges'] ?? array();
	}

	/** How far it is, as stored; `running` is false before it was asked for. */
	public static function progress(): array {
		return (array) get_site_option( self::OPTION, array() ) + array(
			'running' => false,
			'done'    => 0,
			'total'   => 0,
		);
	}

	/**
	 * A person asks for it.
	 *
	 * @return bool Whether there is anything to do.
	 */
	public static function start(): bool {
		$ranges = self::open_ranges();
		$found  = Activity_Log::past_summary( $ranges );
		if ( 0 === $found['count'] || self::progress()['running'] ) {
			return false;
		}
		update_site_option(
			self::OPTION,
			array(
				'running'  => true,
				'ranges'   => $ranges,
				'position' => 0,
				'last_id'  => $found['last_id'],
				'done'     => 0,
				'total'    => $found['count'],
			)
		);
		$away           = (array) get_site_option( self::AWAY_OPTION );
		$away['ranges'] = array();
		update_site_option( self::AWAY_OPTION, $away );
		return true;
	}

	/**
	 * Goes on for some seconds, under the lock of the queue. A step that is repeated after a crash is harmless: its events have the
	 * same names again.
	 *
	 * @param Queue $queue   The queue.
	 * @param int   $seconds No step begins after so many.
	 */
	public static function go_on( Queue $queue, int $seconds ) {
		$progress = self::progress();
		$end      = microtime( true ) + $seconds;
		while ( $progress['running'] && microtime( true ) < $end && $queue->summary()['count'] < self::AHEAD ) {
			$past = Activity_Log::past( $progress['ranges'], $progress['position'], $progress['last_id'], self::STEP );
			if ( ! $queue->add( array_map( array( self::class, 'event' ), $past ) ) ) {
				return;
			}
			$progress['done']    += count( $past );
			$progress['running']  = count( $past ) === self::STEP;
			$progress['position'] = $past ? end( $past )['id'] : $progress['position'];
			update_site_option( self::OPTION, $progress );
		}
	}

	/**
	 * The event of a row, always under the same name.
	 *
	 * @param array $past A row of WP Activity Log.
	 */
	private static function event( array $past ): array {
		global $wpdb;
		$hash    = md5( implode( '/', array( DB_NAME, $wpdb->base_prefix, $past['id'], $past['code'], $past['data']['Timestamp'] ?? '' ) ) );
		$variant = dechex( 8 | ( hexdec( $hash[16] ) & 3 ) );
		$parts   = array( substr( $hash, 0, 8 ), substr( $hash, 8, 4 ), '8' . substr( $hash, 13, 3 ), $variant . substr( $hash, 17, 3 ), substr( $hash, 20 ) );
		return Event::from_alert( $past['code'], $past['data'], implode( '-', $parts ), $past['site_id'] );
	}
}
