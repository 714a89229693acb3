import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeAuthority } from '../../../../packages/sinks/test/certificates.ts';

// The proxies that Debian brings, with the files of docs/operations/proxies as they are but for
// addresses, ports and the places of certificates.

const folder = fileURLToPath(new URL('../../../../docs/operations/proxies/', import.meta.url));

/** The hosts of the files, which lead to 127.0.0.1 here. */
export const hosts = { api: 'api.example.com', dashboard: 'goal.example.com', console: 'console.example.com' } as const;

/** Where the proxy listens, and where the service does. */
export type Ports = { proxy: number; api: number; dashboard: number; console: number };

export const proxyNames = ['nginx', 'haproxy', 'caddy', 'apache'] as const;
export type ProxyName = (typeof proxyNames)[number];

const proxyPrograms: Readonly<Record<ProxyName, string>> = {
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
  apache: '/usr/sbin/apache2',
};

const apacheModules = [
  'mpm_event',
  'authz_core',
  'authz_host',
  'headers',
  'proxy',
  'proxy_http',
  'ssl',
  'socache_shmcb',
  'http2',
];
const isRoot = process.getuid?.() === 0;

/** A proxy that runs, and what a client needs to reach it. */
export type RunningProxy = { stop: () => Promise<void>; printed: () => string };

export type Certificates = { base: string; ca: string; remove: () => void };

/** A folder with a certificate for all hosts; `ca` signs it. */
export function openCertificates(): Certificates {
  const base = mkdtempSync('/tmp/goal-proxies-');
  // Programs that give up root read in it.
  chmodSync(base, 0o755);
  const authority = makeAuthority();
  const { cert, key } = authority.issue({ name: hosts.api, names: Object.values(hosts) });
  writeFileSync(path.join(base, 'fullchain.pem'), cert);
  writeFileSync(path.join(base, 'privkey.pem'), key);
  writeFileSync(path.join(base, 'goal.pem'), cert + key);
  writeFileSync(path.join(base, 'ca.pem'), authority.cert);
  return { base, ca: authority.cert, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/**
 * Starts a proxy with its file, after `change`. It runs when the file is right; whether it listens
 * is for the caller to see.
 */
export function startProxy(
  name: ProxyName,
  base: string,
  ports: Ports,
  change: (text: string) => string = (text) => text,
): RunningProxy {
  const program = proxyPrograms[name];
  if (!existsSync(program)) throw new Error(`${program} is missing (see apps/cli/bin/needs.mjs)`);
  const own = mkdtempSync(path.join(base, `${name}-`));
  chmodSync(own, 0o755);
  const args = ways[name]((file) => change(here(file, base, ports)), own, ports);
  const child = spawn(program, args, {
    cwd: own,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return { stop: () => stop(child), printed: () => said };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A file of the folder with the addresses of this machine. */
function here(file: string, base: string, { proxy, api, dashboard, console }: Ports): string {
  return readFileSync(path.join(folder, file), 'utf8')
    .replaceAll('/etc/ssl/goal', base)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${api}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${dashboard}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${console}`)
    .replaceAll('10.0.0.0/8', '127.0.0.2')
    .replaceAll('listen 443', `listen 127.0.0.1:${proxy}`)
    .replaceAll('bind :443', `bind 127.0.0.1:${proxy}`)
    .replaceAll('*:443', `*:${proxy}`)
    .replaceAll(/^((?:api|goal|console)\.example\.com) \{/gm, `$1:${proxy} {`);
}

type Way = (fileOf: (file: string) => string, own: string, ports: Ports) => string[];

/** Writes the files of each proxy into its folder; returns its arguments. */
const ways: Readonly<Record<ProxyName, Way>> = {
  nginx(fileOf, own) {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${own}/${one};`);
    writeFileSync(path.join(own, 'goal.conf'), fileOf('nginx.conf'));
    writeFileSync(
      path.join(own, 'nginx.conf'),
      `${isRoot ? 'user root;' : ''} daemon off; pid ${own}/pid; error_log stderr; events {}
       http { access_log off; ${paths.join(' ')} include ${own}/goal.conf; }`,
    );
    return ['-c', path.join(own, 'nginx.conf')];
  },
  haproxy(fileOf, own) {
    writeFileSync(path.join(own, 'haproxy.cfg'), fileOf('haproxy.cfg'));
    return ['-db', '-f', path.join(own, 'haproxy.cfg')];
  },
  caddy(fileOf, own) {
    const file = path.join(own, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${fileOf('Caddyfile')}`);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  },
  apache(fileOf, own, { proxy }) {
    const modules = apacheModules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`);
    mkdirSync(path.join(own, 'run'));
    writeFileSync(path.join(own, 'goal.conf'), fileOf('apache.conf'));
    writeFileSync(
      path.join(own, 'apache2.conf'),
      [
        `ServerRoot ${own}`,
        'ServerName localhost',
        `DefaultRuntimeDir ${own}/run`,
        `PidFile ${own}/pid`,
        `ErrorLog ${own}/error.log`,
        `Listen 127.0.0.1:${proxy} https`,
        ...modules,
        'Protocols h2 http/1.1',
        ...(isRoot ? ['User www-data', 'Group www-data'] : []),
        `Include ${own}/goal.conf`,
        '',
      ].join('\n'),
    );
    return ['-DFOREGROUND', '-f', path.join(own, 'apache2.conf')];
  },
};
