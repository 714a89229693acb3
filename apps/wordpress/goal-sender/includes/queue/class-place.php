<?php
namespace Goal_Sender;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Tells the site for which the plugin was set up from a copy of it, which has the same database and
 * so the same key. A site is its home address and the environment type of WordPress. At another
 * address, or where WordPress calls the site local, development or staging and did not before,
 * nothing is sent until a person has said whether the site was moved or is a copy. The scheme and
 * `www.` make another address only together with another folder or database: a site gets a
 * certificate, and a copy may lack one.
 *
 * Events that are queued meanwhile carry the mark of the place. So they are told from others even
 * if the copy has not its own database but that of the site. Each method throws Refused.
 */
final class Place {

	/**
	 * What is remembered: `home`, `environment`, `installation`, `key` (the part that may be shown),
	 * `is_sure`, `copies` (since when, in Unix seconds, by name) and `others` (names of places that
	 * have queued events).
	 */
	const OPTION = 'goal_sender_place';

	/** How many other places are remembered. */
	const REMEMBERED = 20;

	/** What is remembered; an empty array before the plugin was set up. */
	private array $stored;

	/** The address of this place; empty if it is not known. */
	private string $home;

	/** The environment type of this place. */
	private string $environment;

	/** Finds out where this process runs, and what is remembered. */
	public static function load(): self {
		$place              = new self();
		$place->stored      = (array) Options::fresh( self::OPTION, array() );
		$place->home        = '' === self::normal( self::home() ) ? '' : rtrim( strtolower( trim( self::home() ) ), '/' );
		$place->environment = wp_get_environment_type();
		return $place;
	}

	/** The name of this place, such as `https://shop.example.com (staging)`. */
	public function name(): string {
		return self::named( $this->home, $this->environment );
	}

	/** The name of the place for which the plugin was set up. */
	public function home_name(): string {
		return self::named( $this->stored['home'] ?? '', $this->stored['environment'] ?? 'production' );
	}

	/** Whether the plugin was set up for another place, so that nothing may be sent. */
	public function is_other(): bool {
		if ( ! isset( $this->stored['home'] ) || '' === $this->home ) {
			return false;
		}
		return self::normal( $this->stored['home'] ) !== self::normal( $this->home )
			|| ( 'production' !== $this->environment && $this->stored['environment'] !== $this->environment )
			|| ( $this->stored['home'] !== $this->home && self::installation() !== ( $this->stored['installation'] ?? '' ) );
	}

	/** Whether a person has said that this place is a copy. */
	public function is_copy(): bool {
		return $this->is_other() && isset( $this->stored['copies'][ $this->name() ] );
	}

	/** Whether a person should confirm that this is the site as which it reports. */
	public function is_doubtful(): bool {
		return isset( $this->stored['home'] ) && ! $this->is_other() && ! $this->stored['is_sure'];
	}

	/** Whether these settings have another key than the site of which this is a copy. */
	public function has_own_key( Settings $settings ): bool {
		return $settings->key_hint() !== ( $this->stored['key'] ?? '' );
	}

	/** The mark of events that this place queues while it is another one. */
	public function mark(): int {
		return Marked::mark( $this->name() );
	}

	/**
	 * Remembers this place as the one for which the plugin is set up.
	 *
	 * @param Settings $settings The settings with which it reports.
	 */
	public function remember( Settings $settings, bool $is_sure = true ) {
		$this->store(
			array(
				'home'         => $this->home,
				'environment'  => $this->environment,
				'installation' => self::installation(),
				'key'          => $settings->key_hint(),
				'is_sure'      => $is_sure,
				'copies'       => array_diff_key( $this->stored['copies'] ?? array(), array( $this->name() => 0 ) ),
				'others'       => array_values( array_diff( $this->others(), array( $this->name() ) ) ),
			)
		);
	}

	/**
	 * Remembers this place if none is remembered yet, after an update from a version that did not. It
	 * may be a copy already: if WordPress says so, or if it reports as another domain, a person is
	 * asked, and events are sent meanwhile, as before.
	 */
	public function adopt( Settings $settings ) {
		if ( ! isset( $this->stored['home'] ) && $settings->is_complete() ) {
			$host = Settings::normal_domain( $this->home );
			$this->remember( $settings, 'production' === $this->environment && self::normal( "https://$host" ) === self::normal( "https://$settings->domain" ) );
		}
	}

	/** Remembers that this place, which is another one, has queued events. */
	public function note() {
		if ( ! in_array( $this->name(), $this->others(), true ) ) {
			$this->store( array( 'others' => array_slice( array_merge( $this->others(), array( $this->name() ) ), -self::REMEMBERED ) ) );
		}
	}

