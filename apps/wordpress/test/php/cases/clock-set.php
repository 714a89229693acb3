<?php
/**
 * Somebody sets the clock of the web server.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\State;

return array(
	'events that were queued while the clock was wrong get their right times after somebody set it, each by the clock of its moment' => function () {
		$right = enqueue_now( 'right' );
		answers( accepts() );
		tick( 600 );
		// The service is away while the clock goes wrong, and right again.
		$GLOBALS['world']['look'] = new WP_Error( 'http', 'away' );
		set_clock( -40 * DAY_IN_SECONDS );
		$GLOBALS['world']['later'] += 600;
		$more = enqueue_now( 'behind' );
		tick( 600 );
		$more += enqueue_now( 'behind too' );
		set_clock( 0 );
		$GLOBALS['world']['later'] += 600;
		$more += enqueue_now( 'right again' );
		unset( $GLOBALS['world']['look'] );
		// The time of «behind» was never compared: between the two answers nothing else is possible than the nearest moment.
		answers( accepts() );
		tick( HOUR_IN_SECONDS );
		$errors = errors_of( last_of( sent() ), $more );
		same( array( 'behind', 'behind too', 'right again' ), array_keys( $errors ) );
		same( true, abs( $errors['right again'] ) <= 5 );
		foreach ( array( 'behind', 'behind too' ) as $message ) {
			$time = $more[ $message ] + $errors[ $message ];
			same( true, $time >= $right['right'] && $time <= right_time(), "$message is outside of what is possible" );
		}
	},
	'where the wrong clock was compared once, events of that time get the right time also after it was set' => function () {
		set_clock( -40 * DAY_IN_SECONDS );
		$right = enqueue_now( 'a' );
		answers( accepts(), accepts() );
		tick( 600 );
		sent_right( sent()[0], $right );
		$GLOBALS['world']['later'] += 600;
		$behind = enqueue_now( 'behind' );
		$GLOBALS['world']['later'] += 600;
		set_clock( 0 );
		$behind += enqueue_now( 'right again' );
		answers( accepts() );
		tick( 600 );
		sent_right( last_of( sent() ), $behind );
	},
	'a clock that was ahead for a while: what was queued meanwhile is never sent with a time to come' => function () {
		enqueue( 'a' );
		answers( accepts() );
		tick( 60 );
		set_clock( 2 * DAY_IN_SECONDS );
		$right = enqueue_now( 'ahead' );
		set_clock( 0 );
		answers( accepts() );
		tick( 60 );
		same( true, abs( errors_of( sent()[1], $right )['ahead'] ) <= 65 );
	},
	'setting the clock drops nothing that waits' => function () {
		$GLOBALS['world']['look'] = new WP_Error( 'http', 'away' );
		enqueue( 'a' );
		answers();
		set_clock( 40 * DAY_IN_SECONDS );
		tick( 60 );
		tick( DAY_IN_SECONDS );
		same( 1, waiting() );
		fresh_site();
		$GLOBALS['world']['look'] = new WP_Error( 'http', 'away' );
		set_clock( -40 * DAY_IN_SECONDS );
		enqueue( 'b' );
		answers();
		set_clock( 0 );
		tick( 60 );
		same( 1, waiting() );
		same( 0, State::load()->get( 'dropped' ) );
		// Where the server was started again, only the clock tells the age: then it is tried once more before.
		$GLOBALS['world']['restarted'] = 20 * DAY_IN_SECONDS;
		unset( $GLOBALS['world']['look'] );
		answers( accepts() );
		tick( HOUR_IN_SECONDS );
		same( array( 'b' ), array_slice( messages( last_of( sent() ) ), 0, 1 ) );
		same( 0, State::load()->get( 'dropped' ) );
	},
	'sending goes on after the clock was ahead: the call of the minute, the pause, the settings and what was set aside do not wait for that time' => function () {
		set_clock( 2 * DAY_IN_SECONDS );
		do_action( 'init' );
		same( true, wp_next_scheduled() > right_time() + DAY_IN_SECONDS );
		enqueue( 'a', 'bad' );
		answers( accepts( array( 1 => 'invalid severity' ) ) );
		tick();
		$GLOBALS['world']['later'] += 60;
		enqueue( 'b' );
		answers( answer( 500, '' ) );
		tick();
		set_clock( 0 );
		do_action( 'init' );
		same( true, wp_next_scheduled() <= right_time() + 120 );
		holds( 'WP-Cron', page() );
		holds( 'within a minute', page() );
		answers( accepts(), accepts() );
		tick( 60 );
		same( array( 'bad', 'b' ), array_slice( messages( sent()[2] ), 0, 2 ) );
		lacks( 'WP-Cron', page() );
	},
	'a pause holds also where the settings were saved while the clock was ahead' => function () {
		set_clock( 2 * DAY_IN_SECONDS );
		Goal_Sender\Settings::load()->try_again();
		set_clock( 0 );
		enqueue( 'a' );
		answers( answer( 500, '' ), accepts() );
		tick( 60 );
		tick( 5 );
		same( 1, count( sent() ) );
	},
	'a call that is due within two minutes is left where it is' => function () {
		do_action( 'init' );
		$GLOBALS['world']['scheduled'][0] = Goal_Sender\time() + 100;
		unset( $GLOBALS['world']['cleared'] );
		do_action( 'init' );
		same( false, isset( $GLOBALS['world']['cleared'] ) );
	},
);
