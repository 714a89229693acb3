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

	/** How a field of a form holds a moment, in the time zone of the site. */
	const FIELD_FORMAT = 'Y-m-d\TH:i:s';

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

	/**
	 * When the newest event occurred that the service has from before this installation, in Unix seconds; null where it has none or was
	 * not asked.
	 */
	public static function held_until(): ?int {
		return ( (array) get_site_option( self::AWAY_OPTION, array() ) )['held_until'] ?? null;
	}

	/**
	 * Asks the service once for the newest event from before this installation. An import does not recognise events that version 1.0.0
	 * sent when they occurred.
	 *
	 * @param Client $client The way to the service.
	 */
	public static function ask_what_is_held( Client $client ) {
		$away  = (array) get_site_option( self::AWAY_OPTION, array() );
		$first = $away['ranges'][0] ?? null;
		// Only after a new installation: later ranges cover times in which this plugin sent nothing.
		if ( null === $first || 0.0 !== (float) $first[0] || array_key_exists( 'held_until', $away ) ) {
			return;
		}
		$answer = $client->look( 10, (int) $first[1] + Clock::correction( ( new Clock( State::load() ) )->difference() ) );
		if ( null !== $answer && '' === $answer->error ) {
			// The end of the second in which it occurred.
			$away['held_until'] = null === $answer->newest ? null : $answer->newest + 1;
			update_site_option( self::AWAY_OPTION, $away );
		}
	}

	/**
	 * What a field of a form holds, in Unix seconds; null where it is no moment.
	 *
	 * @param string $typed In FIELD_FORMAT; browsers leave out seconds of zero.
	 */
	public static function moment( string $typed ): ?int {
		$typed = 16 === strlen( $typed ) ? "$typed:00" : $typed;
		$found = \DateTimeImmutable::createFromFormat( '!' . self::FIELD_FORMAT, $typed, wp_timezone() );
		return false === $found ? null : $found->getTimestamp();
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
	 * @param float $after Only events that occurred after it, in Unix seconds.
	 * @return bool Whether there is anything to do.
	 */
	public static function start( float $after = 0.0 ): bool {
		$ranges = array();
		foreach ( self::open_ranges() as list( $from, $before ) ) {
			if ( $before > $after ) {
				$ranges[] = array( max( $from, $after ), $before );
			}
		}
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
		$end      = hrtime( true ) + $seconds * 1e9;
		while ( $progress['running'] && hrtime( true ) < $end && $queue->summary()['count'] < self::AHEAD ) {
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
		$uuid = Activity_Log::uuid( (string) $past['id'], $past['code'], (string) ( $past['data']['Timestamp'] ?? '' ) );
		return Event::from_alert( $past['code'], $past['data'], $uuid, $past['site_id'] );
	}
}
