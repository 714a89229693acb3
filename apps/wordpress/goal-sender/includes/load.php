<?php
/**
 * Loads the classes of the plugin; does nothing by itself.
 *
 * @package Goal_Sender
 */

namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

const VERSION = '1.4.0';

spl_autoload_register(
	static function ( string $name ) {
		if ( 0 === strpos( $name, __NAMESPACE__ . '\\' ) ) {
			$word = strtolower( str_replace( '_', '-', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) );
			$file = __DIR__ . '/class-' . $word . '.php';
			if ( is_file( $file ) ) {
				require $file;
			}
		}
	}
);
