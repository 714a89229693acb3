<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Says what an answer means and what to do about it. */
final class Words {

	/** The words for an answer. */
	public static function of( Answer $answer ): string {
		if ( $answer->is_taken() && ! $answer->rejected ) {
			return trim( __( 'The service has accepted the test event.', 'goal-sender' ) . ' ' . self::for_access( $answer->access ) );
		}
		return self::for_failure( $answer->status, $answer->rejected ? current( $answer->rejected ) : $answer->error, $answer->domain );
	}

	/**
	 * Why nothing was sent at all.
	 *
	 * @param string $outcome Sender::HELD, Sender::BUSY or Sender::REFUSED.
	 */
	public static function for_outcome( string $outcome ): string {
		switch ( $outcome ) {
			case Sender::HELD:
				return self::for_other_place( Place::load() );
			case Sender::BUSY:
				return __( 'Another process of this site is sending right now. Try again in a minute.', 'goal-sender' );
		}
		return self::for_refusal( Fault::words() );
	}

	/** Why nothing is sent from another place than that of the site. */
	public static function for_other_place( Place $place ): string {
		return $place->is_copy()
			/* translators: 1: an address, 2: another address */
			? sprintf( __( 'This site, %1$s, is a copy of %2$s: it sends nothing. To let it report as a site of its own, register it at the service and enter its domain and its own key.', 'goal-sender' ), $place->name(), $place->home_name() )
			/* translators: 1: an address, 2: another address */
			: sprintf( __( 'Goal Sender was set up for %2$s, but this is %1$s. Nothing is sent until you say whether the site was moved or is a copy.', 'goal-sender' ), $place->name(), $place->home_name() );
	}

	/** That the database of the site refused something, and what to do. */
	public static function for_refusal( string $words ): string {
		/* translators: %s: message of the database */
		return sprintf( __( 'The database of this site refused what the plugin asked of it. Send this message to your host: «%s»', 'goal-sender' ), $words );
	}

	/**
	 * What a run has sent, and what still waits.
	 *
	 * @param array $queue As Queue::summary() returns it.
	 */
	public static function for_delivery( int $sent, array $queue ): string {
		/* translators: %s: number of events */
		$words = sprintf( _n( 'Sent: %s event.', 'Sent: %s events.', $sent, 'goal-sender' ), number_format_i18n( $sent ) );
		/* translators: %s: number of events */
		$words .= ' ' . sprintf( _n( 'Waiting: %s event.', 'Waiting: %s events.', $queue['count'], 'goal-sender' ), number_format_i18n( $queue['count'] ) );
		if ( $queue['aside'] > 0 ) {
			/* translators: %s: number of events */
			$words .= ' ' . sprintf( _n( 'Of these, %s event is set aside, because the service refuses it.', 'Of these, %s events are set aside, because the service refuses them.', $queue['aside'], 'goal-sender' ), number_format_i18n( $queue['aside'] ) );
		}
		return $words;
	}

	/** What the key may do, and which key is enough; empty if that is not known. */
	public static function for_access( string $access ): string {
		switch ( $access ) {
			case Key_Access::SEND:
				return __( 'This key can only send: the right key for this site.', 'goal-sender' );
			case Key_Access::FULL:
				return __( 'This key can also read and export the events of this site; a send-only key is enough. Make a send-only key at the service, enter it here, and revoke this one there.', 'goal-sender' );
			case Key_Access::READ:
				return __( 'This key can only read, but this plugin needs a key that can send. Make a send-only key at the service and enter it here.', 'goal-sender' );
		}
		return '';
	}

	/** Whether the clock of this server is right; if it is wrong, both times. */
	public static function for_clock( Clock $clock ): string {
		$difference = $clock->difference();
		if ( null === $difference ) {
			return __( 'not compared with the service yet', 'goal-sender' );
		}
		if ( ! $clock->is_wrong() ) {
			return __( 'right', 'goal-sender' );
		}
		$words = abs( $difference ) > Clock::LARGEST
			/* translators: 1: date and time, 2: date and time */
			? __( 'wrong: here it is %1$s, at the service %2$s. That is too much to correct: ask your host to set the clock.', 'goal-sender' )
			/* translators: 1: date and time, 2: date and time */
			: __( 'wrong: here it is %1$s, at the service %2$s. Events are sent with the time of the service. Ask your host to set the clock.', 'goal-sender' );
		return sprintf( $words, self::time( time() ), self::time( time() + $difference ) );
	}

