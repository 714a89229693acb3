<?php
/**
 * The plugin, loaded into the doubles.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender {

	/**
	 * The clock of the plugin. A test stops it at `$GLOBALS['world']['clock']`, advances it by `later`
	 * seconds, and makes it wrong by `wrong` seconds. In a separate process GOAL_CLOCK_WRONG does
	 * that.
	 */
	function time() {
		return \world( 'clock', \time() ) + later() + wrong();
	}
	function microtime( $as_number ) {
		// A stopped clock still returns no moment twice.
		static $calls = 0;
		$now          = \world( 'clock' );
		return ( null === $now ? \microtime( $as_number ) : $now + ++$calls / 1e6 ) + later() + wrong();
	}
	/** Seconds by which all clocks run ahead of the machine's. */
	function later() {
		return \world( 'later', 0 );
	}

	/** Waits no time: all clocks run on by a second instead, and the test does what it has set. */
	function usleep() {
		$GLOBALS['world']['later'] = later() + 1;
		\world( 'at_each_wait', 'time' )();
	}
	function wrong() {
		return \world( 'wrong', (int) getenv( 'GOAL_CLOCK_WRONG' ) );
	}

	/**
	 * Seconds since the server's start, `restarted` seconds ago; setting the clock does not change
	 * them.
	 */
	function hrtime( $as_number = false ) {
		$nanoseconds = \hrtime( true ) + ( later() + 30 * DAY_IN_SECONDS - \world( 'restarted', 0 ) ) * 1000000000;
		return $as_number ? $nanoseconds : array( intdiv( $nanoseconds, 1000000000 ), $nanoseconds % 1000000000 );
	}
}

namespace {
	error_reporting( E_ALL ); // phpcs:ignore
	set_error_handler( // phpcs:ignore
		static function ( $level, $text, $file, $line ) {
			if ( error_reporting() & $level ) { // phpcs:ignore
				throw new ErrorException( $text, 0, $level, $file, $line ); // phpcs:ignore
			}
			return false;
		}
	);
	require __DIR__ . '/wordpress.php';
	if ( ! getenv( 'WP_WITHOUT_ACTIVITY_LOG' ) ) {
		require __DIR__ . '/activity-log.php';
	}
	if ( ! getenv( 'WP_WITHOUT_GOAL_SENDER' ) ) {
		require dirname( __DIR__, 2 ) . '/goal-sender/goal-sender.php';
	}
}
