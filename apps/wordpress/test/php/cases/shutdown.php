<?php
/**
 * A server that can answer before the work is done. It runs last, because PHP cannot undefine a
 * function.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

return array(
	'if the server can answer first, events are sent after the response, once the log of the page is complete' => function () {
		if ( ! function_exists( 'fastcgi_finish_request' ) ) {
			function fastcgi_finish_request() {
				$GLOBALS['world']['before'] = count( $GLOBALS['world']['requests'] ?? array() );
			}
		}
		log_event( 2002, array() );
		answers( taken( 1 ) );
		do_action( 'shutdown' );
		same( 0, $GLOBALS['world']['before'], 'requests before the answer' );
		same( 1, count( sent() ) );
		same( 0, waiting() );
	},
	'if the service is out of reach after one page, the next pages do not try' => function () {
		log_event( 2002, array() );
		answers();
		do_action( 'shutdown' );
		log_event( 2002, array() );
		do_action( 'shutdown' );
		same( 1, count( sent() ) );
		same( 2, waiting() );
	},
);
