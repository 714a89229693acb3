<?php
/**
 * A double of WP Activity Log as the plugin sees it: its main class, the definitions of its events,
 * its hook and its two tables.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting, Generic.Files.OneObjectStructurePerFile,
// Universal.Files.SeparateFunctionsFromOO

namespace WSAL\Controllers {
	class Alert {
		public static function get_alert( $code ) {
			$known = array(
				1002 => array(
					'code'       => 1002,
					'severity'   => 10,
					'message'    => 'User <strong>%Username%</strong> failed to log in.%LineBreak%%Attempts% attempts',
					'metadata'   => array( 'Reason &amp; cause' => '%Reason%', 'Nothing' => '%Missing%' ),
					'object'     => 'user',
					'event_type' => 'failed-login',
				),
				2002 => array(
					'code'       => 2002,
					'severity'   => 15,
					'message'    => 'Modified the post %PostTitle%, 100%% by %Author->Name%',
					'metadata'   => array(),
					'object'     => 'post',
					'event_type' => 'modified',
				),
				2023 => array(
					'code'       => 2023,
					'severity'   => 10,
					'message'    => 'Created the category %CategoryName%.',
					// A detail without percent signs is the name of a value.
					'metadata'   => array( 'Slug' => 'Slug', 'Author' => 'Author->Name', 'Nothing' => 'Missing' ),
					'object'     => 'category',
					'event_type' => 'created',
				),
				// The form in which definitions of inactive plugins come.
				9001 => array( 9001, 6, 'Product', 'Changed the product %Name%', array( 'Price' => '%Price%' ), array(), 'product', 'modified' ),
			);
			return $known[ $code ] ?? false;
		}
	}
}

namespace {
	class WpSecurityAuditLog {}

	/** Logs an event, as the last step of the plugin's own logger does. */
	function log_event( $code, $data ) {
		do_action( 'wsal_logged_alert', null, $code, $data + array( 'Timestamp' => sprintf( '%.6F', microtime( true ) ) ), null, 1 );
	}

	/**
	 * Logs an event as the plugin itself does: a row with its time, then its metadata, then the hook,
	 * without the time.
	 *
	 * @param int   $code     Its code.
	 * @param array $metadata Its metadata; if empty, the hook follows the row at once.
	 */
	function log_stored_event( $code, $metadata ) {
		global $wpdb;
		$wpdb->query( $wpdb->prepare( "REPLACE INTO `wp_wsal_occurrences` (site_id, alert_id, created_on, severity, user_id) VALUES (1, %d, %f, '250', 7)", $code, Goal_Sender\microtime( true ) ) );
		$id     = $wpdb->insert_id;
		$values = array();
		foreach ( $metadata as $name => $value ) {
			$values[] = $wpdb->prepare( '(%d, %s, %s)', $id, $name, $value );
		}
		if ( $values ) {
			$wpdb->query( 'INSERT INTO `wp_wsal_metadata` (`occurrence_id`, `name`, `value`) VALUES ' . implode( ',', $values ) );
		}
		do_action( 'wsal_logged_alert', null, $code, $metadata + array( 'CurrentUserID' => 7, 'Severity' => 250 ), null, 1 );
	}

	/**
	 * Creates its tables with this number of past events, one a minute up to an hour ago, and fills
	 * the last columns as the plugin does.
	 */
	function fill_past_log( $count ) {
		global $wpdb;
		$wpdb->query( 'DROP TABLE IF EXISTS wp_wsal_occurrences' );
		$wpdb->query( 'DROP TABLE IF EXISTS wp_wsal_metadata' );
		$texts = implode( ', ', array_map( fn( $name ) => "$name varchar(255) NOT NULL DEFAULT ''", array( 'client_ip', 'severity', 'object', 'event_type', 'user_agent', 'user_roles', 'session_id', 'post_status', 'post_type' ) ) );
		$wpdb->query( "CREATE TABLE wp_wsal_occurrences (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, site_id bigint NOT NULL, alert_id bigint NOT NULL, created_on double NOT NULL, $texts, username varchar(255), user_id bigint, post_id bigint NOT NULL DEFAULT 0, KEY (created_on))" );
		$wpdb->query( 'CREATE TABLE wp_wsal_metadata (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, occurrence_id bigint NOT NULL, name varchar(100) NOT NULL, value longtext NOT NULL, KEY (occurrence_id))' );
		$start = time() - HOUR_IN_SECONDS - 60 * $count;
		foreach ( array_chunk( array_slice( range( 0, $count ), 1 ), 500 ) as $numbers ) {
			$rows = array_map( fn( $number ) => '(1, 2002, ' . ( $start + 60 * $number + 0.125 ) . ", '250', 'post', 'modified', NULL, 7, $number)", $numbers );
			$wpdb->query( 'INSERT INTO wp_wsal_occurrences (site_id, alert_id, created_on, severity, object, event_type, username, user_id, post_id) VALUES ' . implode( ', ', $rows ) );
		}
		$wpdb->query( "INSERT INTO wp_wsal_metadata (occurrence_id, name, value) SELECT id, 'PostTitle', CONCAT('Post ', id) FROM wp_wsal_occurrences" );
	}
}
