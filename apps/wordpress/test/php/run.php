<?php
/**
 * Runs the units: a line of JSON for each, with `title` and `problem` (null where it holds).
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

require __DIR__ . '/bootstrap.php';

/** Both are the same, types included. */
function same( $expected, $found, $what = '' ) {
	if ( $expected !== $found ) {
		throw new Exception( trim( "$what: " . json_encode( $found ) . ' instead of ' . json_encode( $expected ), ': ' ) );
	}
}

/** The text holds a part. */
function holds( $part, $text ) {
	if ( false === strpos( $text, $part ) ) {
		throw new Exception( "«{$part}» is missing in «{$text}»" );
	}
}

/** The text does not hold a part. */
function lacks( $part, $text ) {
	if ( false !== strpos( $text, $part ) ) {
		throw new Exception( "«{$part}» stands in «{$text}»" );
	}
}

/** An installation as after activation, with settings, on which nothing has happened. */
function fresh_site() {
	global $wpdb;
	( new Goal_Sender\Queue() )->destroy();
	$wpdb->query( 'DELETE FROM wp_sitemeta' );
	$wpdb->query( 'DROP TABLE IF EXISTS wp_wsal_occurrences' );
	$GLOBALS['options'] = array();
	$GLOBALS['world']   = array(
		'answers' => array(),
		'clock'   => time(),
	);
	do_action( 'activate' );
	$settings          = Goal_Sender\Settings::load();
	$settings->address = 'https://goal.test/v1/goal';
	$settings->key     = 'goal_live_abcd1234_' . str_repeat( 's', 40 );
	$settings->save();
	// Whoever changed the settings this very second does not wait.
	$GLOBALS['world']['later'] = 10;
}

/** The answers that the service will give, one after the other. */
function answers( ...$answers ) {
	$GLOBALS['world']['answers'] = $answers;
}

/** That the service takes so many. */
function taken( $count, $rejected = array() ) {
	return answer( 200, array( 'accepted' => $count - count( $rejected ), 'duplicates' => 0, 'rejected' => $rejected ) );
}

/** That the service takes what comes, but for the sentences by place. */
function accepts( $rejected = array() ) {
	return fn( $count ) => taken( $count, array_map( fn( $index ) => array( 'index' => $index, 'error' => $rejected[ $index ] ), array_keys( $rejected ) ) );
}

/** The events of each request since the site was fresh. */
function sent() {
	return array_map( fn( $request ) => json_decode( $request[1]['body'], true )['events'] ?? null, $GLOBALS['world']['requests'] ?? array() );
}

/** Time passes, and the clock calls. */
function tick( $later = 0 ) {
	$GLOBALS['world']['later'] = ( $GLOBALS['world']['later'] ?? 0 ) + $later;
	do_action( 'goal_sender_tick' );
}

/** How many wait. */
function waiting() {
	return ( new Goal_Sender\Queue() )->summary()['count'];
}

// All files first: they share their helpers.
$files = array_map( fn( $file ) => require $file, glob( __DIR__ . '/cases/*.php' ) );
foreach ( $files as $cases ) {
	foreach ( $cases as $title => $case ) {
		$problem = null;
		try {
			fresh_site();
			$case();
		} catch ( Throwable $thrown ) {
			$problem = $thrown->getMessage() . ' (' . basename( $thrown->getFile() ) . ':' . $thrown->getLine() . ', ' . $thrown->getTrace()[0]['line'] . ')';
		}
		echo json_encode( compact( 'title', 'problem' ) ), "\n";
	}
}
