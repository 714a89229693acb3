import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { serverName } from '@goal/db';

import type { SoakWorld } from './world.ts';

export type Fault = { name: string; work: (world: SoakWorld) => Promise<void> };

/** The faults in the order in which they are caused. Each ends once everything works again. */
export const faults: readonly Fault[] = [
  {
    name: 'all connections to the database are ended',
    work: async ({ db }) => {
      await db.work.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1', [
        `${serverName}%`,
      ]);
    },
  },
  { name: '200 slow clients', work: slowClients },
  {
    name: 'Redis is killed and restarted after 5 s',
    async work({ redis }) {
      await redis.kill();
      await sleep(5000);
      await redis.restart();
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
  {
    name: 'the database is killed (-9) and restarts',
    async work({ postmaster, instances }) {
      const killed = postmaster();
      process.kill(killed, 'SIGKILL');
      await until('the service is back after its database', async () => {
        const ready = await Promise.all(instances.map((one) => one.metric('goal_ready')));
        return postmaster() !== killed && ready.every((value) => value === 1);
      });
    },
  },
];

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
