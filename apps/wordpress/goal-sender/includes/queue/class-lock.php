<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * One process at a time sends. The lock is a row of WordPress's own table of options: until when a
 * process has it, and the name of that process. A process replaces what it has read, so of two that
 * try at once one changes nothing. Every database can do that, and it needs no table of its own.
 *
 * A process that dies leaves the row, which counts for a minute. The clock is that of the database,
 * which all web servers share. Each method that asks the database throws Refused.
 */
final class Lock {

	/** Name of the row. */
	const ROW = 'goal_sender_lock';

	/** Seconds that the lock lasts unless it is renewed; longer than two requests may take. */
	const LEASE = MINUTE_IN_SECONDS;

	/** What the row holds while no process has the lock, and where the lock is a file instead. */
	const FREE = '0';
	const FILE = 'file';

	/** Name of the row. */
	private string $row;

	/** What the row holds while this process has the lock; empty if it does not have it. */
	private string $mine = '';

	/**
	 * The open file while this process has the lock by a file.
	 *
	 * @var resource|null
	 */
	private $file = null;

	/**
	 * Takes the name of the row.
	 *
	 * @param string $row Another name for a trial.
	 */
	public function __construct( string $row = self::ROW ) {
		$this->row = $row;
	}

	/**
	 * Takes the lock.
	 *
	 * @param int $seconds For how long to try; 0: once.
	 * @return bool Whether this process now has it.
	 */
	public function take( int $seconds = 0 ): bool {
		$end = hrtime( true ) + $seconds * 1e9;
		while ( ! $this->try_to_take() ) {
			if ( hrtime( true ) >= $end ) {
				return false;
			}
			usleep( 200000 );
		}
		return true;
	}

	/** Takes the lock if no process has it. */
	private function try_to_take(): bool {
		$found = $this->found();
		if ( null === $found ) {
			self::choose();
			$found = $this->found();
		}
		if ( null === $found ) {
			throw new Refused( 'the row of the lock is gone' );
		}
		if ( self::FILE === $found->option_value ) {
			$this->file = self::locked_file();
			return null !== $this->file;
		}
		return ! self::is_held( $found ) && $this->replace( $found->option_value, ( $found->moment + self::LEASE ) . ' ' . wp_generate_uuid4() );
	}

	/**
	 * Keeps the lock for another minute.
	 *
	 * @return bool False if this process was too slow and another one has it.
	 */
	public function renew(): bool {
		if ( null !== $this->file ) {
			return true;
		}
		$found = $this->found();
		return null !== $found && '' !== $this->mine && $found->option_value === $this->mine
			&& $this->replace( $this->mine, ( $found->moment + self::LEASE ) . ' ' . wp_generate_uuid4() );
	}

	/** Releases the lock. A refusal of the database does not matter: the minute ends by itself. */
	public function release() {
		if ( null !== $this->file ) {
			fclose( $this->file ); // phpcs:ignore WordPress.WP.AlternativeFunctions
			$this->file = null;
		}
		if ( '' !== $this->mine ) {
			try {
				$this->replace( $this->mine, self::FREE );
			} catch ( Refused $refused ) {
				unset( $refused );
			}
			$this->mine = '';
		}
	}

	/** Whether any process has the lock. */
	public function is_taken(): bool {
		$found = $this->found();
		if ( null !== $found && self::FILE === $found->option_value ) {
			$file = self::locked_file();
			if ( null === $file ) {
				return true;
			}
			fclose( $file ); // phpcs:ignore WordPress.WP.AlternativeFunctions
			return false;
		}
		return null !== $found && self::is_held( $found );
	}

	/**
	 * Tries whether this database grants the lock to one process and refuses it to a second one, and
	 * remembers in the row to use a file if it does not.
	 */
	public static function choose() {
		$trial = self::ROW . '_' . wp_generate_uuid4();
		try {
			$works = self::passes( $trial );
		} catch ( Refused $refused ) {
			$works = false;
		}
		self::destroy( $trial );
		$found = ( new self() )->found();
		if ( null !== $found && $works === ( self::FILE === $found->option_value ) ) {
			self::destroy();
		}
		self::create( self::ROW, $works ? self::FREE : self::FILE );
	}

	/** Removes a row, and the file that stood for it. */
	public static function destroy( string $row = self::ROW ) {
		Database::change( Database::prepare( 'DELETE FROM ' . self::table() . ' WHERE option_name = %s', $row ) );
		if ( self::ROW === $row && is_file( self::path() ) ) {
			wp_delete_file( self::path() );
		}
	}

	/** Whether a lock of this name does what it should. */
	private static function passes( string $name ): bool {
		self::create( $name, self::FREE );
		$one   = new self( $name );
		$other = new self( $name );
		$works = $one->take() && $one->is_taken() && ! $other->take() && ! $other->renew() && $one->renew();
		$one->release();
		return $works && ! $one->is_taken() && ! $one->renew() && $other->take();
	}

	/** The row, and the time by the clock of the database; null if there is none. */
	private function found(): ?object {
		return Database::row( Database::prepare( 'SELECT option_value, UNIX_TIMESTAMP() AS moment FROM ' . self::table() . ' WHERE option_name = %s', $this->row ) );
	}

	/**
	 * Whether a process has the lock. A time further ahead than the lock lasts was written while the
	 * clock of the database was wrong, and does not count; those of a cluster may differ a little.
	 */
	private static function is_held( object $found ): bool {
		$left = (int) $found->option_value - (int) $found->moment;
		return $left >= 0 && $left <= self::LEASE + Clock::TOLERATED;
	}

	/**
	 * Replaces what the row holds, if it still holds that.
	 *
	 * @return bool Whether this process replaced it.
	 */
	private function replace( string $old, string $new ): bool {
		$is_replaced = 1 === Database::change( Database::prepare( 'UPDATE ' . self::table() . ' SET option_value = %s WHERE option_name = %s AND option_value = %s', $new, $this->row, $old ) );
		$this->mine  = $is_replaced ? $new : '';
		return $is_replaced;
	}

	/** Creates a row, unless another process just did. */
	private static function create( string $name, string $value ) {
		Database::change( Database::prepare( 'INSERT IGNORE INTO ' . self::table() . " (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $value ) );
	}

	/** The options of the main site: their names are unique, those of a network's options are not. */
	private static function table(): string {
		$db = $GLOBALS['wpdb'];
		return is_multisite() ? $db->get_blog_prefix( get_main_site_id( get_main_network_id() ) ) . 'options' : $db->options;
	}

	/** The file that is the lock where rows cannot be. */
	private static function path(): string {
		return ( wp_is_writable( WP_CONTENT_DIR ) ? WP_CONTENT_DIR . '/' : get_temp_dir() ) . 'goal-sender-' . md5( DB_NAME . self::table() ) . '.lock';
	}

	/**
	 * The file of the lock, open and locked by this process; null if another process has it. The
	 * system unlocks it when the process ends, however it ends.
	 *
	 * @return resource|null
	 */
	private static function locked_file() {
		$file = @fopen( self::path(), 'c' ); // phpcs:ignore
		if ( false === $file ) {
			throw new Refused( 'neither the database nor the file ' . self::path() . ' can hold a lock' ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
		if ( flock( $file, LOCK_EX | LOCK_NB ) ) {
			return $file;
		}
		fclose( $file ); // phpcs:ignore WordPress.WP.AlternativeFunctions
		return null;
	}
}
