import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { serverName } from '@goal/db';

import { ask } from './ask.ts';
import type { SoakWorld } from './world.ts';

export type Fault = { name: string; work: (world: SoakWorld) => Promise<void> };

/** The faults, in the order in which they are caused. Each ends once everything works again. */
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
    async work({ postmaster, origins }) {
      const killed = postmaster();
      process.kill(killed, 'SIGKILL');
      const isBack = async (): Promise<boolean> =>
        postmaster() !== killed &&
        (await Promise.all(origins.map((origin) => ask(origin, { path: '/readyz', outside: true })))).every(
          ({ status }) => status === 200,
        );
      const end = Date.now() + 60_000;
      while (!(await isBack().catch(() => false))) {
        if (Date.now() > end) throw new Error('the service did not come back after its database did');
        await sleep(100);
      }
    },
  },
];

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
