<?php
/**
 * Plugin Name:       Goal Sender
 * Description:       Sends the events of WP Activity Log to a Goal audit-log service, where nobody who breaks into this site can change them.
 * Version:           1.4.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * Author:            Goal
 * License:           GPLv2 or later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       goal-sender
 * Domain Path:       /languages
 * Network:           true
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

require_once __DIR__ . '/includes/load.php';

register_activation_hook( __FILE__, array( Plugin::class, 'activate' ) );
register_deactivation_hook( __FILE__, array( Plugin::class, 'deactivate' ) );
( new Plugin() )->listen();
if ( is_admin() ) {
	( new Admin() )->listen();
	( new Notices() )->listen();
	( new Privacy() )->listen();
}
add_action( Self_Call::HOOK, array( Self_Call::class, 'answer' ) );
