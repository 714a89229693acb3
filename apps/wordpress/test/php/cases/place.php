<?php
/**
 * Copies of a site, and sites that were moved.
 *
 * @package Goal_Sender
 */

// phpcs:disable WordPress, Squiz.Commenting

use Goal_Sender\Import;
use Goal_Sender\Marked;
use Goal_Sender\Place;
use Goal_Sender\Queue;
use Goal_Sender\State;

/** A site that has sent, whose one waiting event is named `before`. */
function site_in_use() {
	tick();
	log_titled( 'before' );
}

/** Logs an event in a page of its own. */
function log_titled( ...$titles ) {
	foreach ( $titles as $title ) {
		$plugin = new Goal_Sender\Plugin();
		$plugin->on_alert( null, 2002, array( 'PostTitle' => $title, 'Timestamp' => sprintf( '%.6F', Goal_Sender\microtime( true ) ) ), null, 1 );
		$plugin->on_shutdown();
	}
}

/** The titles of the events that were sent. */
function titles() {
	return array_map( fn( $message ) => preg_replace( '/^Modified the post (.*), 100% by.*$/s', '$1', $message ), array_column( all_sent(), 'message' ) );
}

/** The names of all events in the table. */
function names_in_table() {
	return array_column( $GLOBALS['wpdb']->get_results( 'SELECT body FROM wp_goal_sender_queue ORDER BY id' ), 'body' );
}

const COPY_HOME = 'https://staging.shop.test';