	/**
	 * A moment in the site's own time and language.
	 *
	 * @param int $moment Unix seconds; 0: never.
	 */
	public static function time( int $moment ): string {
		return 0 === $moment ? '–' : (string) wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $moment );
	}

	/**
	 * The words for a status and a sentence.
	 *
	 * @param int    $status HTTP status; 0: not reached; 200: single events were refused, or something
	 *                       other than the service answered.
	 * @param string $domain The domain that the request named; empty if it is not known.
	 */
	public static function for_failure( int $status, string $error, string $domain ): string {
		switch ( $error ) {
			case 'domain mismatch':
				/* translators: %s: a domain */
				return sprintf( __( 'The key belongs to another domain than %s. Enter the domain exactly as it is registered at the service.', 'goal-sender' ), '' === $domain ? '…' : $domain );
			case 'read-only key':
				return self::for_access( Key_Access::READ );
			case 'site paused':
				return __( 'The site is paused at the service, for instance because the plan allows fewer sites. Activate it there; until then the events wait here.', 'goal-sender' );
			case 'monthly limit reached':
				return __( 'The plan of the account stores no more events this month. New events wait here, for 7 days at most, and the plugin asks once a day whether it may send. A larger plan at the service lifts the limit: then press «Send now».', 'goal-sender' );
			case 'site revoked':
				return __( 'The service has blocked this site. Ask its support; until then the events wait here.', 'goal-sender' );
			case 'older than retention':
				return __( 'Older than the service keeps events of this site, so these events were left out.', 'goal-sender' );
			case 'invalid occurred_at':
			case 'untimely':
				return __( 'The service refuses the times of new events: the clock of this web server is wrong. Ask your host to set it. The events are set aside and sent again when the clock is right.', 'goal-sender' );
			case Answer::BLOCKED:
				/* translators: 1: name of a server, 2: a line of PHP */
				return sprintf( __( 'WP_HTTP_BLOCK_EXTERNAL in wp-config.php keeps this site from reaching %1$s. Add this line there, or the name to the line that is there: %2$s', 'goal-sender' ), self::host(), "define( 'WP_ACCESSIBLE_HOSTS', '" . self::host() . "' );" );
			case 'unexpected answer':
				return __( 'Something other than the service answered, perhaps a login page or a parking page. Check the address.', 'goal-sender' );
		}
		return self::for_status( $status, $error );
	}

	/** The name of the service's server. */
	private static function host(): string {
		return (string) wp_parse_url( Settings::load()->address, PHP_URL_HOST );
	}

	/** The words for a status whose sentence is not known. */
	private static function for_status( int $status, string $error ): string {
		switch ( true ) {
			case 0 === $status:
				/* translators: %s: message of the web server */
				return sprintf( __( 'The service could not be reached. Check the address, and ask your host whether this server may open outgoing connections. (%s)', 'goal-sender' ), $error );
			case 200 === $status:
				/* translators: %s: message of the service */
				return sprintf( __( 'The service refused single events; they are sent again every day and dropped after 7 days. (%s)', 'goal-sender' ), $error );
			case $status >= 300 && $status < 400:
				return __( 'The address redirects to another one. Enter the address that it leads to; often it is the same with https://.', 'goal-sender' );
			case 401 === $status:
				return __( 'The service does not know this key, or it was revoked there. Make a new site key and enter it here.', 'goal-sender' );
			case 403 === $status:
				/* translators: %s: message of the service */
				return sprintf( __( 'The service refuses this site. (%s)', 'goal-sender' ), $error );
			case 404 === $status || 405 === $status:
				return __( 'There is a server at this address, but not the service. Check the address; it usually ends with /v1/goal.', 'goal-sender' );
			case 413 === $status:
				return __( 'A server on the way does not accept so much at once. Sending continues in smaller portions.', 'goal-sender' );
			case 429 === $status:
				return __( 'The service asks to wait a little. Sending continues by itself.', 'goal-sender' );
			case $status >= 500:
				/* translators: %s: message of the service */
				return sprintf( __( 'The service is temporarily unavailable. Sending continues by itself. (%s)', 'goal-sender' ), $error );
		}
		/* translators: 1: HTTP status, 2: message of the service */
		return sprintf( __( 'The service refused the request. (%1$d, %2$s)', 'goal-sender' ), $status, $error );
	}
}
