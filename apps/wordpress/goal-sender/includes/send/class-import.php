<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * On request, queues the events of WP Activity Log that occurred while this plugin was not active,
 * once.
 */
final class Import {

	/**
	 * The times at which this plugin was not active: `ranges` (pairs of Unix seconds) and `left_at`.
	 */
	const AWAY_OPTION = 'goal_sender_away';

	/** The progress: `running`, `ranges`, `position`, `last_id`, `done`, `total`. */
	const OPTION = 'goal_sender_import';

	/**
	 * Events per step, and how many may wait before it pauses, so that current events do not wait
	 * long.
	 */
	const STEP  = 500;
	const AHEAD = 5000;

	/** The format of a moment in a form field, in the time zone of the site. */
	const FIELD_FORMAT = 'Y-m-d\TH:i:s';

	/**
	 * Handles the activation: the first one opens a range for everything before it, a later one for
	 * the time since the deactivation.
	 */
	public static function arrive() {
		$away = Options::fresh( self::AWAY_OPTION );
		$away = is_array( $away ) ? $away : array(
			'ranges'  => array(),
			'left_at' => 0.0,
		);
		if ( null !== $away['left_at'] ) {
			$away['ranges'][] = array( $away['left_at'], microtime( true ) );
			$away['left_at']  = null;
		}
		// If somebody toggles the plugin all day, the oldest ranges are lost, not the page.
		$away['ranges'] = array_slice( $away['ranges'], -50 );
		Options::set( self::AWAY_OPTION, $away );
	}

	/** Handles the deactivation. */
	public static function leave() {
		$away            = (array) Options::fresh( self::AWAY_OPTION, array() ) + array( 'ranges' => array() );
		$away['left_at'] = microtime( true );
		Options::set( self::AWAY_OPTION, $away );
	}

	/**
	 * Opens a range of time whose events could not be queued.
	 *
	 * @param float $from Unix seconds.
	 */
	public static function offer( float $from, float $before ) {
		$away = (array) Options::fresh( self::AWAY_OPTION, array() ) + array(
			'ranges'  => array(),
			'left_at' => null,
		);

		$away['ranges'][] = array( $from, $before );
		$away['ranges']   = array_slice( $away['ranges'], -50 );
		Options::set( self::AWAY_OPTION, $away );
	}

	/** The ranges whose events were neither sent nor imported. */
	public static function open_ranges(): array {
		return ( (array) Options::fresh( self::AWAY_OPTION, array() ) )['ranges'] ?? array();
	}

	/**
	 * When the newest event that the service has from before this installation occurred, in Unix
	 * seconds; null if it has none or was not asked.
	 */
	public static function held_until(): ?int {
		return ( (array) Options::fresh( self::AWAY_OPTION, array() ) )['held_until'] ?? null;
	}

	/**
	 * Asks the service once for the newest event from before this installation. An import does not
	 * recognise events that version 1.0.0 sent when they occurred.
	 */
	public static function ask_what_is_held( Client $client ) {
		$away  = (array) Options::fresh( self::AWAY_OPTION, array() );
		$first = $away['ranges'][0] ?? null;
		// Only after a new installation: later ranges cover times at which this plugin sent nothing.
		if ( null === $first || 0.0 !== (float) $first[0] || array_key_exists( 'held_until', $away ) ) {
			return;
		}
		$answer = $client->look( 10, (int) $first[1] + Clock::correction( ( new Clock( State::load() ) )->difference() ) );
		if ( null !== $answer && '' === $answer->error ) {
			// The end of the second in which it occurred.
			$away['held_until'] = null === $answer->newest ? null : $answer->newest + 1;
			Options::set( self::AWAY_OPTION, $away );
		}
	}

	/**
	 * The value of a form field, in Unix seconds; null if it is not a moment.
	 *
	 * @param string $typed In FIELD_FORMAT; browsers omit seconds of zero.
	 */
	public static function moment( string $typed ): ?int {
		$typed = 16 === strlen( $typed ) ? "$typed:00" : $typed;
		$found = \DateTimeImmutable::createFromFormat( '!' . self::FIELD_FORMAT, $typed, wp_timezone() );
		return false === $found ? null : $found->getTimestamp();
	}

	/** The stored progress; `running` is false before an import was requested. */
	public static function progress(): array {
		return (array) Options::fresh( self::OPTION, array() ) + array(
			'running' => false,
			'done'    => 0,
			'total'   => 0,
		);
	}

	/**
	 * Starts an import, because a person asks for it.
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
		$found = Activity_Log::past_summary( $ranges );
		if ( 0 === $found['count'] || self::progress()['running'] ) {
			return false;
		}
		Options::set(
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
		$away           = (array) Options::fresh( self::AWAY_OPTION );
		$away['ranges'] = array();
		Options::set( self::AWAY_OPTION, $away );
		return true;
	}

	/**
	 * Continues for some seconds, under the lock of the queue. Repeating a step after a crash is
	 * harmless, because its events get the same names again. Throws Refused.
	 *
	 * @param int $seconds Seconds after which no step begins.
	 */
	public static function go_on( Queue $queue, int $seconds ) {
		$progress = self::progress();
		$end      = hrtime( true ) + $seconds * 1e9;
		while ( $progress['running'] && hrtime( true ) < $end && $queue->summary()['count'] < self::AHEAD ) {
			$past = Activity_Log::past( $progress['ranges'], $progress['position'], $progress['last_id'], self::STEP );
			$queue->add( array_map( array( self::class, 'event' ), $past ) );
			$progress['done']    += count( $past );
			$progress['running']  = count( $past ) === self::STEP;
			$progress['position'] = $past ? end( $past )['id'] : $progress['position'];
			Options::set( self::OPTION, $progress );
		}
	}

	/**
	 * The event of a row, always under the same name.
	 *
	 * @param array $past A row of WP Activity Log's table.
	 */
	private static function event( array $past ): array {
		$uuid = Activity_Log::uuid( (string) $past['id'], $past['code'], (string) ( $past['data']['Timestamp'] ?? '' ) );
		return Event::from_alert( $past['code'], $past['data'], $uuid, $past['site_id'] );
	}
}
