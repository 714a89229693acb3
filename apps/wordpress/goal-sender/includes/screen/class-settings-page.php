<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Shows the settings and the state of sending. */
final class Settings_Page {

	/** Shows the page. */
	public function show() {
		if ( ! current_user_can( Admin::capability() ) ) {
			return;
		}
		echo '<div class="wrap"><h1>' . esc_html__( 'Goal Sender', 'goal-sender' ) . '</h1>';
		$this->show_said();
		try {
			$settings = Settings::load();
			$state    = State::load();
			$place    = Place::load();
			if ( $place->is_copy() ) {
				echo '<div class="notice notice-info inline"><p>' . esc_html( Words::for_other_place( $place ) ) . '</p>';
				self::button( 'moved', __( 'It is no copy: send its events', 'goal-sender' ) );
				echo '</div>';
			}
			$this->show_form( $settings );
			$this->show_ip_form( $settings );
			( new Queue() )->create();
			$this->show_state( $settings, $state, $place );
			$this->show_import();
			$this->show_log( $state );
		} catch ( Refused $refused ) {
			Fault::note( $refused );
			echo '<div class="notice notice-error inline"><p>' . esc_html( Words::for_refusal( $refused->getMessage() ) ) . '</p></div>';
		}
		echo '</div>';
	}

	/**
	 * A form with one button.
	 *
	 * @param string[] $fields Further fields of the form, by name.
	 */
	public static function button( string $action, string $label, array $fields = array() ) {
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" style="display:inline-block;margin:8px 8px 8px 0">';
		self::hidden( $action );
		foreach ( $fields as $name => $value ) {
			echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '">';
		}
		echo '<button type="submit" class="button">' . esc_html( $label ) . '</button></form>';
	}

	/** The hidden fields of every form. */
	private static function hidden( string $action ) {
		echo '<input type="hidden" name="action" value="' . esc_attr( 'goal_sender_' . $action ) . '">';
		wp_nonce_field( 'goal_sender_' . $action );
	}

	/** Shows the outcome of the last button, once. */
	private function show_said() {
		$name = 'goal_sender_said_' . get_current_user_id();
		$said = get_transient( $name );
		if ( is_array( $said ) ) {
			delete_transient( $name );
			echo '<div class="notice notice-' . esc_attr( $said[0] ) . '" role="status"><p>' . esc_html( $said[1] ) . '</p></div>';
		}
	}

	/** Shows the form of the settings. */
	private function show_form( Settings $settings ) {
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '" autocomplete="off"><table class="form-table" role="presentation">';
		self::hidden( 'save' );
		$this->show_field( 'address', __( 'Address of the service', 'goal-sender' ), 'url', $settings->address, 'https://goal.example.com/v1/goal', __( 'The operator of the service gives it to you.', 'goal-sender' ) );
		$this->show_field( 'domain', __( 'Domain of this site', 'goal-sender' ), 'text', $settings->domain, '', self::domain_hint() );
		$hint = '' === $settings->key
			? __( 'The site key, which begins with goal_live_.', 'goal-sender' )
			/* translators: %s: first characters of the key */
			: sprintf( __( 'A key is stored (%s) and is not shown again. To change it, enter the new key; waiting events are sent with it.', 'goal-sender' ), $settings->key_hint() );
		$this->show_field( 'key', __( 'Key', 'goal-sender' ), 'password', '', '', $hint );
		$access = Words::for_access( Key_Access::of( $settings ) );
		echo '<tr><th scope="row">' . esc_html__( 'What the key can do', 'goal-sender' ) . '</th><td>' . esc_html( '' === $access ? __( 'A send-only key is best: with it, nobody who breaks into this site can read the events at the service.', 'goal-sender' ) : $access ) . '</td></tr>';
		echo '</table>';
		if ( $settings->is_unencrypted() ) {
			echo '<p><strong>' . esc_html__( 'The address begins with http://: anyone on the way can read the key and the events.', 'goal-sender' ) . '</strong></p>';
		}
		submit_button( __( 'Save and test', 'goal-sender' ) );
		echo '</form>';
	}

	/** What to enter as the domain, and what it means if WordPress calls the site no production. */
	private static function domain_hint(): string {
		$environment = wp_get_environment_type();
		$hint        = __( 'As it is registered at the service.', 'goal-sender' );
		if ( 'production' !== $environment ) {
			/* translators: %s: local, development or staging */
			$hint .= ' ' . sprintf( __( 'WordPress calls this site «%s»: register it as a site of its own, so that its events are not among those of another.', 'goal-sender' ), $environment );
		}
		return $hint;
	}

