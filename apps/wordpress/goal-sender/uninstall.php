<?php
/**
 * Deleting the plugin: tries once more to send, reports the lost events, and removes everything.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/load.php';

Uninstall::run();
