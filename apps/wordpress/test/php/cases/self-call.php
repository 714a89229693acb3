<?php
/**
 * A server that cannot answer before the work is done, such as Apache with mod_php.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Lock;
use Goal_Sender\Self_Call;
use Goal_Sender\Sender;

/** The end of a page; returns the requests that the site has made to itself so far. */
function end_page() {
	do_action( 'shutdown' );
	return $GLOBALS['world']['posts'] ?? array();
}

/** The site's request to itself, with these fields. */
function receive( $fields ) {
	$_POST = array_map( 'addslashes', $fields );
	try {
		do_action( 'wp_ajax_nopriv_goal_sender_send' );
	} catch ( Ended $ended ) {
		return;
	}
	throw new Exception( 'the request goes on' );
}

return array(
	'at the end of a page that logged something the site calls itself, and nobody waits for that' => function () {
		( new Goal_Sender\Plugin() )->on_shutdown();
		same( false, isset( $GLOBALS['world']['posts'] ), 'a page that logged nothing' );
		log_event( 2002, array() );
		list( $url, $options ) = end_page()[0];
		same( 'https://shop.test/wp-admin/admin-ajax.php', $url );
		same( array( 0.01, false ), array( $options['timeout'], $options['blocking'] ) );
		same( array(), sent() );
		answers( accepts() );
		receive( $options['body'] );
		same( 1, count( sent()[0] ) );
		same( 0, waiting() );
	},
	'a stranger who calls the address sends nothing' => function () {
		log_event( 2002, array() );
		answers( accepts() );
		receive( array() );
		receive( array( 'token' => 'guessed' ) );
		same( array(), sent() );
		same( 1, waiting() );
	},
	'without settings, during a pause and while a process is sending the site does not call itself' => function () {
		log_event( 2002, array() );
		answers( answer( 500, '' ) );
		tick();
		same( array(), end_page(), 'during a pause' );
		$GLOBALS['world']['later'] += 60;
		$other = new Lock();
		same( true, $other->take() );
		same( array(), end_page(), 'while another process is sending' );
		$other->release();
		update_site_option( 'goal_sender_key', '' );
		same( array(), end_page(), 'without a key' );
	},
	'an event that is queued while a process ends its sending is sent by that process' => function () {
		log_event( 2002, array( 'PostTitle' => 'a' ) );
		answers( accepts(), accepts() );
		( new Sender() )->run( 5, null, fn() => 1 === count( sent() ) && log_event( 2002, array( 'PostTitle' => 'b' ) ) );
		same( 2, count( sent() ) );
		same( 0, waiting() );
	},
	'when the service refuses, the process does not look again' => function () {
		log_event( 2002, array() );
		answers( answer( 500, '' ) );
		( new Sender() )->run( 5 );
		same( 1, count( sent() ) );
		same( 1, waiting() );
	},
	'the request itself makes no further one' => function () {
		log_event( 2002, array() );
		$body = end_page()[0][1]['body'];
		answers( accepts() );
		receive( $body );
		log_event( 2002, array() );
		same( 1, count( end_page() ) );
	},
);
