import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { at, run } from './processes.mjs';

/** Programs that the tests need: how to find each, its Debian packages, and how to install it. */
const needs = [
  // These run the WordPress plugin; Python unpacks its database.
  program('python3'),
  {
    what: 'PHP with its extension for SQLite',
    find: () =>
      spawnSync('php', ['-r', 'exit((int) !extension_loaded("pdo_sqlite"));']).status === 0 ? 'php' : undefined,
    packages: ['php-cli', 'php-sqlite3'],
    command: 'sudo apt-get install -y php-cli php-sqlite3',
  },
  {
    what: 'a Redis server',
    find: () => inPath('redis-server').find(runs),
    packages: ['redis-server'],
    command: process.platform === 'darwin' ? 'brew install redis' : 'sudo apt-get install -y redis-server',
  },
  {
    what: 'Chromium',
    find: findBrowser,
    packages: ['chromium'],
    command:
      process.platform === 'linux'
        ? 'sudo apt-get install -y chromium'
        : 'npx playwright install chromium (in the folder e2e)',
  },
];

/** More for `npm run test:all`: for the samples of the documentation, and WordPress. */
const needsOfAll = [
  program('bash'),
  program('curl'),
  {
    what: 'the package cryptography of Python',
    find: () => (spawnSync('python3', ['-c', 'import cryptography']).status === 0 ? 'python3' : undefined),
    packages: ['python3-cryptography'],
    command: 'sudo apt-get install -y python3-cryptography',
  },
  {
    what: 'PHP with its extension for MySQL',
    find: () => (spawnSync('php', ['-r', 'exit((int) !extension_loaded("mysqli"));']).status === 0 ? 'php' : undefined),
    packages: ['php-cli', 'php-mysql'],
    command: 'sudo apt-get install -y php-cli php-mysql',
  },
  {
    what: 'MariaDB server',
    find: () => ['/usr/sbin/mariadbd'].find((file) => existsSync(file)),
    packages: ['mariadb-server'],
    command: 'sudo apt-get install -y mariadb-server',
  },
];

/** Debian's module of Go that the Go program of the guide «Verify the log» imports. */
const goModule = '/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog';
const syslogNgLibraries = ['libivykis0', 'libnet1', 'libjson-c5', 'libwrap0', 'libpcre3'];
const swiftServers = ['proxy', 'account', 'container', 'object'];

/** Debian's LemonLDAP::NG needs these to run without a web server; apt knows no reason for some. */
const lemonldap = {
  packages: [
    'liblemonldap-ng-portal-perl',
    'libplack-perl',
    'libgd-securityimage-perl',
    'libimage-magick-perl',
    'libstring-random-perl',
  ],
  modules: ['Lemonldap::NG::Portal', 'Plack', 'GD::SecurityImage', 'Image::Magick', 'String::Random'],
};

/** More for the long run. */
const needsOfLongRun = [
  {
    what: "Debian's PostgreSQL 15 server",
    find: () => ['/usr/lib/postgresql/15/bin/postgres'].find((file) => existsSync(file)),
    packages: ['postgresql-15'],
    command: 'sudo apt-get install -y postgresql-15',
  },
  {
    what: "Debian's Galera",
    find: () => ['/usr/lib/galera/libgalera_smm.so'].find((file) => existsSync(file)),
    packages: ['galera-4'],
    command: 'sudo apt-get install -y galera-4',
  },
  {
    what: "Debian's LemonLDAP::NG, a provider of single sign-on",
    find: () => inPath('plackup').find((file) => runs(file) && hasModules(lemonldap.modules)),
    packages: lemonldap.packages,
    command: `sudo apt-get install -y --no-install-recommends ${lemonldap.packages.join(' ')}`,
  },
  {
    what: "Debian's glewlwyd, a provider of single sign-on",
    find: () => inPath('glewlwyd').find((file) => runs(file) && inPath('sqlite3').some(runs)),
    packages: ['glewlwyd', 'sqlite3'],
    command: 'sudo apt-get install -y --no-install-recommends glewlwyd sqlite3',
  },
  {
    what: "Debian's Go with golang.org/x/mod",
    find: () => (existsSync(goModule) ? inPath('go').find(runs) : undefined),
    packages: ['golang-go', 'golang-golang-x-mod-dev'],
    command: 'sudo apt-get install -y golang-go golang-golang-x-mod-dev',
  },
  {
    // Another browser prints the report, and its text is read.
    what: "Debian's Firefox, and pdftotext",
    find: () => (['firefox-esr', 'pdftotext'].every((name) => inPath(name).some(runs)) ? 'firefox-esr' : undefined),
    packages: ['firefox-esr', 'poppler-utils'],
    command: 'sudo apt-get install -y firefox-esr poppler-utils',
  },
  {
    what: "Debian's rsyslog with its driver for GnuTLS",
    find: () => ['/usr/lib/x86_64-linux-gnu/rsyslog', '/usr/lib/aarch64-linux-gnu/rsyslog'].find(hasGnuTls),
    packages: ['rsyslog', 'rsyslog-gnutls'],
    command: 'sudo apt-get install -y rsyslog rsyslog-gnutls',
  },
  // These stand in front of the service as docs/operations/proxies sets them up.
  ...[
    ['nginx', '/usr/sbin/nginx', 'nginx-light'],
    ['HAProxy', '/usr/sbin/haproxy', 'haproxy'],
    ['Caddy', '/usr/bin/caddy', 'caddy'],
    ['Apache', '/usr/sbin/apache2', 'apache2-bin'],
  ].map(([what, file, debian]) => ({
    what: `Debian's ${what}`,
    find: () => (runs(file) ? file : undefined),
    packages: [debian],
    command: `sudo apt-get install -y --no-install-recommends ${debian}`,
  })),
  {
    // Its package cannot be installed beside that of rsyslog: a test unpacks it.
    what: "the libraries of Debian's syslog-ng",
    find: () => ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].find(hasLibrariesOfSyslogNg),
    packages: syslogNgLibraries,
    command: `sudo apt-get install -y ${syslogNgLibraries.join(' ')}`,
  },
  {
    what: "Debian's OpenStack Swift, a store that speaks S3",
    find: () => (swiftServers.map((name) => `/usr/bin/swift-${name}-server`).every(runs) ? '/usr/bin' : undefined),
    packages: swiftServers.map((name) => `swift-${name}`),
    command: `sudo apt-get install -y --no-install-recommends ${swiftServers.map((name) => `swift-${name}`).join(' ')}`,
  },
];

