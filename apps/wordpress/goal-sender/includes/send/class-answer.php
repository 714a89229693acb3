<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** One answer, or the failure to get one. */
final class Answer {

	/** The access of a key that is refused with these sentences (rulings §12.2). */
	const REFUSED_ACCESS = array(
		'send-only key' => Key_Access::SEND,
		'read-only key' => Key_Access::READ,
	);

	/** WordPress's code for a request that WP_HTTP_BLOCK_EXTERNAL blocks, and our word for it. */
	const BLOCKED_CODE = 'http_request_not_executed';
	const BLOCKED      = 'requests blocked';

	/** HTTP status; 0 if the service could not be reached. */
	public int $status;

	/** The sentence of a refusal; empty on success. */
	public string $error = '';

	/** Seconds that the service asks to wait; 0 if it does not ask. */
	public int $retry_after = 0;

	/** The sentence for each event that was refused while others were accepted, by position. */
	public array $rejected = array();

	/**
	 * When the newest event of WP Activity Log in a list occurred, in Unix seconds; null if there is
	 * none.
	 */
	public ?int $newest = null;

	/**
	 * The clock of the service minus the clock of this server, in seconds; null if the answer does not
	 * tell.
	 */
	public ?int $difference = null;

	/** The access of the key, as Key_Access names it; empty if the answer shows nothing. */
	public string $access = '';

	/** The domain that the request named; empty if it is not known. */
	public string $domain = '';

	/**
	 * Reads a response.
	 *
	 * @param float $took Duration of the request in seconds, by a clock that cannot be set.
	 */
	public function __construct( $response, int $count, float $took = 0.0 ) {
		if ( is_wp_error( $response ) ) {
			$this->status = 0;
			$this->error  = self::BLOCKED_CODE === $response->get_error_code() ? self::BLOCKED : $response->get_error_message();
			return;
		}
		$this->status      = (int) wp_remote_retrieve_response_code( $response );
		$this->retry_after = self::seconds( (string) wp_remote_retrieve_header( $response, 'retry-after' ) );
		$body              = json_decode( wp_remote_retrieve_body( $response ), true );
		$body              = is_array( $body ) ? $body : array();
		if ( 200 !== $this->status ) {
			$this->error  = isset( $body['error'] ) && is_string( $body['error'] ) ? substr( $body['error'], 0, 200 ) : "HTTP $this->status";
			$this->access = self::REFUSED_ACCESS[ $this->error ] ?? '';
		} elseif ( 0 === $count ) {
			$this->read_list( $body );
		} else {
			$this->read_outcome( $body, $count );
		}
		// Only the service's own answers tell the time: a proxy's page carries the proxy's clock.
		if ( '' === $this->error || isset( $body['error'] ) ) {
			$this->difference = self::difference( $response, $took );
		}
	}

	/** Reads the outcome for each event. */
	private function read_outcome( array $body, int $count ) {
		foreach ( (array) ( $body['rejected'] ?? array() ) as $one ) {
			$this->rejected[ (int) ( $one['index'] ?? -1 ) ] = substr( Message::value( $one['error'] ?? '' ), 0, 200 );
		}
		// A login page or a parking page also says 200: events leave the queue only when the count is
		// right.
		if ( (int) ( $body['accepted'] ?? -1 ) + (int) ( $body['duplicates'] ?? -1 ) + count( $this->rejected ) !== $count ) {
			$this->error = 'unexpected answer';
		}
	}

	/** Reads a list of events. */
	private function read_list( array $body ) {
		if ( ! isset( $body['events'] ) || ! is_array( $body['events'] ) ) {
			$this->error = 'unexpected answer';
			return;
		}
		// Code 0 marks the plugin's own events. A plugin that is deleted sends one after all others.
		$codes        = array_map( 'intval', array_column( $body['events'], 'code' ) );
		$place        = current( array_keys( array_filter( $codes ) ) );
		$newest       = strtotime( Message::value( $body['events'][ false === $place ? 0 : $place ]['occurred_at'] ?? '' ) );
		$this->newest = false === $newest ? null : $newest;
		$this->access = Key_Access::FULL;
	}

	/**
	 * The clock of the service minus the clock of this server. The `Date` header has whole seconds,
	 * roughly from the middle of the request.
	 *
	 * @param float $took Duration of the request in seconds.
	 */
	private static function difference( array $response, float $took ): ?int {
		// An answer from a cache has the time of an earlier answer.
		if ( (int) self::header( $response, 'age' ) > 0 ) {
			return null;
		}
		$date = \DateTimeImmutable::createFromFormat( '!D, d M Y H:i:s \G\M\T', self::header( $response, 'date' ), new \DateTimeZone( 'UTC' ) );
		return false === $date ? null : (int) round( $date->getTimestamp() + 0.5 - ( microtime( true ) - $took / 2 ) );
	}

	/** A header; empty if there is none. If it came twice, the first one. */
	private static function header( array $response, string $name ): string {
		return (string) current( (array) wp_remote_retrieve_header( $response, $name ) );
	}

	/** Whether the service has judged each event separately. */
	public function is_taken(): bool {
		return 200 === $this->status && '' === $this->error;
	}

	/** Whether the service is out of reach or busy, so that another request would fail too. */
	public function is_unavailable(): bool {
		return 0 === $this->status || 429 === $this->status || $this->status >= 500;
	}

	/** Whether the body was refused as a whole, so that a part of it may pass. */
	public function is_body_refused(): bool {
		// A 403 or 406 without the service's sentence comes from a filter on the way that objects to one
		// event.
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
