<?php
/**
 * Runs the units and prints a line of JSON for each, with `title` and `problem` (null if it
 * passes).
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

require __DIR__ . '/bootstrap.php';

/** Asserts that both are identical, types included. */
function same( $expected, $found, $what = '' ) {
	if ( $expected !== $found ) {
		throw new Exception( trim( "$what: " . json_encode( $found ) . ' instead of ' . json_encode( $expected ), ': ' ) );
	}
}

/** Asserts that the text contains a part. */
function holds( $part, $text ) {
	if ( false === strpos( $text, $part ) ) {
		throw new Exception( "«{$part}» is missing in «{$text}»" );
	}
}

/** Asserts that the text does not contain a part. */
function lacks( $part, $text ) {
	if ( false !== strpos( $text, $part ) ) {
		throw new Exception( "«{$part}» stands in «{$text}»" );
	}
}

/** A freshly activated installation with settings. */
function fresh_site() {
	global $wpdb;
	$GLOBALS['world'] = array();
	( new Goal_Sender\Queue() )->destroy();
	forget_options();
	$wpdb->query( 'DROP TABLE IF EXISTS wp_wsal_occurrences' );
	$GLOBALS['world'] = array(
		'answers' => array(),
		'clock'   => time(),
	);
	move_to( 'https://shop.test' );
	do_action( 'activate' );
	$settings          = Goal_Sender\Settings::load();
	$settings->address = 'https://goal.test/v1/goal';
	$settings->key     = 'goal_live_abcd1234_' . str_repeat( 's', 40 );
	$settings->save();
	// A change of the settings within this second would end every pause.
	$GLOBALS['world']['later'] = 10;
}

/** Empties the tables of options. */
function forget_options() {
	global $wpdb;
	$wpdb->query( 'DELETE FROM wp_options' );
	$wpdb->query( 'DELETE FROM wp_sitemeta' );
	new_process();
}

/**
 * Forgets what this process has read, and what the object cache of WordPress holds of options,
 * unless the object cache keeps it.
 */
function new_process( $with_cache = false ) {
	new_page();
	$GLOBALS['options'] = $with_cache ? $GLOBALS['options'] : array();
	$read               = new ReflectionProperty( 'Goal_Sender\Options', 'read' );
	$read->setAccessible( true );
	$read->setValue( null, array() );
}

/** Sets the service's next answers, in order. */
function answers( ...$answers ) {
	$GLOBALS['world']['answers'] = $answers;
}

/** An answer that accepts this number of events. */
function taken( $count, $rejected = array() ) {
	return answer( 200, array( 'accepted' => $count - count( $rejected ), 'duplicates' => 0, 'rejected' => $rejected ) );
}

/** An answer that accepts all events except those with a sentence at their position. */
function accepts( $rejected = array() ) {
	return fn( $count ) => taken( $count, array_map( fn( $index ) => array( 'index' => $index, 'error' => $rejected[ $index ] ), array_keys( $rejected ) ) );
}

/** The events of each request since `fresh`. */
function sent() {
	return array_map( fn( $request ) => json_decode( $request[1]['body'], true )['events'] ?? null, $GLOBALS['world']['requests'] ?? array() );
}

/** Lets time pass and runs the cron job. */
function tick( $later = 0 ) {
	$GLOBALS['world']['later'] = ( $GLOBALS['world']['later'] ?? 0 ) + $later;
	do_action( 'goal_sender_tick' );
}

/** The number of waiting events. */
function waiting() {
	return ( new Goal_Sender\Queue() )->summary()['count'];
}

// Loads all files first, because they share helpers.
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
