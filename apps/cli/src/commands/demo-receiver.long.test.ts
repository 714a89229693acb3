import { freePort, freshDatabase, until } from '@goal/db/testing';
import { afterAll, expect, it } from 'vitest';

import { printed, startGoal, startServer, type Running } from '../testing/goal.ts';

const database = await freshDatabase();
afterAll(() => database.drop());

const eventLine = /^(?:verified {2}|sent {6})(\d{4}-\S+ .*)$/;
const linesOf = ({ err }: Running, begin: RegExp): string[] =>
  err.split('\n').flatMap((line) => (begin.test(line) ? [eventLine.exec(line)?.[1] ?? ''] : []));
const verified = (receiver: Running): string[] => linesOf(receiver, /^verified/);
const sentLines = (live: Running): string[] => linesOf(live, /^sent/);

it('goal demo --receiver prints each event once and in order, although the service is killed in between', async () => {
  const variables = {
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    STREAM_ALLOW_NETS: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
  };
  const start = async (): Promise<Running> => {
    const server = startServer(variables);
    await printed(server, 'out', /ready/);
    return server;
  };
  const receive = ['demo', '--json', '--receiver', '--receiver-port', String(await freePort())];
  let server = await start();
  const receiver = startGoal(receive, variables);
  await printed(receiver, 'err', /Each event is checked/);
  const live = startGoal(['demo', '--json', '--live'], variables);
  await printed(receiver, 'err', /^verified/m);
  server.child.kill('SIGKILL');
  await server.ended;
  const before = sentLines(live).length;
  await until(() => sentLines(live).length >= before + 3);
  server = await start();
  await until(() => sentLines(live).length >= before + 5);
  live.child.kill('SIGINT');
  expect(await live.ended).toBe(0);
  const sent = sentLines(live);
  await until(() => sent.every((line) => verified(receiver).includes(line)));
  const arrived = verified(receiver);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(arrived.filter((line) => sent.includes(line))).toEqual(sent);
  receiver.child.kill('SIGINT');
  expect(await receiver.ended).toBe(0);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
