<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Queues events, and sends them when nobody is waiting for the page. */
final class Plugin {

	/** The hook that WP-Cron calls every minute. */
	const TICK = 'goal_sender_tick';

	/** Seconds that sending may take: in a cron call, and after the response to a visitor. */
	const TICK_SECONDS     = 20;
	const SHUTDOWN_SECONDS = 5;

	/** Whether this request queued an event. */
	private bool $has_added = false;

	/** Whether this request should check the bounds of the queue. */
	private bool $wants_a_look = false;

	/** The place of this request, once it is known. */
	private ?Place $place = null;

	/** Whether this request deactivates the plugin: events that it still queues are not missed. */
	private static bool $has_left = false;

	/** Registers the hooks that are also needed outside the administration. */
	public function listen() {
		// Before all other listeners, because the last query leads to the row of the event.
		add_action( 'wsal_logged_alert', array( $this, 'on_alert' ), PHP_INT_MIN, 5 );
		// Last, because WP Activity Log itself writes on shutdown.
		add_action( 'shutdown', array( $this, 'on_shutdown' ), 9999 );
		add_action( self::TICK, array( $this, 'on_tick' ) );
		add_action( 'init', array( $this, 'on_init' ) );
		add_filter( 'cron_schedules', array( $this, 'with_minute' ) ); // phpcs:ignore WordPress.WP.CronInterval
	}

	/** Creates what the plugin needs. */
	public static function activate() {
		self::$has_left = false;
		try {
			// An update brings options of the older version along, and a person chooses.
			if ( false === Options::get( State::OPTION ) && false === Options::get( Settings::OPTION ) ) {
				Ip::choose( Ip::SHORTENED );
			}
			Import::arrive();
			// Avoids a warning in the first minute that the clock does not run.
			if ( false === Options::get( State::OPTION ) ) {
				Options::set( State::OPTION, array( 'last_tick' => time() ) );
			}
			Lock::choose();
			( new Queue() )->create();
		} catch ( Refused $refused ) {
			Fault::note( $refused );
		}
	}

	/** Stops the cron job; waiting events stay. */
	public static function deactivate() {
		wp_clear_scheduled_hook( self::TICK );
		self::$has_left = true;
		try {
			Import::leave();
		} catch ( Refused $refused ) {
			Fault::note( $refused );
		}
	}

	/**
	 * Keeps the cron job scheduled, without a query. A call that is due in the far future was
	 * scheduled while the clock of the server was ahead.
	 */
	public function on_init() {
		if ( ! is_main_site() ) {
			return;
		}
		$next = wp_next_scheduled( self::TICK );
		if ( false !== $next && $next > time() + 2 * MINUTE_IN_SECONDS ) {
			wp_clear_scheduled_hook( self::TICK );
			$next = false;
		}
		if ( false === $next ) {
			wp_schedule_event( time(), 'goal_sender_minute', self::TICK );
		}
	}

	/** Adds «every minute» to WordPress's cron intervals. */
	public function with_minute( $schedules ) {
		$schedules['goal_sender_minute'] = array(
			'interval' => MINUTE_IN_SECONDS,
			'display'  => __( 'Every minute', 'goal-sender' ),
		);
		return $schedules;
	}

	/**
	 * Queues an event that WP Activity Log has logged: reads one row by its id, and adds one to the
	 * queue. Whatever goes wrong, the visitor's page continues.
	 *
	 * @param mixed $occurrence Null since version 4.5 of WP Activity Log.
	 * @param mixed $date       Null except for migrated events.
	 */
	public function on_alert( $occurrence, $code, $data = array(), $date = null, $site_id = 0 ) {
		try {
			$site_id = is_numeric( $site_id ) ? (int) $site_id : get_current_blog_id();
			$row     = Activity_Log::row_just_written( (int) $code );
			$uuid    = null === $row ? wp_generate_uuid4() : Activity_Log::uuid( $row['id'], (int) $code, $row['created_on'] );
			$data    = (array) $data + ( null === $row ? array() : array( 'Timestamp' => $row['created_on'] ) );
			$event   = Event::from_alert( (int) $code, $data, $uuid, $site_id );
		} catch ( \Throwable $problem ) {
			$event = Event::own( 'unreadable', 'medium', 'Event ' . (int) $code . ' could not be read: ' . $problem->getMessage() );
		}
		try {
			$this->enqueue( $event );
			if ( self::$has_left ) {
				Import::leave();
			}
		} catch ( Refused $refused ) {
			Fault::note( $refused, (int) strtotime( $event['occurred_at'] ) );
		}
	}

	/**
	 * Sends after the response, if the server can finish the response first; otherwise another request
	 * sends, which the site makes to itself.
	 */
	public function on_shutdown() {
		$sender = new Sender();
		$look   = $this->wants_a_look ? array( $sender, 'keep_bounds' ) : null;
		$finish = current( array_filter( array( 'fastcgi_finish_request', 'litespeed_finish_request' ), 'function_exists' ) );
		if ( $this->has_added && false !== $finish ) {
			// Otherwise the same visitor's next page would wait for the session.
			if ( PHP_SESSION_ACTIVE === session_status() ) {
				session_write_close();
			}
			$finish();
			$sender->run( self::SHUTDOWN_SECONDS, null, $look );
			return;
		}
		if ( null !== $look ) {
			$sender->run( 0, $look );
		}
		if ( $this->has_added && ! $this->place->is_other() ) {
			try {
				Self_Call::make();
			} catch ( Refused $refused ) {
				Fault::note( $refused );
			}
		}
	}

	/** Handles the cron call of each minute. */
	public function on_tick() {
		$queue  = new Queue();
		$sender = new Sender();
		$sender->run(
			self::TICK_SECONDS,
			function ( State $state ) use ( $queue ) {
				$queue->create();
				// A page that began before a person said that the site was moved may have marked some.
				Marked::release( Place::load()->mark() );
				$state->set( 'last_tick', time() );
				$this->watch_source( $state );
				$state->save();
				Import::go_on( $queue, 5 );
			},
			// After sending, so that events that waited for the right time get one more attempt
			// before they are too old.
			array( $sender, 'keep_bounds' )
		);
	}

	/**
	 * Reports to the service, once, that WP Activity Log is missing and nothing is logged any more,
	 * and, once, that it is back.
	 */
	private function watch_source( State $state ) {
		$is_silent = ! Activity_Log::is_active();
		if ( $is_silent !== $state->get( 'silent' ) ) {
			$this->enqueue(
				$is_silent
					? Event::own( 'source-missing', 'high', 'WP Activity Log is not active: nothing is logged' )
					: Event::own( 'source-back', 'info', 'WP Activity Log is active again' )
			);
			$state->set( 'silent', $is_silent );
		}
	}

	/**
	 * Adds an event to the queue, unless this is a copy of the site. If the database refuses it,
	 * creates the table if it is gone, and tries once more. Throws Refused.
	 *
	 * @param array $event In the form that the service accepts.
	 */
	private function enqueue( array $event ) {
		$this->place = $this->place ?? Place::load();
		if ( $this->place->is_copy() ) {
			return;
		}
		if ( $this->place->is_other() ) {
			$this->place->note();
		}
		$queue = new Queue();
		$mark  = $this->place->is_other() ? $this->place->mark() : 0;
		try {
			$queue->add( array( $event ), $mark );
		} catch ( Refused $refused ) {
			$queue->create();
			$queue->add( array( $event ), $mark );
		}
		$this->has_added    = true;
		$this->wants_a_look = $this->wants_a_look || $queue->wants_a_look();
	}
}
