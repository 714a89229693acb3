<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Tries settings with an event of their own. */
final class Test_Event {

	/**
	 * Sends a test event through the queue, so that success shows that the queue works as well. Its
	 * time is right even if the clock of this server is wrong. The answer also shows what the key may
	 * do, except over plain http to another machine and on plans without the API.
	 *
	 * @param Settings    $settings Complete settings, which need not be stored.
	 * @param Answer|null $answer   Becomes what the service said; null if it was not asked.
	 * @return string Sender::RAN, BUSY or REFUSED.
	 */
	public static function send( Settings $settings, ?Answer &$answer ): string {
		$answer = null;
		$queue  = new Queue();
		$lock   = new Lock();
		try {
			if ( ! $lock->take( Sender::PATIENCE ) ) {
				return Sender::BUSY;
			}
			$queue->create();
			$client = new Client( $settings );
			$look   = $client->look( 10 );
			$id     = $queue->add( array( Event::own( 'test', 'info', 'Test event of ' . network_home_url() ) ) );
			$body   = $queue->body( $id );
			if ( '' === $body ) {
				throw new Refused( 'an event that was queued is not in the queue' );
			}
			$answer = $client->send( array( Event::shifted( $body, Clock::correction( null === $look ? null : $look->difference ) ) ), 10 );
			if ( '' === $answer->access && null !== $look ) {
				$answer->access = $look->access;
			}
			if ( 1 !== $queue->remove( array( $id ) ) ) {
				throw new Refused( 'an event that was sent does not leave the queue' );
			}
			Fault::forget();
			return Sender::RAN;
		} catch ( Refused $refused ) {
			Fault::note( $refused );
			return Sender::REFUSED;
		} finally {
			$lock->release();
		}
	}
}