	/** Asks how much of IP addresses is sent, and offers the text for the privacy notice. */
	private function show_ip_form( Settings $settings ) {
		$choice = Ip::choice();
		$labels = array(
			Ip::OFF       => __( 'None', 'goal-sender' ),
			Ip::SHORTENED => __( 'Shortened to the network, for example 203.0.113.0 for 203.0.113.77, or 2001:db8:1:: for 2001:db8:1:2::3', 'goal-sender' ),
			Ip::WHOLE     => __( 'Whole', 'goal-sender' ),
		);
		echo '<h2>' . esc_html__( 'IP addresses', 'goal-sender' ) . '</h2><form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		self::hidden( 'choose_ip' );
		echo '<fieldset><legend>' . esc_html__( 'WP Activity Log records the IP address from which each event came. Choose how much of it is sent with the event:', 'goal-sender' ) . '</legend>';
		foreach ( $labels as $value => $label ) {
			echo '<p><label><input type="radio" name="ip" value="' . esc_attr( $value ) . '"' . checked( $choice, $value, false ) . '> ' . esc_html( $label ) . '</label></p>';
		}
		echo '</fieldset><p class="description">' . esc_html__( 'A stricter choice also holds for the events that are waiting; a wider one adds nothing to them. The service keeps what it has already received. The messages of some events contain an IP address, whatever you choose.', 'goal-sender' ) . '</p>';
		echo '<p class="description">' . esc_html__( 'The service can be set to keep no IP addresses of a site. Then it stores none, whatever you choose here.', 'goal-sender' ) . '</p>';
		submit_button( __( 'Save this choice', 'goal-sender' ), 'secondary', 'goal-sender-save-ip' );
		echo '</form><p><label for="goal-sender-privacy">' . esc_html__( 'Text for your privacy notice, for the saved choice:', 'goal-sender' ) . '</label></p>';
		echo '<textarea id="goal-sender-privacy" class="large-text" rows="4" readonly>' . esc_textarea( Privacy::text( $settings, $choice ) ) . '</textarea>';
	}

	/**
	 * One row of the form.
	 *
	 * @param string $placeholder An example.
	 */
	private function show_field( string $name, string $label, string $type, string $value, string $placeholder, string $hint ) {
		$is_fixed = null !== Settings::constant( strtoupper( $name ) );
		if ( $is_fixed ) {
			/* translators: %s: name of a constant */
			$hint = sprintf( __( 'Set by %s in wp-config.php.', 'goal-sender' ), 'GOAL_SENDER_' . strtoupper( $name ) );
		}
		$id = 'goal-sender-' . $name;
		echo '<tr><th scope="row"><label for="' . esc_attr( $id ) . '">' . esc_html( $label ) . '</label></th><td>';
		echo '<input class="regular-text" id="' . esc_attr( $id ) . '" name="' . esc_attr( $name ) . '" type="' . esc_attr( $type ) . '" value="' . esc_attr( $value ) . '" placeholder="' . esc_attr( $placeholder ) . '" autocomplete="off" aria-describedby="' . esc_attr( $id ) . '-hint"' . disabled( $is_fixed, true, false ) . '>';
		echo '<p class="description" id="' . esc_attr( $id ) . '-hint">' . esc_html( $hint ) . '</p></td></tr>';
	}

	/** Shows the state of sending. */
	private function show_state( Settings $settings, State $state, Place $place ) {
		$queue = ( new Queue() )->summary();
		$rows  = array(
			__( 'This site', 'goal-sender' )            => $place->name(),
			__( 'WP Activity Log', 'goal-sender' )      => Activity_Log::is_active() ? __( 'active', 'goal-sender' ) : __( 'not active: there is nothing to send', 'goal-sender' ),
			__( 'Last delivery', 'goal-sender' )        => Words::time( $state->get( 'last_success' ) ),
			__( 'Delivered so far', 'goal-sender' )     => number_format_i18n( $state->get( 'delivered' ) ),
			__( 'Waiting', 'goal-sender' )              => number_format_i18n( $queue['count'] + $queue['elsewhere'] ),
			__( 'Of these, set aside', 'goal-sender' )  => number_format_i18n( $queue['aside'] ),
			__( 'Of these, because of their time', 'goal-sender' ) => number_format_i18n( $queue['untimely'] ),
			__( 'Oldest waiting since', 'goal-sender' ) => Words::time( $queue['oldest'] ),
			__( 'Dropped so far', 'goal-sender' )       => number_format_i18n( $state->get( 'dropped' ) ),
			__( 'Next attempt', 'goal-sender' )         => self::next_attempt( $settings, $state, $place ),
			__( 'Clock of this web server', 'goal-sender' ) => Words::for_clock( new Clock( $state ) ),
		);
		echo '<h2>' . esc_html__( 'State', 'goal-sender' ) . '</h2><table class="widefat striped" style="max-width:50em"><tbody>';
		foreach ( $rows as $label => $value ) {
			echo '<tr><th scope="row">' . esc_html( $label ) . '</th><td>' . esc_html( $value ) . '</td></tr>';
		}
		echo '</tbody></table>';
		if ( ! $place->is_other() && ! $state->is_within( 'last_tick', 10 * MINUTE_IN_SECONDS ) ) {
			echo '<p>' . esc_html__( 'The clock of WordPress (WP-Cron) has not called this plugin for more than ten minutes. That is normal on a site with few visitors; ask your host for a real cron job if events must arrive sooner.', 'goal-sender' ) . '</p>';
		}
		self::button( 'test', __( 'Send test event', 'goal-sender' ) );
		self::button( 'retry', __( 'Send now', 'goal-sender' ) );
		if ( $queue['untimely'] > 0 ) {
			self::button( 'discard', __( 'Discard events set aside for their time', 'goal-sender' ) );
		}
	}

