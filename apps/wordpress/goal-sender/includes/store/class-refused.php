<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The database refused a statement. `$wpdb` answers false or null then, which it also does where
 * there is nothing; this exception keeps the two apart.
 */
final class Refused extends \RuntimeException {}
