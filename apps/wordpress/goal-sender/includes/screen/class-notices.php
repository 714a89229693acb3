<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Reports that nothing can be sent, that nothing was delivered for an hour, a wrong clock, and
 * events set aside or dropped. Asks, after an update, how much of IP addresses is sent.
 */
final class Notices {

	/** The number of dropped events that the administrator has confirmed. */
	const SEEN_OPTION = 'goal_sender_seen';

	/** Registers itself. */
	public function listen() {
		add_action( is_multisite() ? 'network_admin_notices' : 'admin_notices', array( $this, 'show' ) );
		add_action( 'after_plugin_row_goal-sender/goal-sender.php', array( $this, 'show_waiting' ) );
	}

	/** Shows the notices that apply. */
	public function show() {
		if ( ! current_user_can( Admin::capability() ) ) {
			return;
		}
		try {
			// This may be the first page after an update.
			( new Queue() )->create();
			$this->show_all( Fault::words() );
		} catch ( Refused $refused ) {
			self::notice( 'error', 'Goal Sender: ' . Words::for_refusal( $refused->getMessage() ) );
		}
	}

	/**
	 * Shows them. Throws Refused.
	 *
	 * @param string $refusal What the database refused last; empty if it refuses nothing.
	 */
	private function show_all( string $refusal ) {
		$state    = State::load();
		$settings = Settings::load();
		if ( '' !== $refusal ) {
			self::notice( 'error', 'Goal Sender: ' . Words::for_refusal( $refusal ) );
		}
		$place = Place::load();
		if ( $place->is_copy() ) {
			return;
		}
		$queue = ( new Queue() )->summary();
		$this->ask_for_place( $place, $settings, $queue );
		if ( ! Activity_Log::is_active() ) {
			self::notice( 'error', __( 'Goal Sender has nothing to send: it needs the plugin WP Activity Log, which is not active.', 'goal-sender' ) );
		}
		if ( ! $settings->is_complete() ) {
			self::notice( 'warning', __( 'Goal Sender does not know where to send yet: enter address and key.', 'goal-sender' ) );
		} elseif ( $state->get( 'failures' ) > 1 && ! $state->is_within( 'last_success', HOUR_IN_SECONDS ) ) {
			list( , $status, $error, , $domain ) = $state->failures()[0];
			self::notice( 'error', __( 'Goal Sender cannot deliver.', 'goal-sender' ) . ' ' . Words::for_failure( $status, $error, $domain ) );
		} elseif ( 0 === $state->get( 'failures' ) && ! $place->is_other() && $queue['due_since'] > 0 && $queue['due_since'] < time() - HOUR_IN_SECONDS ) {
			$waiting = $queue['count'] - $queue['aside'];
			/* translators: %s: number of events */
			$words = _n( 'Goal Sender: %s event has been waiting for more than an hour. Press «Send now» on the page of the plugin: it says what keeps it here.', 'Goal Sender: %s events have been waiting for more than an hour. Press «Send now» on the page of the plugin: it says what keeps them here.', $waiting, 'goal-sender' );
			self::notice( 'warning', sprintf( $words, number_format_i18n( $waiting ) ) );
		}
		if ( ! Ip::is_chosen() ) {
			$this->ask_for_ip();
		}
		$clock = new Clock( $state );
		if ( $clock->is_wrong() ) {
			self::notice( 'warning', 'Goal Sender: ' . __( 'Clock of this web server', 'goal-sender' ) . ': ' . Words::for_clock( $clock ) );
		}
		$untimely = $queue['untimely'];
		if ( $untimely > 0 ) {
			/* translators: %s: number of events */
			$words = _n( 'Goal Sender has set aside %s event whose time the service refuses. It is kept for up to 7 days and sent again when the clock is right.', 'Goal Sender has set aside %s events whose times the service refuses. They are kept for up to 7 days and sent again when the clock is right.', $untimely, 'goal-sender' );
			self::notice( 'error', sprintf( $words, number_format_i18n( $untimely ) ) );
		}
		$dropped = $state->get( 'dropped' ) - (int) Options::get( self::SEEN_OPTION, 0 );
		if ( $dropped > 0 ) {
			/* translators: %s: number of events */
			$words = _n( 'Goal Sender has dropped %s event that could not be delivered within 7 days, did not get into the queue, or was discarded here.', 'Goal Sender has dropped %s events that could not be delivered within 7 days, did not get into the queue, or were discarded here.', $dropped, 'goal-sender' );
			self::notice( 'error', sprintf( $words, number_format_i18n( $dropped ) ), 'dismiss' );
		}
	}