	/** When sending is tried next, unless an event occurs before. */
	private static function next_attempt( Settings $settings, State $state, Place $place ): string {
		if ( $place->is_other() ) {
			return $place->is_copy() ? __( 'never: this is a copy', 'goal-sender' ) : __( 'once you have said whether the site was moved or is a copy', 'goal-sender' );
		}
		if ( ! $settings->is_complete() ) {
			return __( 'once address and key are entered', 'goal-sender' );
		}
		$next = $state->is_paused( $settings ) ? $state->get( 'next_attempt' ) : (int) wp_next_scheduled( Plugin::TICK );
		return $next > time() ? Words::time( $next ) : __( 'with the next visit to this site', 'goal-sender' );
	}

	/** Shows the import of past events. */
	private function show_import() {
		$progress = Import::progress();
		$past     = Activity_Log::past_summary( Import::open_ranges() )['count'];
		if ( 0 === $progress['total'] && 0 === $past ) {
			return;
		}
		echo '<h2>' . esc_html__( 'Past events', 'goal-sender' ) . '</h2>';
		if ( $progress['total'] > 0 ) {
			/* translators: 1: number of events done, 2: number of all */
			echo '<p><progress max="' . esc_attr( $progress['total'] ) . '" value="' . esc_attr( $progress['done'] ) . '"></progress> ' . esc_html( sprintf( __( '%1$s of %2$s events are in the queue or sent.', 'goal-sender' ), number_format_i18n( $progress['done'] ), number_format_i18n( $progress['total'] ) ) ) . '</p>';
		}
		if ( $past > 0 && ! $progress['running'] ) {
			/* translators: %s: number of events */
			echo '<p>' . esc_html( sprintf( _n( 'WP Activity Log holds %s event from the time when this plugin was not active.', 'WP Activity Log holds %s events from the time when this plugin was not active.', $past, 'goal-sender' ), number_format_i18n( $past ) ) ) . ' ' . esc_html__( 'Events older than the service keeps are left out.', 'goal-sender' ) . '</p>';
			$this->show_import_form();
		}
	}

	/** Asks whether to import everything, or only the events that an older version did not send. */
	private function show_import_form() {
		$held_until = Import::held_until();
		echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
		self::hidden( 'import' );
		echo '<p><label for="goal-sender-after">' . esc_html__( 'Only events after', 'goal-sender' ) . '</label> ';
		echo '<input type="datetime-local" step="1" id="goal-sender-after" name="after" value="' . esc_attr( null === $held_until ? '' : (string) wp_date( Import::FIELD_FORMAT, $held_until ) ) . '" aria-describedby="goal-sender-after-hint"></p>';
		echo '<p class="description" id="goal-sender-after-hint">' . esc_html__( 'The service recognises events that version 1.1.0 or a later one sent or imported, and keeps each of them once. It does not recognise events that an older version sent as they occurred: if you deleted Goal Sender and installed it again, import only the events after those.', 'goal-sender' ) . ' ';
		echo esc_html( null === $held_until ? __( 'The service named no event from before this installation. Leave the field empty to import everything.', 'goal-sender' ) : __( 'The field holds the time of the newest event that the service has from before this installation. Empty it to import everything.', 'goal-sender' ) ) . '</p>';
		echo '<button type="submit" class="button">' . esc_html__( 'Import past events', 'goal-sender' ) . '</button></form>';
	}

	/** Shows the last failures. */
	private function show_log( State $state ) {
		echo '<h2>' . esc_html__( 'Last failures', 'goal-sender' ) . '</h2>';
		if ( ! $state->failures() ) {
			echo '<p>' . esc_html__( 'None.', 'goal-sender' ) . '</p>';
			return;
		}
		echo '<table class="widefat striped" style="max-width:80em"><thead><tr><th scope="col">' . esc_html__( 'When', 'goal-sender' ) . '</th><th scope="col">' . esc_html__( 'Events', 'goal-sender' ) . '</th><th scope="col">' . esc_html__( 'What', 'goal-sender' ) . '</th></tr></thead><tbody>';
		foreach ( $state->failures() as list( $when, $status, $error, $count, $domain ) ) {
			echo '<tr><td>' . esc_html( Words::time( $when ) ) . '</td><td>' . esc_html( $count > 0 ? number_format_i18n( $count ) : __( 'all', 'goal-sender' ) ) . '</td><td>' . esc_html( Words::for_failure( $status, $error, $domain ) ) . '</td></tr>';
		}
		echo '</tbody></table>';
	}
}
