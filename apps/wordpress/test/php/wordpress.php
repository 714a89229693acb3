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

define( 'ABSPATH', getenv( 'WP_FOLDER' ) ? getenv( 'WP_FOLDER' ) : __DIR__ . '/' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );
define( 'KB_IN_BYTES', 1024 );
define( 'MB_IN_BYTES', 1048576 );
define( 'DB_NAME', getenv( 'WP_DB' ) );
define( 'WP_CONTENT_DIR', '/nowhere' );
if ( getenv( 'WP_HOME' ) ) {
	define( 'WP_HOME', getenv( 'WP_HOME' ) );
}

class WP_Error {
	private $code;
	private $message;
	public function __construct( $code, $message ) {
		$this->code    = $code;
		$this->message = $message;
	}
	public function get_error_code() {
		return $this->code;
	}
	public function get_error_message() {
		return $this->message;
	}
}

/** Thrown when WordPress would end the request. */
class Ended extends Exception {}

$GLOBALS['hooks']   = array();
$GLOBALS['options'] = array();
$GLOBALS['world']   = array();

/** A value that a test has set, by name, or the default. */
function world( $name, $default = null ) {
	return $GLOBALS['world'][ $name ] ?? $default;
}

require __DIR__ . '/database.php';

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

// Options, as WordPress keeps them: a network in another table than a single site.
function option_row() {
	return is_multisite() ? array( 'wp_sitemeta', 'meta_key', 'meta_value', 'site_id = 1' ) : array( 'wp_options', 'option_name', 'option_value', '1 = 1' );
}
function get_site_option( $name, $default = false ) {
	global $wpdb, $options;
	if ( ! array_key_exists( $name, $options ) ) {
		list( $table, $key, $value, $where ) = option_row();
		$options[ $name ]                    = $wpdb->get_var( $wpdb->prepare( "SELECT $value FROM $table WHERE $where AND $key = %s", $name ) );
	}
	return null === $options[ $name ] ? $default : maybe_unserialize( $options[ $name ] );
}
function update_site_option( $name, $value ) {
	global $wpdb, $options;
	delete_site_option( $name );
	$options[ $name ]               = maybe_serialize( $value );
	list( $table, $key, $column ) = option_row();
	$wpdb->query( $wpdb->prepare( "INSERT INTO $table ($key, $column" . ( is_multisite() ? ', site_id' : '' ) . ') VALUES (%s, %s' . ( is_multisite() ? ', 1' : '' ) . ')', $name, $options[ $name ] ) );
	Goal_Sender\Options::forget( $name );
}
function delete_site_option( $name ) {
	global $wpdb, $options;
	unset( $options[ $name ] );
	list( $table, $key ) = option_row();
	$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE $key = %s", $name ) );
}
function wp_cache_delete( $name ) {
	if ( world( 'cache_lies' ) ) {
		return;
	}
	unset( $GLOBALS['options'][ preg_replace( '/^\d+:/', '', $name ) ] );
}
function maybe_serialize( $value ) {
	return is_array( $value ) ? serialize( $value ) : (string) $value;
}
function maybe_unserialize( $text ) {
	return is_serialized( $text ) ? unserialize( $text ) : $text;
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
function get_network() {
	$home = parse_url( world( 'home', 'https://shop.test' ) );
	return (object) array( 'domain' => $home['host'], 'path' => $home['path'] ?? '/' );
}
function wp_get_environment_type() {
	return world( 'environment', 'production' );
}
/** Gives the site another home address, as a database that was copied and changed has it. */
function move_to( $home, $environment = 'production' ) {
	$GLOBALS['world']['home']        = $home;
	$GLOBALS['world']['environment'] = $environment;
	if ( ! is_multisite() ) {
		update_site_option( 'home', $home );
	}
	new_page();
}
/** The plugin begins another page: it knows nothing of the one before. */
function new_page() {
	$known = new ReflectionProperty( 'Goal_Sender\Plugin', 'place' );
	$known->setAccessible( true );
	$known->setValue( $GLOBALS['hooks']['shutdown'][0][0][0], null );
}
function get_main_network_id() {
	return 1;
}
function get_main_site_id() {
	return 1;
}
function get_current_blog_id() {
	return 1;
}
function network_home_url() {
	return 'https://' . ( getenv( 'WP_DOMAIN' ) ? getenv( 'WP_DOMAIN' ) : 'shop.test' );
}
function get_site( $id ) {
	$GLOBALS['world']['looked_for'][] = $id;
	return in_array( $id, world( 'deleted', array() ), true ) ? null : (object) array( 'blog_id' => $id );
}
function get_site_url( $id ) {
	if ( in_array( $id, world( 'deleted', array() ), true ) ) {
		throw new Exception( 'a query for the tables of a deleted site fails' );
	}
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
function get_temp_dir() {
	return sys_get_temp_dir() . '/';
}
function wp_delete_file( $path ) {
	unlink( $path );
}
function wp_is_writable( $path ) {
	return is_writable( $path );
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
