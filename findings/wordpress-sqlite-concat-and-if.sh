#!/usr/bin/env bash
# SQLite Database Integration, the driver with which WordPress Playground and small hosts run
# WordPress on SQLite, translates MySQL's statements. CONCAT() becomes SQLite's operator ||, which
# binds more closely than + and -, and an argument gets no parentheses of its own.
#
# Expected, as MySQL and MariaDB answer: CONCAT(1 + 2, ' apples') is '3 apples', IF(1 = 1, 'yes',
# 'no') is 'yes', LENGTH('é') is 2 bytes.
# Seen with 3.0.2, in @wp-playground/cli 3.1.56, under PHP with pdo_sqlite: '3', 'no' and 1, without
# an error. Parentheses help (CONCAT((1 + 2), …)), as does CASE WHEN in place of IF().
set -euo pipefail
php -r 'exit((int) !extension_loaded("pdo_sqlite"));' || apt-get install -y --no-install-recommends php-cli php-sqlite3 >/dev/null
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
npm pack --silent @wp-playground/cli@3.1.56 >/dev/null
tar xzf wp-playground-cli-3.1.56.tgz package/sqlite-database-integration.zip
python3 -m zipfile -e package/sqlite-database-integration.zip .

cat >ask.php <<'PHP'
<?php
require getcwd() . '/plugin-sqlite-database-integration/wp-includes/database/load.php';
echo 'driver ', SQLITE_DRIVER_VERSION, "\n";
$driver = new WP_MySQL_On_SQLite( 'mysql-on-sqlite:path=:memory:;dbname=wordpress' );
$asked  = array(
	"CONCAT(1 + 2, ' apples')"   => array( '3 apples', '3' ),
	"CONCAT('total ', 10 - 3)"   => array( 'total 7', '-3' ),
	"CONCAT((1 + 2), ' apples')" => array( '3 apples', '3 apples' ),
	"IF(1 = 1, 'yes', 'no')"     => array( 'yes', 'no' ),
	"LENGTH('é')"                => array( '2', '1' ),
);
foreach ( $asked as $expression => list( $expected, $seen ) ) {
	$answer = (string) $driver->query( "SELECT $expression" )->fetchColumn();
	printf( "%-28s expected %-12s seen %s\n", $expression, "«{$expected}»", "«{$answer}»" );
	if ( $answer !== $seen ) {
		fwrite( STDERR, "changed: $expression\n" );
		exit( 1 );
	}
}
PHP
php ask.php
echo 'as seen: no error, and another answer than MySQL gives'
