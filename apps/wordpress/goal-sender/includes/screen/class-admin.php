<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** The menu entry and the actions behind the buttons. A network has one page for all its sites. */
final class Admin {

	const PAGE = 'goal-sender';

	/** The actions, each with its own nonce of the same name. */
	const ACTIONS = array( 'save', 'test', 'retry', 'discard', 'import', 'dismiss', 'choose_ip', 'moved', 'copied' );

	/** Registers the page and the actions. */
	public function listen() {
		add_action( is_multisite() ? 'network_admin_menu' : 'admin_menu', array( $this, 'add_page' ) );
		foreach ( self::ACTIONS as $action ) {
			add_action(
				"admin_post_goal_sender_$action",
				function () use ( $action ) {
					$this->act( $action );
				}
			);
		}
		add_filter( ( is_multisite() ? 'network_admin_' : '' ) . 'plugin_action_links_goal-sender/goal-sender.php', array( $this, 'with_link' ) );
	}

	/** The capability that the page and its actions require. */
	public static function capability(): string {
		return is_multisite() ? 'manage_network_options' : 'manage_options';
	}

	/** Address of the page. */
	public static function page_url(): string {
		return is_multisite() ? network_admin_url( 'settings.php?page=' . self::PAGE ) : admin_url( 'options-general.php?page=' . self::PAGE );
	}

	/** Adds the page to the menu «Settings». */
	public function add_page() {
		$parent = is_multisite() ? 'settings.php' : 'options-general.php';
		add_submenu_page( $parent, __( 'Goal Sender', 'goal-sender' ), __( 'Goal Sender', 'goal-sender' ), self::capability(), self::PAGE, array( new Settings_Page(), 'show' ) );
	}

	/** Adds «Settings» to the list of plugins. */
	public function with_link( $links ) {
		array_unshift( $links, '<a href="' . esc_url( self::page_url() ) . '">' . esc_html__( 'Settings', 'goal-sender' ) . '</a>' );
		return $links;
	}

	/** Does what a button asks for. Ends the request. */
	public function act( string $action ) {
		$this->guard( $action );
		try {
			$this->$action();
		} catch ( Refused $refused ) {
			Fault::note( $refused );
			$this->back( 'error', Words::for_refusal( $refused->getMessage() ) );
		}
	}

	/**
	 * Saves the settings if a test event went through the queue, or if its failure says nothing about
	 * the key. If the service refuses a new key, nothing is saved, because the old settings may still
	 * work.
	 */
	private function save() {
		$place = Place::load();
		if ( $place->is_other() && ! $place->is_copy() ) {
			$this->back( 'error', Words::for_other_place( $place ) . ' ' . __( 'Nothing was saved.', 'goal-sender' ) );
		}
		$settings = Settings::load();
		$address  = $this->posted( 'address' );
		if ( null === Settings::constant( 'ADDRESS' ) ) {
			$settings->address = Settings::normal_address( $address );
			if ( '' === $settings->address ) {
				$this->back( 'error', __( 'The address must begin with https:// and name the service. Nothing was saved.', 'goal-sender' ) );
			}
		}
		if ( null === Settings::constant( 'DOMAIN' ) ) {
			$settings->domain = Settings::normal_domain( $this->posted( 'domain' ) );
		}
		$old_key = $settings->key;
		$new_key = $this->posted( 'key' );
		if ( '' !== $new_key && null === Settings::constant( 'KEY' ) ) {
			if ( ! preg_match( '/^[a-z]+_live_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/', $new_key ) ) {
				$this->back( 'error', __( 'This is not a site key: a site key begins with goal_live_. Nothing was saved.', 'goal-sender' ) );
			}
			$settings->key = $new_key;
		}
		if ( $place->is_copy() && ! $place->has_own_key( $settings ) ) {
			$this->back( 'error', Words::for_other_place( $place ) . ' ' . __( 'Nothing was saved.', 'goal-sender' ) );
		}
		if ( ! $settings->is_complete() ) {
			$settings->save();
			$this->back( 'warning', __( 'Saved. Sending begins once address and key are entered.', 'goal-sender' ) );
		}
		Lock::choose();
		$outcome = Test_Event::send( $settings, $answer );
		if ( Sender::RAN !== $outcome ) {
			$this->back( 'error', Words::for_outcome( $outcome ) . ' ' . __( 'Nothing was saved.', 'goal-sender' ) );
		}
		if ( $settings->key !== $old_key && '' !== $old_key && in_array( $answer->status, array( 401, 403 ), true ) ) {
			$this->back( 'error', __( 'The service did not accept the new key. Nothing was saved: the old key, address and domain stay in use.', 'goal-sender' ) . ' ' . Words::of( $answer ) );
		}
		$settings->save();
		if ( ! $place->is_copy() ) {
			$place->remember( $settings );
		} elseif ( $answer->is_taken() ) {
			$place->become_own( $settings );
		}
		( new Queue() )->take_back();
		Key_Access::learn( $settings, $answer );
		if ( $answer->is_taken() ) {
			Import::ask_what_is_held( new Client( $settings ) );
		}
		$this->back( self::kind( $answer ), __( 'Saved.', 'goal-sender' ) . ' ' . Words::of( $answer ) );
	}