function hasLibrariesOfSyslogNg(folder) {
  return ['libivykis.so.0', 'libnet.so.1', 'libjson-c.so.5', 'libwrap.so.0'].every((name) =>
    existsSync(path.join(folder, name)),
  );
}

const hasModules = (modules) => spawnSync('perl', [...modules.map((name) => `-M${name}`), '-e', '1']).status === 0;

function hasGnuTls(folder) {
  return existsSync('/usr/sbin/rsyslogd') && existsSync(path.join(folder, 'lmnsd_gtls.so'));
}

/** Debian's package of a Chromium without windows, and its program. */
const headlessShell = 'chromium-headless-shell';

/** A system program, whose Debian package has its name. */
function program(name) {
  const command = `sudo apt-get install -y ${name}`;
  return { what: name, find: () => inPath(name).find(runs), packages: [name], command };
}

/** Looks for each need; as root, installs what is missing. Resolves to `{ name, ok }` of each. */
export async function meetNeeds() {
  const results = [];
  const run = process.env.GOAL_TEST_RUN ?? '';
  const besides = run === 'test' ? [] : run === 'long' ? [...needsOfAll, ...needsOfLongRun] : needsOfAll;
  for (const need of [...needs, ...besides]) {
    // First, so that a machine without any browser installs this one alone.
    if (need.find === findBrowser) await preferHeadlessShell();
    if (need.find() === undefined && process.getuid?.() === 0) await aptInstall(need.packages);
    const ok = need.find() !== undefined;
    console.log(ok ? `✓ ${need.what}` : `✗ ${need.what} is missing; this installs it: ${need.command}`);
    results.push({ name: need.what, ok });
  }
  return results;
}

/** Prefers Chromium without windows: the journeys take a fifth less processor time in it. */
async function preferHeadlessShell() {
  const asked = process.env.CHROMIUM_PATH ?? '';
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || asked !== '' || inPath(headlessShell).some(runs))
    return;
  await run('apt-get', ['install', '-y', '--no-install-recommends', headlessShell], { output: 'capture' });
}

/** The path of a Chromium: CHROMIUM_PATH, the system's, or Playwright's own; else undefined. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH ?? '', ...systemBrowsers()].find(runs) ?? playwrightBrowser().find(runs);
}

function systemBrowsers() {
  if (process.platform === 'darwin') return ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
  return [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(inPath);
}

/** The paths at which a program of this name could be. */
function inPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...new Set([...folders, '/usr/bin'])].map((folder) => path.join(folder, name));
}

function playwrightBrowser() {
  try {
    return [createRequire(at('e2e/package.json'))('@playwright/test').chromium.executablePath()];
  } catch {
    // Not installed yet, or not available for this system.
    return [];
  }
}

function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function aptInstall(names) {
  console.error(`installing ${names.join(' and ')} …`);
  // RUNLEVEL=1 keeps the package from starting a service: the tests start the program themselves.
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...names], options);
  // A machine on which apt never ran has no package lists.
  if ((await install()).code !== 0 && (await run('apt-get', ['update'], options)).code === 0) await install();
}
