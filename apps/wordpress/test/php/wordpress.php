<?php
/**
 * Doubles of the WordPress functions that the plugin calls, as small as the same behaviour allows.
 *
 * They cache options in the process, as WordPress does, to catch code that trusts a stale option.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting, Generic.Files.OneObjectStructurePerFile,
// Universal.Files.SeparateFunctionsFromOO

define( 'ABSPATH', __DIR__ . '/' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );
define( 'KB_IN_BYTES', 1024 );
define( 'MB_IN_BYTES', 1048576 );
define( 'DB_NAME', getenv( 'WP_DB' ) );

/**
 * `$wpdb`: the methods that the plugin uses, over mysqli. Errors are `false`, as in WordPress, and
 * not exceptions.
 */
class wpdb {
	public $base_prefix = 'wp_';
	public $insert_id   = 0;
	public $last_query  = '';
	public $last_error  = '';
	public $queries     = array();
	private $link;

	public function __construct() {
		mysqli_report( MYSQLI_REPORT_OFF );
		$this->link = new mysqli( 'localhost', 'root', '', DB_NAME, 0, getenv( 'WP_DB_SOCKET' ) );
	}

	public function prepare( $sql, ...$values ) {
		$values  = isset( $values[0] ) && is_array( $values[0] ) ? $values[0] : $values;
		$escaped = array_map( fn( $value ) => is_string( $value ) ? $this->link->real_escape_string( $value ) : $value, $values );
		return vsprintf( str_replace( '%s', "'%s'", $sql ), $escaped );
	}

	public function query( $sql ) {
		$this->queries[]  = $sql;
		$this->last_query = $sql;
		$result           = $this->link->query( $sql );
		$this->last_error = $this->link->error;
		if ( '' !== $this->last_error ) {
			$GLOBALS['world']['database_errors'][] = $this->last_error;
		}
		if ( preg_match( '/^\s*(insert|replace)\s/i', $sql ) ) {
			$this->insert_id = $this->link->insert_id;
		}
		return is_bool( $result ) && $result ? $this->link->affected_rows : $result;
	}