	/** The other places that have queued events here. */
	public function others(): array {
		return $this->stored['others'] ?? array();
	}

	/**
	 * A person has said that the site was moved here, or that the other places are names of this site:
	 * all events that wait are its own. What it logged while it counted as a copy can be imported.
	 */
	public function moved( Settings $settings ) {
		$this->end_copy( $settings );
		$this->store( array( 'others' => array() ) );
		Marked::release();
	}

	/**
	 * A person has given this copy a key of its own: it is a site of its own from now on. The events
	 * that came with the database are those of the other site, which has them too.
	 */
	public function become_own( Settings $settings ) {
		$this->end_copy( $settings );
		Marked::drop_others();
		Marked::release( $this->mark() );
		foreach ( array( State::OPTION, Notices::SEEN_OPTION, Import::OPTION ) as $name ) {
			Options::delete( $name );
		}
	}

	/** Remembers this place as the site, and lets an import fetch what it logged as a copy. */
	private function end_copy( Settings $settings ) {
		$since = $this->stored['copies'][ $this->name() ] ?? null;
		$this->remember( $settings );
		if ( null !== $since ) {
			Import::offer( $since, time() + 1 );
		}
	}

	/**
	 * A person has said that this place is a copy, or that the other places are: drops the events that
	 * the copies queued.
	 */
	public function copied( Settings $settings ) {
		if ( $this->is_doubtful() ) {
			// It was taken for the site after an update; the site is the one whose domain it has.
			$this->store(
				array(
					'home'        => 'https://' . $settings->domain,
					'environment' => 'production',
				)
			);
		}
		$names = $this->is_other() ? array( $this->name() ) : $this->others();
		$this->store(
			array(
				'is_sure' => true,
				'copies'  => array_slice( array_fill_keys( $names, time() ) + ( $this->stored['copies'] ?? array() ), 0, self::REMEMBERED ),
				'others'  => array_values( array_diff( $this->others(), $names ) ),
			)
		);
		Marked::drop( $this->is_other() ? $this->mark() : null );
	}

	/** Changes some of what is remembered. */
	private function store( array $changes ) {
		$this->stored = $changes + $this->stored;
		Options::set( self::OPTION, $this->stored );
	}

	/** A name for people. */
	private static function named( string $address, string $environment ): string {
		return 'production' === $environment ? $address : "$address ($environment)";
	}

	/**
	 * The home address, as the database or wp-config.php has it: the filters of WordPress may change
	 * it with the language or the domain of a visit.
	 */
	private static function home(): string {
		$is_network = is_multisite();
		$constant   = $is_network ? 'DOMAIN_CURRENT_SITE' : 'WP_HOME';
		if ( defined( $constant ) && ! self::follows_visitors() ) {
			return $is_network ? 'https://' . DOMAIN_CURRENT_SITE . ( defined( 'PATH_CURRENT_SITE' ) ? PATH_CURRENT_SITE : '/' ) : (string) WP_HOME;
		}
		if ( $is_network ) {
			$network = get_network( get_current_network_id() );
			return $network ? 'https://' . $network->domain . $network->path : '';
		}
		return (string) Options::get( 'home', '' );
	}

	/**
	 * Whether wp-config.php takes the address from each request, as that of some hosts does. Then a
	 * visitor chooses it, and it says nothing about the place.
	 */
	private static function follows_visitors(): bool {
		foreach ( array( ABSPATH, dirname( ABSPATH ) . '/' ) as $folder ) {
			if ( is_readable( $folder . 'wp-config.php' ) ) {
				return 1 === preg_match( '/HTTP_HOST|SERVER_NAME|HTTP_X_FORWARDED_HOST/', php_strip_whitespace( $folder . 'wp-config.php' ) );
			}
		}
		return false;
	}

	/** The folder and the database of this installation, without telling them. */
	private static function installation(): string {
		return md5( ABSPATH . ( defined( 'DB_HOST' ) ? DB_HOST : '' ) . DB_NAME );
	}

	/**
	 * An address without the scheme and its port, `www.`, capitals, and slashes at the end. Empty if
	 * it is none.
	 */
	public static function normal( string $url ): string {
		$parts = wp_parse_url( trim( $url ) );
		if ( empty( $parts['host'] ) ) {
			return '';
		}
		$port = $parts['port'] ?? 443;
		return preg_replace( '/^www\./', '', rtrim( strtolower( $parts['host'] ), '.' ) )
			. ( in_array( $port, array( 80, 443 ), true ) ? '' : ":$port" ) . rtrim( strtolower( $parts['path'] ?? '' ), '/' );
	}
}