	/** Sends a test event and shows the outcome. */
	private function test() {
		if ( Place::load()->is_other() ) {
			$this->back( 'error', Words::for_outcome( Sender::HELD ) );
		}
		$settings = Settings::load();
		if ( ! $settings->is_complete() ) {
			$this->back( 'error', __( 'Enter address and key first.', 'goal-sender' ) );
		}
		$outcome = Test_Event::send( $settings, $answer );
		if ( Sender::RAN !== $outcome ) {
			$this->back( 'error', Words::for_outcome( $outcome ) );
		}
		Key_Access::learn( $settings, $answer );
		$this->back( self::kind( $answer ), Words::of( $answer ) );
	}

	/** Ends the pause, sends for a few seconds, and says what became of it. */
	private function retry() {
		$settings = Settings::load();
		if ( ! $settings->is_complete() ) {
			$this->back( 'error', __( 'Enter address and key first.', 'goal-sender' ) );
		}
		$settings->try_again();
		( new Queue() )->take_back();
		$before  = State::load()->get( 'delivered' );
		$begun   = time();
		$outcome = ( new Sender() )->run( 5 );
		$state   = State::load();
		$queue   = ( new Queue() )->summary();
		if ( Sender::HELD === $outcome ) {
			$queue['count'] += $queue['elsewhere'];
		}
		$words = Words::for_delivery( $state->get( 'delivered' ) - $before, $queue );
		if ( Sender::RAN !== $outcome ) {
			$this->back( Sender::BUSY === $outcome ? 'info' : 'error', Words::for_outcome( $outcome ) . ' ' . $words );
		}
		if ( $state->get( 'failures' ) > 0 && $state->get( 'last_attempt' ) >= $begun ) {
			list( , $status, $error, , $domain ) = $state->failures()[0];
			$this->back( 'error', $words . ' ' . Words::for_failure( $status, $error, $domain ) );
		}
		$this->back( $queue['aside'] > 0 ? 'warning' : 'info', $words );
	}

	/** The site was moved here, or has several addresses: sends what waits. */
	private function moved() {
		Place::load()->moved( Settings::load() );
		$this->retry();
	}

	/** This is a copy of the site, or the other addresses are: sends nothing of it. */
	private function copied() {
		$place = Place::load();
		$place->copied( Settings::load() );
		$this->back( 'success', __( 'Saved.', 'goal-sender' ) . ( $place->is_other() ? ' ' . Words::for_other_place( $place ) : '' ) );
	}

	/** Drops the events that were set aside for their times. */
	private function discard() {
		$outcome = ( new Sender() )->run( 0, array( new Sender(), 'discard_untimely' ), null, Sender::PATIENCE );
		if ( Sender::RAN !== $outcome ) {
			$this->back( 'error', Words::for_outcome( $outcome ) );
		}
		$this->back( 'info', __( 'Discarded. The log gets an event that says how many there were.', 'goal-sender' ) );
	}

	/** Starts the import of past events. */
	private function import() {
		if ( Place::load()->is_other() ) {
			$this->back( 'error', Words::for_outcome( Sender::HELD ) );
		}
		$typed = $this->posted( 'after' );
		$after = Import::moment( $typed );
		if ( '' !== $typed && null === $after ) {
			$this->back( 'error', __( 'This is not a date and time. Nothing was imported.', 'goal-sender' ) );
		}
		$this->back(
			'info',
			Import::start( (float) $after )
				? __( 'The past events are being imported in the background. This page shows the progress.', 'goal-sender' )
				: __( 'There are no past events to import.', 'goal-sender' )
		);
	}

	/** The administrator has read that events were dropped. */
	private function dismiss() {
		Options::set( Notices::SEEN_OPTION, State::load()->get( 'dropped' ) );
		$this->back( '', '' );
	}

	/** Stores how much of IP addresses is sent. */
	private function choose_ip() {
		$choice = $this->posted( 'ip' );
		if ( ! in_array( $choice, Ip::CHOICES, true ) ) {
			$this->back( 'error', __( 'Choose how much of IP addresses is sent. Nothing was saved.', 'goal-sender' ) );
		}
		Ip::choose( $choice );
		$this->back( 'success', __( 'Saved. A stricter choice also holds for the events that are waiting.', 'goal-sender' ) );
	}

	/** The kind of notice that shows the outcome of a test. */
	private static function kind( Answer $answer ): string {
		return $answer->is_taken() && ! $answer->rejected ? 'success' : 'error';
	}

	/** Ends the request if the user lacks the capability or the nonce is wrong. */
	private function guard( string $action ) {
		if ( ! current_user_can( self::capability() ) ) {
			wp_die( esc_html__( 'You may not do this.', 'goal-sender' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( 'goal_sender_' . $action );
	}

	/** A field of the form. The settings validate its value. */
	private function posted( string $name ): string {
		// guard() has checked the nonce.
		return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Missing
	}

	/**
	 * Returns to the page, which shows the message once.
	 *
	 * @param string $kind Kind of the WordPress notice; empty: no notice.
	 */
	private function back( string $kind, string $words ) {
		if ( '' !== $kind ) {
			set_transient( 'goal_sender_said_' . get_current_user_id(), array( $kind, $words ), MINUTE_IN_SECONDS );
		}
		wp_safe_redirect( self::page_url() );
		exit;
	}
}
