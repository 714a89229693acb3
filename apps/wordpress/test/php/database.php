<?php
/**
 * Doubles of `$wpdb`: over mysqli, and as the parent of the `$wpdb` that SQLite Database
 * Integration brings, which is the real one. Errors are `false`, as in WordPress, and not
 * exceptions.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting, Generic.Files.OneObjectStructurePerFile

/** The methods that the plugin and SQLite Database Integration use. */
class wpdb {
	public $base_prefix     = 'wp_';
	public $options         = 'wp_options';
	public $sitemeta        = 'wp_sitemeta';
	public $insert_id       = 0;
	public $rows_affected   = 0;
	public $num_rows        = 0;
	public $num_queries     = 0;
	public $col_info        = null;
	public $func_call       = "";
	public $last_query      = '';
	public $last_error      = '';
	public $last_result     = array();
	public $ready           = false;
	public $show_errors     = false;
	public $suppress_errors = true;
	protected $dbh;
	protected $dbname;
	protected $charset;
	protected $has_connected      = false;
	protected $result             = null;
	protected $check_current_query = true;
	protected $incompatible_modes = array( 'STRICT_TRANS_TABLES' );
	private $allow_unsafe_unquoted_parameters = true;

	public function __construct( $user = '', $password = '', $dbname = DB_NAME ) {
		$this->dbname = $dbname;
		$this->db_connect();
	}

	public function __get( $name ) {
		return $this->$name;
	}

	public function db_connect( $allow_bail = true ) {
		mysqli_report( MYSQLI_REPORT_OFF );
		$this->dbh = new mysqli( 'localhost', 'root', '', $this->dbname, 0, getenv( 'WP_DB_SOCKET' ) );
		$this->ready = 0 === $this->dbh->connect_errno;
		return $this->ready;
	}

	public function prepare( $sql, ...$values ) {
		$values  = isset( $values[0] ) && is_array( $values[0] ) ? $values[0] : $values;
		$escaped = array_map( fn( $value ) => is_string( $value ) ? $this->_real_escape( $value ) : $value, $values );
		return vsprintf( str_replace( '%s', "'%s'", $sql ), $escaped );
	}

	public function _real_escape( $text ) {
		return $this->dbh->real_escape_string( $text );
	}

	public function query( $sql ) {
		$this->last_query  = $sql;
		$this->last_result = array();
		$result            = $this->dbh->query( $sql );
		$this->last_error  = $this->dbh->error;
		if ( preg_match( '/^\s*(insert|replace)\s/i', $sql ) ) {
			$this->insert_id = $this->dbh->insert_id;
		}
		while ( $result instanceof mysqli_result && $row = $result->fetch_object() ) {
			$this->last_result[] = $row;
		}
		return $result instanceof mysqli_result ? count( $this->last_result ) : ( $result ? $this->dbh->affected_rows : false );
	}

	public function get_results( $sql ) {
		$this->query( $sql );
		return $this->last_result;
	}

	public function get_row( $sql ) {
		return $this->get_results( $sql )[0] ?? null;
	}

	public function get_var( $sql ) {
		$row = (array) $this->get_row( $sql );
		return $row ? current( $row ) : null;
	}

	public function esc_like( $text ) {
		return addcslashes( $text, '_%\\' );
	}

	public function get_charset_collate() {
		return 'DEFAULT CHARACTER SET utf8mb4';
	}

	public function get_blog_prefix( $site_id ) {
		return $this->base_prefix . ( $site_id > 1 ? "{$site_id}_" : '' );
	}

	// What SQLite Database Integration expects of its parent.
	public function init_charset() {
		$this->charset = 'utf8mb4';
	}
	public function add_placeholder_escape( $text ) {
		return $text;
	}
	protected function check_ascii( $text ) {
		return ! preg_match( '/[^\x00-\x7F]/', $text );
	}
	protected function strip_invalid_text_from_query( $sql ) {
		return $sql;
	}
	public function get_caller() {
		return '';
	}
}

/**
 * What the tests need of either: a note of each statement, a clock that runs ahead, and a database
 * that refuses the statements that `world( 'refuses' )`, a pattern, finds.
 */
trait Noted {
	public $queries = array();
	private $ahead  = 0;

	public function query( $sql ) {
		$this->set_clock();
		$this->queries[] = $sql;
		if ( preg_match( world( 'refuses', '/^$/' ), $sql ) ) {
			$this->last_query  = $sql;
			$this->last_result = array();
			$this->last_error  = 'command denied to user';
			return false;
		}
		$answer = parent::query( $sql );
		if ( '' !== $this->last_error ) {
			$GLOBALS['world']['database_errors'][] = $this->last_error;
		}
		return $answer;
	}

	/**
	 * A database on a server of its own has the right clock; SQLite has that of the web server. In a
	 * separate process GOAL_DATABASE_AHEAD sets the seconds by which it is ahead.
	 */
	private function set_clock() {
		$is_sqlite = $this instanceof Sqlite_Site_Db;
		$ahead     = Goal_Sender\later() + (int) getenv( 'GOAL_DATABASE_AHEAD' ) + ( $is_sqlite ? Goal_Sender\wrong() : 0 );
		if ( $ahead === $this->ahead ) {
			return;
		}
		$this->ahead = $ahead;
		if ( $is_sqlite ) {
			$this->get_driver()->get_sqlite_pdo()->sqliteCreateFunction( 'unix_timestamp', fn() => time() + $ahead );
		} else {
			$this->dbh->query( 'SET timestamp = ' . ( time() + $ahead ) );
		}
	}
}

class Mysql_Site_Db extends wpdb {
	use Noted;
}

if ( getenv( 'WP_SQLITE' ) ) {
	define( 'DB_ENGINE', 'sqlite' );
	define( 'FQDB', getenv( 'WP_SQLITE_FILE' ) );
	define( 'FQDBDIR', dirname( FQDB ) . '/' );
	define( 'DB_FILE', basename( FQDB ) );
	require getenv( 'WP_SQLITE' ) . '/wp-includes/database/load.php';
	require getenv( 'WP_SQLITE' ) . '/wp-includes/sqlite/class-wp-sqlite-db.php';
	class Sqlite_Site_Db extends WP_SQLite_DB {
		use Noted;
	}
} else {
	class Sqlite_Site_Db {}
}

/** Another connection to the database of the site. */
function connect() {
	$kept = $GLOBALS['wpdb'] ?? null;
	unset( $GLOBALS['@pdo'] );
	$made = getenv( 'WP_SQLITE' ) ? new Sqlite_Site_Db( DB_NAME ) : new Mysql_Site_Db();
	// SQLite's class makes itself the global one.
	$GLOBALS['wpdb'] = $kept ?? $made;
	return $made;
}

connect();
foreach ( array( 'wp_options (option_id bigint unsigned NOT NULL AUTO_INCREMENT, option_name varchar(191) NOT NULL DEFAULT \'\', option_value longtext NOT NULL, autoload varchar(20) NOT NULL DEFAULT \'yes\', PRIMARY KEY (option_id), UNIQUE KEY option_name (option_name))', 'wp_sitemeta (meta_id bigint NOT NULL AUTO_INCREMENT, site_id bigint NOT NULL DEFAULT 0, meta_key varchar(255), meta_value longtext, PRIMARY KEY (meta_id), KEY meta_key (meta_key(191)))' ) as $table ) {
	$GLOBALS['wpdb']->query( "CREATE TABLE IF NOT EXISTS $table" );
}
