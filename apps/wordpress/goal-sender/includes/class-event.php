<?php
/**
 * Events as the service takes them.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Makes events (rulings §7.2) of what WP Activity Log says, and the few of our own.
 */
final class Event {

	/** Longest message and longest other text that the service keeps, in characters (rulings §7.3). */
	const MESSAGE_LENGTH = 8192;
	const TEXT_LENGTH    = 1024;

	/** The severities of WP Activity Log, in the numbers of its log and in those of its definitions. */
	const SEVERITIES = array(
		500 => 'critical',
		1   => 'critical',
		400 => 'high',
		6   => 'high',
		300 => 'medium',
		10  => 'medium',
		250 => 'low',
		15  => 'low',
		200 => 'info',
		20  => 'info',
	);

	/**
	 * An event of WP Activity Log.
	 *
	 * @param int    $code    Its code.
	 * @param array  $data    Its data, under the names of that plugin.
	 * @param string $uuid    Names this event for ever: sending it again under the same name is harmless.
	 * @param int    $site_id The site of a network.
	 */
	public static function from_alert( int $code, array $data, string $uuid, int $site_id ): array {
		$alert = Activity_Log::alert( $code );
		$type  = self::text( $data['EventType'] ?? $alert['event_type'] ?? '' );
		$user  = self::number( $data['CurrentUserID'] ?? 0 );
		if ( 0 === $user && 'failed-login' !== $type ) {
			// A login names the user by the login alone. A failed one was by nobody, and must cost no query.
			$user = self::id_of( Message::value( $data['Username'] ?? '' ) );
		}
		return array(
			'event_uuid'  => $uuid,
			'occurred_at' => self::timestamp( $data['Timestamp'] ?? null ),
			'code'        => max( 0, $code ),
			'severity'    => self::severity( $data['Severity'] ?? null, $alert ),
			'object'      => self::text( $data['Object'] ?? $alert['object'] ?? '' ),
			'event_type'  => $type,
			'message'     => self::text( Message::of( $code, $alert, $data ) . self::site_line( $site_id ), self::MESSAGE_LENGTH ),
			'user_id'     => $user,
			'username'    => self::text( $data['Username'] ?? self::login_of( $user ) ),
			'user_agent'  => self::text( $data['UserAgent'] ?? '' ),
			'session_id'  => self::text( $data['SessionID'] ?? '' ),
			'post_id'     => self::number( $data['PostID'] ?? 0 ),
			'post_type'   => self::text( $data['PostType'] ?? '' ),
			'post_status' => self::text( $data['PostStatus'] ?? '' ),
		);
	}

	/**
	 * An event about this plugin itself: code 0, object `goal-sender`.
	 *
	 * @param string $event_type What happened.
	 * @param string $severity   One of the five names.
	 * @param string $message    In words.
	 * @param string $uuid       Its name, where it may be sent more than once.
	 */
	public static function own( string $event_type, string $severity, string $message, string $uuid = '' ): array {
		return array(
			'event_uuid'  => '' === $uuid ? wp_generate_uuid4() : $uuid,
			'occurred_at' => self::timestamp( microtime( true ) ),
			'code'        => 0,
			'severity'    => $severity,
			'object'      => 'goal-sender',
			'event_type'  => $event_type,
			'message'     => $message,
			'username'    => self::login_of( get_current_user_id() ),
			'user_id'     => get_current_user_id(),
		);
	}

	/**
	 * JSON in ASCII; what is no UTF-8 becomes U+FFFD.
	 *
	 * @param array $event An event.
	 */
	public static function encode( array $event ): string {
		return (string) wp_json_encode( $event, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR );
	}

	/**
	 * A moment in ISO 8601, UTC, with milliseconds. What cannot be the time of an event becomes now.
	 *
	 * @param mixed $seconds Unix seconds with a fraction, as a number or as text.
	 */
	public static function timestamp( $seconds ): string {
		$seconds = is_numeric( $seconds ) ? (float) $seconds : 0.0;
		$year_2k = 946684800;
		// Where the clock was set back, events from before lie ahead.
		if ( $seconds < $year_2k || $seconds > time() + Clock::LARGEST ) {
			$seconds = microtime( true );
		}
		$milliseconds = (int) floor( $seconds * 1000 );
		return gmdate( 'Y-m-d\TH:i:s', intdiv( $milliseconds, 1000 ) ) . sprintf( '.%03dZ', $milliseconds % 1000 );
	}

	/**
	 * An event at another time.
	 *
	 * @param string $body    JSON of the event.
	 * @param int    $seconds Seconds to add to its time.
	 */
	public static function shifted( string $body, int $seconds ): string {
		if ( 0 === $seconds ) {
			return $body;
		}
		// Quotes within texts are escaped, so this finds the field and nothing that a visitor wrote.
		return (string) preg_replace_callback(
			'/"occurred_at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3}Z)"/',
			static function ( array $found ) use ( $seconds ): string {
				return '"occurred_at":"' . gmdate( 'Y-m-d\TH:i:s', (int) strtotime( $found[1] . 'Z' ) + $seconds ) . $found[2] . '"';
			},
			$body,
			1
		);
	}

	/**
	 * One of the five names. What WP Activity Log could not classify is information, as there.
	 *
	 * @param mixed      $number As that plugin has it.
	 * @param array|null $alert  Its definition.
	 */
	private static function severity( $number, ?array $alert ): string {
		return self::SEVERITIES[ self::number( $number ) ] ?? self::SEVERITIES[ self::number( $alert['severity'] ?? 0 ) ] ?? 'info';
	}

	/**
	 * Text of a bounded length: in bytes here, because the service cuts characters exactly, and needs no extension to do so.
	 *
	 * @param mixed $value  Any value.
	 * @param int   $length In characters.
	 */
	private static function text( $value, int $length = self::TEXT_LENGTH ): string {
		return substr( Message::value( $value ), 0, 4 * $length );
	}

	/**
	 * A whole number of at least 0; 0 for anything else.
	 *
	 * @param mixed $value Any value.
	 */
	private static function number( $value ): int {
		return is_numeric( $value ) ? max( 0, (int) $value ) : 0;
	}

	/**
	 * The login of a user; empty where there is none.
	 *
	 * @param int $user_id Id of the user.
	 */
	private static function login_of( int $user_id ): string {
		$user = $user_id > 0 ? get_userdata( $user_id ) : false;
		return $user ? $user->user_login : '';
	}

	/**
	 * The id of a user; 0 where there is none.
	 *
	 * @param string $login Login of the user.
	 */
	private static function id_of( string $login ): int {
		$user = '' === $login ? false : get_user_by( 'login', $login );
		return $user ? (int) $user->ID : 0;
	}

	/**
	 * In a network all sites send as one: the message says where it was.
	 *
	 * @param int $site_id The site of a network.
	 */
	private static function site_line( int $site_id ): string {
		return is_multisite() && $site_id > 0 ? "\nSite: " . get_site_url( $site_id ) : '';
	}
}