	/**
	 * Asks whether the site was moved or is a copy: at another address than the plugin was set up for,
	 * where it may be a copy since before an update, and where other addresses have queued events.
	 *
	 * @param array $queue As Queue::summary() returns it.
	 */
	private function ask_for_place( Place $place, Settings $settings, array $queue ) {
		$moved = __( 'It was moved: send its events', 'goal-sender' );
		$copy  = __( 'It is a copy: send nothing', 'goal-sender' );
		if ( $place->is_other() ) {
			$waiting = $queue['count'] + $queue['elsewhere'];
			$words   = Words::for_other_place( $place ) . ' '
				/* translators: %s: number of events */
				. sprintf( _n( '%s event waits meanwhile.', '%s events wait meanwhile.', $waiting, 'goal-sender' ), number_format_i18n( $waiting ) );
		} elseif ( $place->is_doubtful() ) {
			/* translators: 1: an address, 2: a domain */
			$words = sprintf( __( 'Goal Sender sends the events of this site, %1$s, as those of %2$s. Is this a copy of that site?', 'goal-sender' ), $place->name(), $settings->domain );
			$moved = __( 'It is the site itself', 'goal-sender' );
		} elseif ( $queue['elsewhere'] > 0 ) {
			/* translators: 1: number of events, 2: addresses */
			$words = sprintf( _n( 'Goal Sender holds back %1$s event that was logged at another address of this database: %2$s. Does it belong to this site?', 'Goal Sender holds back %1$s events that were logged at another address of this database: %2$s. Do they belong to this site?', $queue['elsewhere'], 'goal-sender' ), number_format_i18n( $queue['elsewhere'] ), implode( ', ', $place->others() ) );
			$moved = __( 'Send them as events of this site', 'goal-sender' );
			$copy  = __( 'They are of a copy: drop them', 'goal-sender' );
		} else {
			return;
		}
		echo '<div class="notice notice-warning"><p>' . esc_html( $words ) . '</p>';
		Settings_Page::button( 'moved', $moved );
		Settings_Page::button( 'copied', $copy );
		echo '</div>';
	}

	/** After an update from a version that sent no IP addresses: asks for the choice. */
	private function ask_for_ip() {
		echo '<div class="notice notice-info"><p>' . esc_html__( 'Goal Sender can now send the IP address that WP Activity Log recorded for an event: shortened to the network from which it came, or whole. The address shows from where somebody logged in or changed something, and is personal data. Until you choose, no address is sent.', 'goal-sender' ) . '</p>';
		echo '<p><a href="' . esc_url( Admin::page_url() ) . '">' . esc_html__( 'Choose in the settings of Goal Sender', 'goal-sender' ) . '</a></p>';
		Settings_Page::button( 'choose_ip', __( 'Keep sending none', 'goal-sender' ), array( 'ip' => Ip::OFF ) );
		echo '</div>';
	}

	/** Shows, in the list of plugins, how many events wait, and what deleting does with them. */
	public function show_waiting() {
		if ( ! current_user_can( Admin::capability() ) ) {
			return;
		}
		try {
			$queue   = ( new Queue() )->summary();
			$waiting = $queue['count'] + $queue['elsewhere'];
		} catch ( Refused $refused ) {
			// Every page has the notice.
			$waiting = 0;
		}
		if ( $waiting > 0 ) {
			/* translators: %s: number of events */
			$words = _n( '%s event is still waiting to be sent. Deactivating the plugin keeps it. Deleting the plugin tries once more to send it and then removes it; if it could not be sent, you get a mail.', '%s events are still waiting to be sent. Deactivating the plugin keeps them. Deleting the plugin tries once more to send them and then removes them; if some could not be sent, you get a mail that says how many.', $waiting, 'goal-sender' );
			echo '<tr class="plugin-update-tr active"><td colspan="4" class="plugin-update colspanchange"><div class="notice inline notice-warning notice-alt"><p>' . esc_html( sprintf( $words, number_format_i18n( $waiting ) ) ) . '</p></div></td></tr>';
		}
	}

	/**
	 * One notice, with a link to the page or a button.
	 *
	 * @param string $kind   Its kind: error, warning, success or info.
	 * @param string $action An action of Admin, instead of the link to the page.
	 */
	private static function notice( string $kind, string $words, string $action = '' ) {
		echo '<div class="notice notice-' . esc_attr( $kind ) . '"><p>' . esc_html( $words ) . '</p>';
		if ( '' === $action ) {
			echo '<p><a href="' . esc_url( Admin::page_url() ) . '">' . esc_html__( 'Settings of Goal Sender', 'goal-sender' ) . '</a></p>';
		} else {
			Settings_Page::button( $action, __( 'I have read this', 'goal-sender' ) );
		}
		echo '</div>';
	}
}
