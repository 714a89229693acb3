<?php
/**
 * Somebody sets the clock of the web server.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\State;

return array(
	'events queued while the clock was wrong get their right times after somebody sets it, each by the clock of its moment' => function () {
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
		// Nothing compared the clock at the time of «behind»: only the nearest moment between the two
		// answers is left.
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
	'if the wrong clock was compared once, events of that time get the right time even after the clock is set' => function () {
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
	'events queued while the clock was ahead are never sent with a time in the future' => function () {
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
	'setting the clock drops no waiting event' => function () {
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
		// After a restart of the server only the clock tells the age, so there is one more attempt first.
		$GLOBALS['world']['restarted'] = 20 * DAY_IN_SECONDS;
		unset( $GLOBALS['world']['look'] );
		answers( accepts() );
		tick( HOUR_IN_SECONDS );
		same( array( 'b' ), array_slice( messages( last_of( sent() ) ), 0, 1 ) );
		same( 0, State::load()->get( 'dropped' ) );
	},
	'sending continues after the clock was ahead: the cron call, the pause, the settings and events set aside do not wait for that time' => function () {
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
		holds( 'with the next visit to this site', page() );
		answers( accepts(), accepts() );
		tick( 60 );
		same( array( 'bad', 'b' ), array_slice( messages( sent()[2] ), 0, 2 ) );
		lacks( 'WP-Cron', page() );
	},
	'a pause holds even if the settings were saved while the clock was ahead' => function () {
		set_clock( 2 * DAY_IN_SECONDS );
		Goal_Sender\Settings::load()->try_again();
		set_clock( 0 );
		enqueue( 'a' );
		answers( answer( 500, '' ), accepts() );
		tick( 60 );
		tick( 5 );
		same( 1, count( sent() ) );
	},
	'a cron call that is due within two minutes is not rescheduled' => function () {
		do_action( 'init' );
		$GLOBALS['world']['scheduled'][0] = Goal_Sender\time() + 100;
		unset( $GLOBALS['world']['cleared'] );
		do_action( 'init' );
		same( false, isset( $GLOBALS['world']['cleared'] ) );
	},
);