return array(
	'a copy at another address sends nothing and asks; as a copy it drops what it logged, logs no more, and never reports to the site' => function () {
		site_in_use();
		move_to( COPY_HOME );
		log_titled( 'test 1', 'test 2' );
		answers( accepts(), accepts() );
		tick( 60 );
		same( array( array(), 1 ), array( titles(), count( $GLOBALS['world']['posts'] ) ), 'the page before the copy called itself' );
		holds( 'Goal Sender was set up for https://shop.test, but this is https://staging.shop.test. Nothing is sent until you say whether the site was moved or is a copy. 3 events wait meanwhile.', notices() );
		holds( 'set up for https://shop.test, but this is https://staging.shop.test. Nothing is sent until you say whether the site was moved or is a copy. Sent: 0 events. Waiting: 3 events.', press( 'retry' )[1] );
		holds( 'set up for https://shop.test', press( 'test' )[1] );
		holds( 'set up for https://shop.test', press( 'import' )[1] );
		holds( 'Nothing was saved.', press( 'save', array( 'address' => 'https://goal.test', 'domain' => '', 'key' => OTHER_KEY ) )[1] );
		list( $kind, $said ) = press( 'copied' );
		same( 'success', $kind );
		holds( 'This site, https://staging.shop.test, is a copy of https://shop.test: it sends nothing.', $said );
		same( 1, count( names_in_table() ) );
		log_titled( 'test 3' );
		tick( 60 );
		same( array( 1, array() ), array( count( names_in_table() ), sent() ) );
		same( '', notices() );
		holds( 'is a copy of https://shop.test', page() );
		Goal_Sender\Uninstall::run();
		same( array( array(), true ), array( sent(), empty( $GLOBALS['world']['mails'] ) ) );
	},
	'deleting the plugin on a site of which nobody has said whether it was moved tells its administrator what waited, and the service nothing' => function () {
		site_in_use();
		move_to( COPY_HOME );
		log_titled( 'after' );
		$GLOBALS['world']['capabilities'] = array( 'manage_options' );
		holds( '2 events are still waiting', printed( array( new Goal_Sender\Notices(), 'show_waiting' ) ) );
		Goal_Sender\Uninstall::run();
		same( array(), sent() );
		holds( '2 events had not been sent', $GLOBALS['world']['mails'][0] );
	},
	'a site that was moved loses nothing, whenever its owner says so, and in a network as well' => function () {
		foreach ( array( false, true ) as $is_network ) {
			fresh_site();
			$GLOBALS['world']['multisite'] = $is_network;
			$settings                      = Goal_Sender\Settings::load();
			$settings->address             = 'https://goal.test/v1/goal';
			$settings->key                 = OTHER_KEY;
			$settings->save();
			Goal_Sender\Ip::choose( 'off' );
			site_in_use();
			move_to( 'https://new.test/blog' );
			log_titled( 'after 1' );
			$GLOBALS['world']['later'] += 9 * DAY_IN_SECONDS;
			log_titled( 'after 2' );
			tick();
			holds( 'set up for https://shop.test, but this is https://new.test/blog.', notices() );
			answers( accepts(), accepts(), accepts() );
			same( array( 'info', 'Sent: 3 events. Waiting: 0 events.' ), press( 'moved' ) );
			same( array( 'before', 'after 1', 'after 2' ), titles() );
			same( '', notices() );
			log_titled( 'after 3' );
			tick( 60 );
			same( 'after 3', last_of( titles() ) );
			same( 0, State::load()->get( 'dropped' ) );
			$GLOBALS['world']['multisite'] = false;
		}
	},
	'the scheme, the port of the scheme, www., capitals and a slash at the end make no other site where the installation is the same; another host, port or folder does' => function () {
		$homes = array(
			'http://shop.test'      => false,
			'https://www.shop.test' => false,
			'https://Shop.Test/'    => false,
			'http://shop.test:80'   => false,
			'https://shop.test:443' => false,
			'https://shop.test:8443' => true,
			'https://shop.test/copy' => true,
			'https://www2.shop.test' => true,
			'https://shop.test.local' => true,
			'http://localhost'      => true,
		);
		tick();
		foreach ( $homes as $home => $is_other ) {
			move_to( $home );
			same( $is_other, Place::load()->is_other(), $home );
		}
	},
	'a copy whose address differs only in the scheme or www. is told by its folder or database; the site itself may move there under its own address' => function () {
		site_in_use();
		$place = Goal_Sender\Options::get( Place::OPTION );
		Goal_Sender\Options::set( Place::OPTION, array( 'installation' => md5( 'another folder' ) ) + $place );
		foreach ( array( 'https://shop.test' => false, 'https://Shop.test/' => false, 'http://shop.test' => true, 'https://www.shop.test' => true ) as $home => $is_other ) {
			move_to( $home );
			same( $is_other, Place::load()->is_other(), $home );
		}
		holds( 'set up for https://shop.test, but this is https://www.shop.test.', notices() );
		answers( accepts() );
		same( 'Sent: 1 event. Waiting: 0 events.', press( 'moved' )[1] );
		same( '', notices() );
	},
	'a home address that cannot be read holds up nothing' => function () {
		site_in_use();
		foreach ( array( '', 'nowhere' ) as $home ) {
			move_to( $home );
			same( false, Place::load()->is_other() );
		}
	},
	'where WordPress calls the site local, development or staging and did not before, it asks as well, and names that; back in production it does not' => function () {
		site_in_use();
		foreach ( array( 'local', 'development', 'staging' ) as $type ) {
			move_to( 'https://shop.test', $type );
			holds( "set up for https://shop.test, but this is https://shop.test ($type).", notices() );
			holds( "WordPress calls this site «{$type}»: register it as a site of its own", page() );
			answers( accepts() );
			tick( 60 );
			same( array(), sent() );
		}
		press( 'moved' );
		move_to( 'https://shop.test' );
		same( '', notices() );
		lacks( 'WordPress calls', page() );
	},
	'a copy becomes a site of its own with a key of its own, and sends what it logs from then on' => function () {
		site_in_use();
		State::load()->dropped( 1, 1795290000, 1795290000 );
		move_to( COPY_HOME );
		log_titled( 'test' );
		press( 'copied' );
		$save = fn( $key ) => press( 'save', array( 'address' => 'https://goal.test', 'domain' => 'staging.shop.test', 'key' => $key ) );
		same( 'error', $save( '' )[0] );
		holds( 'enter its domain and its own key. Nothing was saved.', $save( '' )[1] );
		answers( answer( 401, array( 'error' => 'invalid token' ) ) );
		same( 'error', $save( OTHER_KEY )[0] );
		log_titled( 'lost to nobody' );
		answers( taken( 1 ) );
		same( 'success', $save( OTHER_KEY )[0] );
		same( 0, waiting() );
		log_titled( 'own' );
		answers( accepts(), accepts() );
		tick( 60 );
		same( 'own', last_of( titles() ) );
		same( 'staging.shop.test', last_of( $GLOBALS['world']['requests'] )[1]['headers']['X-Site-Domain'] );
		lacks( 'before', implode( ' ', titles() ) );
		same( '', notices() );
	},
	'who says by mistake that a moved site is a copy can take it back, and import what it logged meanwhile' => function () {
		fill_past_log( 0 );
		site_in_use();
		move_to( 'https://new.test' );
		update_site_option( Import::AWAY_OPTION, array( 'ranges' => array(), 'left_at' => null ) );
		press( 'copied' );
		$GLOBALS['world']['later'] += 5;
		log_stored_event( 2002, array( 'PostTitle' => 'meanwhile' ) );
		$GLOBALS['world']['later'] += 5;
		holds( 'It is no copy: send its events', page() );
		answers( accepts(), accepts() );
		press( 'moved' );
		same( array( 'before' ), titles() );
		holds( 'holds 1 event from the time', page() );
	},
	'a copy that uses the database of the site itself neither mixes its events with those of the site nor stops it' => function () {
		site_in_use();
		move_to( COPY_HOME );
		log_titled( 'test' );
		move_to( 'https://shop.test' );
		log_titled( 'after' );
		answers( accepts() );
		tick( 60 );
		same( array( 'before', 'after' ), titles() );
		holds( 'holds back 1 event that was logged at another address of this database: https://staging.shop.test.', notices() );
		press( 'retry' );
		same( 1, count( names_in_table() ) );
		press( 'copied' );
		same( array( '', array() ), array( notices(), names_in_table() ) );
		move_to( COPY_HOME );
		log_titled( 'test 2' );
		same( array( array(), true ), array( names_in_table(), Place::load()->is_copy() ) );
		holds( 'goal_live_abcd1234_', page() );
	},
	'a site that was at another address for a while can send what it logged there' => function () {
		site_in_use();
		move_to( 'https://temporary.test' );
		log_titled( 'there' );
		move_to( 'https://shop.test' );
		holds( 'Does it belong to this site?', notices() );
		answers( accepts() );
		press( 'moved' );
		same( array( 'before', 'there' ), titles() );
		same( '', notices() );
	},
	'a page that began before the answer loses no event' => function () {
		site_in_use();
		move_to( 'https://new.test' );
		$page = new Goal_Sender\Plugin();
		$log  = fn( $title ) => $page->on_alert( null, 2002, array( 'PostTitle' => $title ), null, 1 );
		$log( 'a' );
		answers( accepts(), accepts() );
		press( 'moved' );
		$log( 'b' );
		tick( 60 );
		same( array( 'before', 'a', 'b' ), titles() );
	},
	'after an update from a version that remembered no address everything is sent as before, and only a site that reports as another one is asked' => function () {
		$updated = function ( $domain, $environment ) {
			fresh_site();
			move_to( 'https://www.shop.test/blog', $environment );
			$settings         = Goal_Sender\Settings::load();
			$settings->domain = $domain;
			$settings->save();
			enqueue( 'of 1.3.0' );
			answers( accepts() );
			tick();
			same( array( 'of 1.3.0' ), messages( all_sent() ) );
		};
		$updated( 'shop.test', 'production' );
		same( '', notices() );
		foreach ( array( array( 'shop.test', 'staging' ), array( 'live.test', 'production' ) ) as list( $domain, $environment ) ) {
			$updated( $domain, $environment );
			holds( "as those of $domain. Is this a copy of that site?", notices() );
			press( 'moved' );
			same( '', notices() );
			$updated( $domain, $environment );
			same( 'success', press( 'copied' )[0] );
			log_titled( 'test' );
			tick( 60 );
			same( array( 1, true ), array( count( all_sent() ), Place::load()->is_copy() ) );
		}
	},
	'the marks of places are no moments, and the queue of a held site is bounded' => function () {
		same( true, Marked::mark( 'a' ) !== Marked::mark( 'b' ) && Marked::mark( 'b' ) >= Marked::SMALLEST && Marked::mark( 'b' ) <= 4294967295 );
		site_in_use();
		move_to( COPY_HOME );
		log_titled( 'kept' );
		fill_queue( Queue::MAX_EVENTS );
		tick();
		$GLOBALS['wpdb']->query( 'DELETE FROM wp_goal_sender_queue WHERE id > 5' );
		same( array( true, 2 ), array( count( names_in_table() ) < 5, State::load()->get( 'dropped' ) ) );
	},
);
