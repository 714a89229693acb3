<?php
/**
 * The way to the service.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Sends events: POST {address}/events (rulings §7.1).
 */
final class Client {

	/**
	 * Where and as whom.
	 *
	 * @var Settings
	 */
	private $settings;

	/**
	 * Takes the settings.
	 *
	 * @param Settings $settings Complete ones.
	 */
	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/**
	 * Sends a batch.
	 *
	 * @param string[] $bodies  JSON of 1 to 1,000 events.
	 * @param int      $seconds How long to wait for the answer.
	 */
	public function send( array $bodies, int $seconds ): Answer {
		$response = wp_remote_post(
			$this->settings->address . '/events',
			array(
				'timeout'             => $seconds,
				// The key goes to this address and to no other.
				'redirection'         => 0,
				'limit_response_size' => MB_IN_BYTES,
				'user-agent'          => 'goal-sender/' . VERSION,
				'headers'             => array(
					'Authorization' => 'Bearer ' . $this->settings->key,
					'X-Site-Domain' => $this->settings->domain,
					'Content-Type'  => 'application/json',
				),
				'body'                => '{"events":[' . implode( ',', $bodies ) . ']}',
			)
		);
		return new Answer( $response, count( $bodies ) );
	}

	/** Sends one event that says that the way is open. */
	public function send_test(): Answer {
		$event = Event::own( 'test', 'info', 'Test event of ' . network_home_url() );
		return $this->send( array( Event::encode( $event ) ), 10 );
	}
}