	public function get_results( $sql ) {
		$result = $this->query( $sql );
		$rows   = array();
		while ( $result instanceof mysqli_result && $row = $result->fetch_object() ) {
			$rows[] = $row;
		}
		return $rows;
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
}

class WP_Error {
	private $message;
	public function __construct( $code, $message ) {
		$this->message = $message;
	}
	public function get_error_message() {
		return $this->message;
	}
}

/** Thrown when WordPress would end the request. */
class Ended extends Exception {}

$GLOBALS['wpdb']    = new wpdb();
$GLOBALS['hooks']   = array();
$GLOBALS['options'] = array();
$GLOBALS['world']   = array();
$GLOBALS['wpdb']->query( 'CREATE TABLE IF NOT EXISTS wp_sitemeta (name varchar(191) PRIMARY KEY, value longtext NOT NULL)' );

/** A value that a test has set, by name, or the default. */
function world( $name, $default = null ) {
	return $GLOBALS['world'][ $name ] ?? $default;
}

// Hooks and the clock.
function add_action( $name, $callback, $priority = 10, $arguments = 1 ) {
	$GLOBALS['hooks'][ $name ][] = array( $callback, $arguments );
}
function add_filter( $name, $callback ) {
	add_action( $name, $callback );
}
function do_action( $name, ...$values ) {
	$GLOBALS['world']['did'][] = $name;
	foreach ( $GLOBALS['hooks'][ $name ] ?? array() as list( $callback, $arguments ) ) {
		$callback( ...array_slice( $values, 0, $arguments ) );
	}
}
function did_action( $name ) {
	return count( array_keys( world( 'did', array() ), $name, true ) );
}
function register_activation_hook( $file, $callback ) {
	add_action( 'activate', $callback );
}
function register_deactivation_hook( $file, $callback ) {
	add_action( 'deactivate', $callback );
}
function wp_next_scheduled() {
	return $GLOBALS['world']['scheduled'][0] ?? false;
}
function wp_schedule_event() {
	$GLOBALS['world']['scheduled'] = func_get_args();
}
function wp_clear_scheduled_hook( $name ) {
	$GLOBALS['world']['cleared'] = $name;
	unset( $GLOBALS['world']['scheduled'] );
}

// Options.
function get_site_option( $name, $default = false ) {
	global $wpdb, $options;
	if ( ! array_key_exists( $name, $options ) ) {
		$options[ $name ] = $wpdb->get_var( $wpdb->prepare( 'SELECT value FROM wp_sitemeta WHERE name = %s', $name ) );
	}
	return null === $options[ $name ] ? $default : unserialize( $options[ $name ] );
}
function update_site_option( $name, $value ) {
	global $wpdb, $options;
	$options[ $name ] = serialize( $value );
	$wpdb->query( $wpdb->prepare( 'REPLACE INTO wp_sitemeta VALUES (%s, %s)', $name, $options[ $name ] ) );
}
function add_site_option( $name, $value ) {
	if ( false === get_site_option( $name ) ) {
		update_site_option( $name, $value );
	}
}
function delete_site_option( $name ) {
	global $wpdb, $options;
	unset( $options[ $name ] );
	$wpdb->query( $wpdb->prepare( 'DELETE FROM wp_sitemeta WHERE name = %s', $name ) );
}
function wp_cache_delete( $name ) {
	unset( $GLOBALS['options'][ preg_replace( '/^\d+:/', '', $name ) ] );
}
function get_option( $name ) {
	return 'date_format' === $name ? 'Y-m-d' : 'H:i';
}
function get_transient( $name ) {
	return world( $name, false );
}
function set_transient( $name, $value ) {
	$GLOBALS['world'][ $name ] = $value;
}
function delete_transient( $name ) {
	unset( $GLOBALS['world'][ $name ] );
}

// The site and its people.
function is_admin() {
	return world( 'admin', false );
}
function is_multisite() {
	return world( 'multisite', false );
}
function is_main_site() {
	return true;
}
function get_current_network_id() {
	return 1;
}
function get_current_blog_id() {
	return 1;
}
function network_home_url() {
	return 'https://' . ( getenv( 'WP_DOMAIN' ) ? getenv( 'WP_DOMAIN' ) : 'shop.test' );
}
function get_site_url( $id ) {
	return "https://shop.test/site$id";
}
function get_current_user_id() {
	return world( 'user', 0 );
}
function get_userdata( $id ) {
	return 7 === $id ? (object) array( 'user_login' => 'editor' ) : false;
}
function get_user_by( $field, $login ) {
	return 'editor' === $login ? (object) array( 'ID' => 7 ) : false;
}
function current_user_can( $capability ) {
	return in_array( $capability, world( 'capabilities', array() ), true );
}
function check_admin_referer( $action ) {
	if ( world( 'nonce' ) !== $action ) {
		throw new Ended( 'no nonce' );
	}
}
function wp_die( $words = '' ) {
	throw new Ended( $words );
}
function wp_safe_redirect( $url ) {
	throw new Ended( $url );
}
function wp_mail( $to, $subject, $text ) {
	$GLOBALS['world']['mails'][] = $text;
}

function wp_hash( $text ) {
	return md5( "salt of $text" );
}
function apply_filters( $name, $value ) {
	return $value;
}

/** Posts without waiting for the answer. With WP_ORIGIN it goes there, otherwise it is noted. */
function wp_remote_post( $url, $options ) {
	$GLOBALS['world']['posts'][] = array( $url, $options );
	if ( getenv( 'WP_ORIGIN' ) ) {
		$body   = http_build_query( $options['body'] );
		$stream = stream_socket_client( getenv( 'WP_ORIGIN' ) );
		fwrite( $stream, "POST /wp-admin/admin-ajax.php HTTP/1.0\r\nContent-Length: " . strlen( $body ) . "\r\n\r\n$body" );
		fclose( $stream );
	}
}

// HTTP, through PHP's own streams; a test may replace the answer.
function wp_remote_request( $url, $options ) {
	if ( null !== world( 'answers' ) && 'GET' === $options['method'] ) {
		$GLOBALS['world']['looks'][] = array( $url, $options );
		return dated( world( 'look' ) ?? answer( 200, array( 'events' => array(), 'next_cursor' => null ) ) );
	}
	$GLOBALS['world']['requests'][] = array( $url, $options );
	if ( null !== world( 'answers' ) ) {
		$answer = array_shift( $GLOBALS['world']['answers'] ) ?? new WP_Error( 'http', 'no answer' );
		return dated( $answer instanceof Closure ? $answer( count( json_decode( $options['body'], true )['events'] ) ) : $answer );
	}
	$headers = array( 'User-Agent: ' . $options['user-agent'], 'Connection: close' );
	foreach ( $options['headers'] as $name => $value ) {
		$headers[] = "$name: $value";
	}
	$http = array(
		'method'          => $options['method'],
		'header'          => $headers,
		'content'         => $options['body'] ?? '',
		'timeout'         => $options['timeout'],
		'follow_location' => 0,
		'ignore_errors'   => true,
	);
	$body = @file_get_contents( $url, false, stream_context_create( array( 'http' => $http ) ) );
	if ( false === $body || empty( $http_response_header ) ) {
		return new WP_Error( 'http', error_get_last()['message'] ?? 'no answer' );
	}
	$found = array();
	foreach ( array_slice( $http_response_header, 1 ) as $line ) {
		list( $name, $value )           = explode( ':', $line, 2 );
		$found[ strtolower( $name ) ] = trim( $value );
	}
	return answer( (int) explode( ' ', $http_response_header[0] )[1], $body, $found );
}
/**
 * Adds the service's time to an answer, which is right even if the web server's is `wrong`, unless
 * the test set another header.
 */
function dated( $answer ) {
	if ( is_array( $answer ) ) {
		$answer['headers'] += array( 'date' => gmdate( 'D, d M Y H:i:s', world( 'clock', time() ) + world( 'later', 0 ) ) . ' GMT' );
	}
	return $answer;
}
/** A response in WordPress's form. */
function answer( $status, $body, $headers = array() ) {
	return array(
		'response' => array( 'code' => $status ),
		'body'     => is_array( $body ) ? json_encode( $body ) : $body,
		'headers'  => $headers,
	);
}
function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}
function wp_remote_retrieve_response_code( $response ) {
	return $response['response']['code'];
}
function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}
function wp_remote_retrieve_header( $response, $name ) {
	return $response['headers'][ $name ] ?? '';
}

