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

/** The folders that hold the classes; '.' is this one. */
const FLOORS = array( '.', 'event', 'queue', 'send', 'store', 'screen' );

spl_autoload_register(
	static function ( string $name ) {
		if ( 0 === strpos( $name, __NAMESPACE__ . '\\' ) ) {
			$word = strtolower( str_replace( '_', '-', substr( $name, strlen( __NAMESPACE__ ) + 1 ) ) );
			foreach ( FLOORS as $floor ) {
				if ( is_file( __DIR__ . "/$floor/class-$word.php" ) ) {
					require __DIR__ . "/$floor/class-$word.php";
					return;
				}
			}
		}
	}
);
