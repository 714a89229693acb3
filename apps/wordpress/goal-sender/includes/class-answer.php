<?php
/**
 * What the service answered.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * One answer, or that there was none.
 */
final class Answer {

	/**
	 * HTTP status; 0 where the service was not reached.
	 *
	 * @var int
	 */
	public $status;

	/**
	 * The sentence of a refusal; empty on success.
	 *
	 * @var string
	 */
	public $error = '';

	/**
	 * Seconds that the service asks to wait; 0 where it does not.
	 *
	 * @var int
	 */
	public $retry_after = 0;

	/**
	 * Sentence by position of each event that was refused, though the others were taken.
	 *
	 * @var string[]
	 */
	public $rejected = array();

	/**
	 * Reads a response.
	 *
	 * @param array|\WP_Error $response Of the HTTP API of WordPress.
	 * @param int             $count    How many events were sent.
	 */
	public function __construct( $response, int $count ) {
		if ( is_wp_error( $response ) ) {
			$this->status = 0;
			$this->error  = $response->get_error_message();
			return;
		}
		$this->status      = (int) wp_remote_retrieve_response_code( $response );
		$this->retry_after = self::seconds( (string) wp_remote_retrieve_header( $response, 'retry-after' ) );
		$body              = json_decode( wp_remote_retrieve_body( $response ), true );
		$body              = is_array( $body ) ? $body : array();
		if ( 200 !== $this->status ) {
			$this->error = isset( $body['error'] ) && is_string( $body['error'] ) ? substr( $body['error'], 0, 200 ) : "HTTP $this->status";
			return;
		}
		foreach ( (array) ( $body['rejected'] ?? array() ) as $one ) {
			$this->rejected[ (int) ( $one['index'] ?? -1 ) ] = substr( Message::value( $one['error'] ?? '' ), 0, 200 );
		}
		// A login page or a parking page says 200 as well: events are only taken out of the queue when the count is right.
		if ( (int) ( $body['accepted'] ?? -1 ) + (int) ( $body['duplicates'] ?? -1 ) + count( $this->rejected ) !== $count ) {
			$this->error = 'unexpected answer';
		}
	}

	/** Whether the service has judged each event by itself. */
	public function is_taken(): bool {
		return 200 === $this->status && '' === $this->error;
	}

	/** Whether the body as a whole was refused: a part of it may fare better. */
	public function is_body_refused(): bool {
		// A 403 or 406 without the service's sentence is a filter on the way, which dislikes what stands in one event.
		return in_array( $this->status, array( 400, 413, 422 ), true )
			|| ( in_array( $this->status, array( 403, 406 ), true ) && "HTTP $this->status" === $this->error );
	}

	/**
	 * `Retry-After`, in seconds, at most a day.
	 *
	 * @param string $header Seconds or a date.
	 */
	private static function seconds( string $header ): int {
		if ( '' === $header ) {
			return 0;
		}
		$seconds = is_numeric( $header ) ? (int) $header : (int) strtotime( $header ) - time();
		return max( 0, min( DAY_IN_SECONDS, $seconds ) );
	}
}
