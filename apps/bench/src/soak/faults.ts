import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { serverName } from '@goal/db';

import { familyOf } from '../world/processes.ts';
import type { Service } from '../world/service.ts';
import type { SoakWorld } from './world.ts';

export type Fault = {
  name: string;
  work: (world: SoakWorld) => Promise<void>;
  /** What of a service of several processes it kills. */
  kills?: 'a process' | 'the parent';
};

const endConnections: Fault = {
  name: 'all connections to the database are ended',
  work: async ({ db }) => {
    await db.work.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1', [
      `${serverName}%`,
    ]);
  },
};
const killDatabase: Fault = {
  name: 'the database is killed (-9) and restarts',
  async work({ postmaster, instances }) {
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    // Of several processes the one that is worst off tells whether it is ready.
    await until('the service is back after its database', async () => {
      const ready = await Promise.all(instances.map((one) => one.metric('goal_ready')));
      return postmaster() !== killed && ready.every((value) => value === 1);
    });
  },
};
const beSlow: Fault = { name: '200 slow clients', work: slowClients };

/**
 * The faults of three instances, in the order in which they are caused. Each ends once everything
 * works again.
 */
const faultsOfInstances: readonly Fault[] = [
  endConnections,
  beSlow,
  {
    name: 'Redis is killed and restarted after 5 s',
    async work({ redis }) {
      await redis?.kill();
      await sleep(5000);
      await redis?.restart();
    },
  },
  {
    name: 'one of three instances is killed (-9) and restarted after 5 s',
    async work({ instances, restart }) {
      await instances[2]?.kill();
      await sleep(5000);
      await restart(2);
    },
  },
  killDatabase,
];

/** The faults of one service of several processes, in the order in which they are caused. */
const faultsOfProcesses: readonly Fault[] = [
  endConnections,
  beSlow,
  {
    name: 'one of its processes is killed (-9) and replaced',
    kills: 'a process',
    async work({ instances: [service], processes }) {
      const before = await serving(service);
      if (service === undefined || before.length !== processes) throw new Error('a process is missing');
      const replaced = service.logged(replacement);
      // The oldest: so each of them has its turn, the one that seals as well.
      process.kill(Math.min(...before), 'SIGKILL');
      await until('another process serves', () => Promise.resolve(service.logged(replacement) > replaced));
    },
  },
  {
    name: 'the parent of its processes is killed (-9) and the service restarted after 5 s',
    kills: 'the parent',
    async work({ instances: [service], restart }) {
      const before = await serving(service);
      await service?.kill();
      await until('its processes end', () => Promise.resolve(!before.some(isAlive)));
      await sleep(5000);
      await restart(0);
    },
  },
  killDatabase,
];

/** The faults of a world, in the order in which they are caused. */
export const faultsOf = ({ redis }: SoakWorld): readonly Fault[] => (redis ? faultsOfInstances : faultsOfProcesses);

const replacement = 'another process serves in its place';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process ids of a service of several processes, without its parent. */
const serving = async (service: Service | undefined): Promise<number[]> =>
  (await familyOf(service?.pid ?? 0)).map(({ pid }) => pid).filter((pid) => pid !== service?.pid);

/** Waits until something holds. Throws after a minute. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`within a minute this did not come true: ${what}`);
    await sleep(100);
  }
}

/** Sends heads and bodies that never end and leaves answers unread, for 10 s. */
async function slowClients({ origins, accountKey, sites }: SoakWorld): Promise<void> {
  const [site] = sites;
  const texts = [
    'POST /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthoriz',
    `POST /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site?.token ?? ''}\r\nX-Site-Domain: ${site?.domain ?? ''}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"events": [`,
    `GET /v1/goal/account/events/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accountKey}\r\n\r\n`,
    `GET /v1/goal/account/events?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accountKey}\r\n\r\n`.repeat(
      20,
    ),
  ];
  const sockets: Socket[] = [];
  for (let n = 0; n < 200; n += 1) {
    const { hostname, port } = new URL(origins[n % origins.length] ?? '');
    const socket = connect(Number(port), hostname);
    // The service cuts off slow clients, which is an error on their sockets.
    socket.on('error', () => {}).pause();
    socket.write(texts[n % texts.length] ?? '');
    sockets.push(socket);
  }
  await sleep(10_000);
  for (const socket of sockets) socket.destroy();
}
