import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

import { freePort, until } from '@goal/db/testing';

/** Debian's OpenStack Swift, which speaks S3 and judges its signatures. */
export type Swift = {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop: () => void;
};

const region = 'us-east-1';
const secret = 'a-secret/of+the=archive';
const device = 'one';
const services = ['object', 'container', 'account'] as const;

/** Starts its four servers on free ports. Objects stay in memory, lists in a folder. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(path.join(tmpdir(), 'goal-swift-'));
  const children: ChildProcess[] = [];
  const stop = (): void => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    mkdirSync(path.join(folder, device));
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    const [proxyPort = 0, ...servicePorts] = ports;
    services.forEach((name, at) => {
      const port = servicePorts[at] ?? 0;
      makeRing(folder, name, port);
      write(folder, name, serviceSettings(folder, name, port));
    });
    write(folder, 'proxy', proxySettings(folder, proxyPort));
    for (const name of [...services, 'proxy'])
      children.push(spawn(`/usr/bin/swift-${name}-server`, [path.join(folder, `${name}.conf`)], { stdio: 'ignore' }));
    const endpoint = `http://127.0.0.1:${proxyPort}`;
    const isUp = (port: number): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    await until(async () => (await Promise.all(ports.map(isUp))).every(Boolean));
    return { endpoint, region, accessKeyId: 'goal:archive', secretAccessKey: secret, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

const write = (folder: string, name: string, text: string): void =>
  writeFileSync(path.join(folder, `${name}.conf`), text);

/** Makes the ring that leads to the one server of a service. */
function makeRing(folder: string, name: string, port: number): void {
  const place = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--device', device, '--weight', '1'];
  for (const args of [['create', '1', '1', '1'], ['add', ...place, '--port', String(port)], ['rebalance']]) {
    const { status, stdout } = spawnSync('/usr/bin/swift-ring-builder', [`${name}.builder`, ...args], { cwd: folder });
    if (status !== 0) throw new Error(`swift-ring-builder: ${String(stdout)}`);
  }
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
workers = 0
swift_dir = ${folder}
devices = ${folder}
mount_check = false
log_address = ${path.join(folder, 'no-log')}
`;

const serviceSettings = (folder: string, name: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name === 'object' ? 'mem_object' : name}
`;

const proxySettings = (folder: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_goal_archive = ${secret} .admin
[filter:slo]
use = egg:swift#slo
`;
