<?php
/**
 * What the key may do, and what the page says about it.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Settings;
use Goal_Sender\State;

/** A refusal of the service. */
function forbidden( $sentence ) {
	return answer( 403, array( 'error' => $sentence ) );
}

const SAME_SETTINGS = array( 'address' => 'https://goal.test/v1/goal', 'domain' => '', 'key' => '' );

return array(
	'the test says what the key can do, and the page keeps saying it' => function () {
		$cases = array(
			array( forbidden( 'send-only key' ), 'This key can only send: the right key for this site.' ),
			array( answer( 200, array( 'events' => array() ) ), 'This key can also read and export the events of this site; a send-only key is enough.' ),
		);
		foreach ( $cases as list( $look, $words ) ) {
			foreach ( array( 'save', 'test' ) as $action ) {
				fresh_site();
				$GLOBALS['world']['look'] = $look;
				answers( taken( 1 ) );
				list( $kind, $said ) = press( $action, SAME_SETTINGS );
				same( 'success', $kind );
				holds( "The service has accepted the test event. $words", $said );
				delete_transient( 'goal_sender_said_0' );
				holds( $words, page() );
			}
		}
	},
	'on a plan without the API the test says nothing about the key, and the page recommends a send-only one' => function () {
		$GLOBALS['world']['look'] = forbidden( 'api access requires a paid plan' );
		answers( taken( 1 ) );
		same( 'The service has accepted the test event.', press( 'test' )[1] );
		holds( 'A send-only key is best', page() );
	},
	'sending learns what the key can do, without a person, and a new key is unknown' => function () {
		$GLOBALS['world']['look'] = forbidden( 'send-only key' );
		enqueue( 'a' );
		answers( taken( 1 ) );
		tick();
		same( 0, waiting() );
		holds( 'This key can only send', page() );
		$settings      = Settings::load();
		$settings->key = OTHER_KEY;
		$settings->save();
		lacks( 'This key can only send', page() );
		holds( 'A send-only key is best', page() );
	},
	'with a send-only key events get the right time if the clock is wrong' => function () {
		$GLOBALS['world']['look'] = forbidden( 'send-only key' );
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts() );
		tick();
		sent_right( sent()[0], $right );
	},
	'a read-only key does not replace the old one, and the page says which key is needed' => function () {
		answers( forbidden( 'read-only key' ) );
		list( $kind, $said ) = press( 'save', array( 'key' => OTHER_KEY ) + SAME_SETTINGS );
		same( 'error', $kind );
		holds( 'stay in use. This key can only read, but this plugin needs a key that can send.', $said );
		same( 'goal_live_abcd1234_…', Settings::load()->key_hint() );
	},
	'what a read-only key cannot send waits, and is sent with the next key' => function () {
		enqueue( 'a', 'b', 'c' );
		answers( forbidden( 'read-only key' ), forbidden( 'read-only key' ), accepts(), accepts() );
		tick();
		tick( 60 );
		same( array( 3, 3 ), array_map( 'count', sent() ), 'not halved' );
		same( array( 'count' => 3, 'aside' => 0 ), array_slice( ( new Goal_Sender\Queue() )->summary(), 0, 2 ) );
		same( 0, State::load()->get( 'dropped' ) );
		holds( 'cannot deliver. This key can only read', notices() );
		holds( 'This key can only read', page() );
		lacks( 'can also read', page() );
		press( 'save', array( 'key' => OTHER_KEY ) + SAME_SETTINGS );
		tick( 60 );
		same( array( 'a', 'b', 'c' ), messages( sent()[3] ) );
		same( 0, waiting() );
	},
);
