<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Makes events (rulings §7.2) from the data of WP Activity Log, and a few of our own. */
final class Event {

	/** Maximum length of messages and of other texts at the service, in characters (rulings §7.3). */
	const MESSAGE_LENGTH = 8192;
	const TEXT_LENGTH    = 1024;

	/** The severities of WP Activity Log, by the numbers of its log and of its definitions. */
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
	 * Codes of logins. Without a user WP Activity Log stores UNKNOWN_USER for them, whatever it passes
	 * to its hook.
	 */
	const LOGINS       = array( 1000, 1001, 1002, 1003 );
	const UNKNOWN_USER = 'Unknown User';

	/** The sites of the network that this process has named, by id. */
	private static array $sites = array();

	/**
	 * An event of WP Activity Log.
	 *
	 * @param array  $data Its data, by WP Activity Log's names.
	 * @param string $uuid Identifies this event for good: sending it again under the same name is
	 *                     harmless.
	 */
	public static function from_alert( int $code, array $data, string $uuid, int $site_id ): array {
		$alert = Activity_Log::alert( $code );
		$type  = self::text( $data['EventType'] ?? $alert['event_type'] ?? '' );
		$user  = self::number( $data['CurrentUserID'] ?? 0 );
		if ( 0 === $user && 'failed-login' !== $type ) {
			// A login names the user only by the login. A failed login has no user, and must not cost a
			// query.
			$user = self::id_of( Message::value( $data['Username'] ?? '' ) );
		}
		$login = self::text( $data['Username'] ?? self::login_of( $user ) );
		if ( 0 === $user && in_array( $code, self::LOGINS, true ) && in_array( $login, array( '', 'System' ), true ) ) {
			$login = self::UNKNOWN_USER;
		}
		$ip    = Ip::of( $data['ClientIP'] ?? '', Ip::choice() );
		$event = array(
			'event_uuid'  => $uuid,
			'occurred_at' => self::timestamp( $data['Timestamp'] ?? null ),
			'code'        => max( 0, $code ),
			'severity'    => self::severity( $data['Severity'] ?? null, $alert ),
			'object'      => self::text( $data['Object'] ?? $alert['object'] ?? '' ),
			'event_type'  => $type,
			'message'     => self::text( Message::of( $code, $alert, $data ) . self::site_line( $site_id ), self::MESSAGE_LENGTH ),
			'user_id'     => $user,
			'username'    => $login,
			'user_agent'  => self::text( $data['UserAgent'] ?? '' ),
			'session_id'  => self::text( $data['SessionID'] ?? '' ),
			'post_id'     => self::number( $data['PostID'] ?? 0 ),
			'post_type'   => self::text( $data['PostType'] ?? '' ),
			'post_status' => self::text( $data['PostStatus'] ?? '' ),
		);
		return '' === $ip ? $event : $event + array( 'ip' => $ip );
	}

	/**
	 * An event about this plugin itself: code 0, object `goal-sender`.
	 *
	 * @param string $severity One of the five names.
	 * @param string $uuid     Its name, if it may be sent more than once.
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

	/** JSON in ASCII; bytes that are not UTF-8 become U+FFFD. */
	public static function encode( array $event ): string {
		return (string) wp_json_encode( $event, JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR );
	}

	/**
	 * A moment in ISO 8601, UTC, with milliseconds. A value that cannot be the time of an event
	 * becomes the current time.
	 *
	 * @param mixed $seconds Unix seconds with a fraction, as a number or as text.
	 */
	public static function timestamp( $seconds ): string {
		$seconds = is_numeric( $seconds ) ? (float) $seconds : 0.0;
		$year_2k = 946684800;
		// After the clock was set back, earlier events lie in the future.
		if ( $seconds < $year_2k || $seconds > time() + Clock::LARGEST ) {
			$seconds = microtime( true );
		}
		$milliseconds = (int) floor( $seconds * 1000 );
		return gmdate( 'Y-m-d\TH:i:s', intdiv( $milliseconds, 1000 ) ) . sprintf( '.%03dZ', $milliseconds % 1000 );
	}

	/**
	 * The same event at another time.
	 *
	 * @param string $body    JSON of the event.
	 * @param int    $seconds Seconds to add to its time.
	 */
	public static function shifted( string $body, int $seconds ): string {
		if ( 0 === $seconds ) {
			return $body;
		}
		// Quotes in texts are escaped, so this finds the field and nothing that a visitor wrote.
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
	 * One of the five names. Events that WP Activity Log could not classify are `info`, as there.
	 *
	 * @param mixed $number The severity as WP Activity Log has it.
	 */
	private static function severity( $number, ?array $alert ): string {
		return self::SEVERITIES[ self::number( $number ) ] ?? self::SEVERITIES[ self::number( $alert['severity'] ?? 0 ) ] ?? 'info';
	}

	/**
	 * Text of a bounded length. The bound is in bytes here, which needs no PHP extension; the service
	 * cuts at the exact character.
	 *
	 * @param int $length In characters.
	 */
	private static function text( $value, int $length = self::TEXT_LENGTH ): string {
		return substr( Message::value( $value ), 0, 4 * $length );
	}

	/** A whole number of at least 0; 0 for anything else. */
	private static function number( $value ): int {
		return is_numeric( $value ) ? max( 0, (int) $value ) : 0;
	}

	/** The login of a user; empty if there is none. */
	private static function login_of( int $user_id ): string {
		$user = $user_id > 0 ? get_userdata( $user_id ) : false;
		return $user ? $user->user_login : '';
	}

	/** The id of a user; 0 if there is none. */
	private static function id_of( string $login ): int {
		$user = '' === $login ? false : get_user_by( 'login', $login );
		return $user ? (int) $user->ID : 0;
	}

	/**
	 * Names the site of a network in the message, because all its sites send as one. The tables of a
	 * deleted site are gone, so its address is not asked for.
	 */
	private static function site_line( int $site_id ): string {
		if ( ! is_multisite() || $site_id <= 0 ) {
			return '';
		}
		if ( ! isset( self::$sites[ $site_id ] ) ) {
			$url                     = get_site( $site_id ) ? (string) get_site_url( $site_id ) : '';
			self::$sites[ $site_id ] = '' === $url ? "no. $site_id, which is deleted" : $url;
		}
		return "\nSite: " . self::$sites[ $site_id ];
	}
}