// Text.
function __( $text ) {
	return $text;
}
function _n( $one, $many, $count ) {
	return 1 === $count ? $one : $many;
}
function esc_html( $text ) {
	return htmlspecialchars( (string) $text, ENT_QUOTES );
}
function esc_attr( $text ) {
	return esc_html( $text );
}
function esc_textarea( $text ) {
	return esc_html( $text );
}
function esc_url( $url ) {
	return esc_html( $url );
}
function esc_html__( $text ) {
	return esc_html( $text );
}
function wp_json_encode( $value, $flags = 0 ) {
	return json_encode( $value, $flags );
}
function wp_generate_uuid4() {
	return preg_replace( '/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/', '$1-$2-4$3-8$4-$5', bin2hex( random_bytes( 16 ) ) );
}
function wp_parse_url( $url, $part = -1 ) {
	return parse_url( $url, $part );
}
function wp_strip_all_tags( $html ) {
	return trim( strip_tags( $html ) );
}
function is_serialized( $value ) {
	return is_string( $value ) && preg_match( '/^([aOsid]:|b:|N;)/', $value );
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( $text ) );
}
function wp_unslash( $text ) {
	return stripslashes( $text );
}
function number_format_i18n( $number ) {
	return number_format( $number );
}
function wp_timezone() {
	return new DateTimeZone( 'UTC' );
}
function wp_date( $format, $moment ) {
	return gmdate( $format, $moment );
}

// The administration.
function admin_url( $path ) {
	return "https://shop.test/wp-admin/$path";
}
function network_admin_url( $path ) {
	return "https://shop.test/wp-admin/network/$path";
}
function add_submenu_page() {
	$GLOBALS['world']['page'] = func_get_args();
}
function wp_nonce_field( $action ) {
	echo '<input type="hidden" name="_wpnonce" value="nonce of ' . esc_attr( $action ) . '">';
}
function checked( $one, $other ) {
	return $one === $other ? ' checked' : '';
}
function wp_doing_ajax() {
	return false;
}
function wp_add_privacy_policy_content( $name, $text ) {
	$GLOBALS['world']['privacy'] = func_get_args();
}
function submit_button( $label, $type = 'primary', $name = 'submit' ) {
	echo '<button type="submit" id="' . esc_attr( $name ) . '">' . esc_html( $label ) . '</button>';
}
function disabled( $is_disabled ) {
	return $is_disabled ? ' disabled' : '';
}
