<?php
/**
 * The plugin, loaded into the doubles.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender {

	/** The clock of the plugin: a test stops it at `$GLOBALS['world']['clock']`, and moves it by `later` seconds. */
	function time() {
		return \world( 'clock', \time() ) + \world( 'later', 0 );
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
	require dirname( __DIR__, 2 ) . '/goal-sender/goal-sender.php';
}
