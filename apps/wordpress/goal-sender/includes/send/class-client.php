<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Sends events: POST {address}/events (rulings §7.1). */
final class Client {

	/** The address, the domain and the key. */
	private Settings $settings;

	/**
	 * Takes the settings.
	 *
	 * @param Settings $settings Complete settings.
	 */
	public function __construct( Settings $settings ) {
		$this->settings = $settings;
	}

	/** The settings of its requests. */
	public function settings(): Settings {
		return $this->settings;
	}

	/**
	 * Sends a batch.
	 *
	 * @param string[] $bodies JSON of 1 to 1,000 events.
	 */
	public function send( array $bodies, int $seconds ): Answer {
		return $this->ask(
			'',
			array(
				'method'  => 'POST',
				'timeout' => $seconds,
				'body'    => '{"events":[' . implode( ',', $bodies ) . ']}',
			),
			count( $bodies )
		);
	}

	/**
	 * Asks for the newest events; the answer also tells the time. Over plain http to another machine
	 * it does not ask: there only the answer to the events themselves tells the time.
	 *
	 * @param int|null $until Unix seconds by the service: only events up to then; null: no limit.
	 * @return Answer|null Null if it did not ask.
	 */
	public function look( int $seconds, ?int $until = null ): ?Answer {
		if ( $this->settings->is_unencrypted() ) {
			return null;
		}
		$options = array(
			'method'  => 'GET',
			'timeout' => $seconds,
		);
		return $this->ask( null === $until ? '?limit=1' : '?limit=20&to=' . gmdate( 'Y-m-d\TH:i:s\Z', $until ), $options, 0 );
	}

	/**
	 * One request.
	 *
	 * @param string $query   The part of the address after the path.
	 * @param array  $options Options that differ between requests.
	 * @param int    $count   Number of events in the request; 0 if it asks for events.
	 */
	private function ask( string $query, array $options, int $count ): Answer {
		$begun    = hrtime( true );
		$response = wp_remote_request(
			$this->settings->address . '/events' . $query,
			$options + array(
				// The key goes to this address only.
				'redirection'         => 0,
				'limit_response_size' => MB_IN_BYTES,
				'user-agent'          => 'goal-sender/' . VERSION,
				'headers'             => array(
					'Authorization' => 'Bearer ' . $this->settings->key,
					'X-Site-Domain' => $this->settings->domain,
					'Content-Type'  => 'application/json',
				),
			)
		);
		$answer   = new Answer( $response, $count, ( hrtime( true ) - $begun ) / 1e9 );

		$answer->domain = $this->settings->domain;
		if ( $this->settings->is_unencrypted() && ! $answer->is_taken() ) {
			$answer->difference = null;
		}
		return $answer;
	}
}
