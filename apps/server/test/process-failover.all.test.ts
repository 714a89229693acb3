import { accountTailShape } from '@goal/contract';
import { confirmSameHistory, defaultSettings, findHold, historyFunction, purgeOverdue } from '@goal/core';
import type { Database } from '@goal/db';
import { openPair, openPatientDatabase, type Pair } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Account, Site } from './harness/factory.ts';
import { openProcesses, type Processes, type ServerProcess } from './processes.ts';
import { FailoverLoad, faultsOf, noFaults } from './processes/failover-load.ts';

let processes: Processes;
let pair: Pair;
let server: ServerProcess;
let db: Database;
let account: Account;
let sites: Site[];

beforeAll(async () => {
  processes = openProcesses();
  pair = await openPair();
  server = await processes.start({ databaseUrl: pair.url });
  const make = await processes.admin(server, pair.url);
  account = await make.makeAccount({ plan: 'agency', reseller: true });
  sites = [await make.makeSite(account), await make.makeSite(account)];
  // On Citus nothing vouches for a failover.
  db = openPatientDatabase({ url: pair.url, name: 'goal-test', topology: 'plain' });
});
afterAll(async () => {
  await db.close();
  await processes.end();
  await pair.close();
});

const tail = async (after: string) =>
  (await server.call('GET', '/account/events/tail', { token: account.token, query: { after } })).as(
    200,
    accountTailShape,
  );

it('R§2.2 R§7.4 R§7.5 R§9.2 kill -9 of the primary under load costs 503 until the standby is promoted, and nothing that was acknowledged, which the server then vouches for', async () => {
  const load = new FailoverLoad(server, account, sites);
  load.start();
  await load.moved();
  const { next_after: position } = await tail('0');
  const core = { db, settings: defaultSettings };
  expect(await purgeOverdue(core)).toEqual({ events: 0, sites: 0 });
  const lived = server.pid;
  pair.killPrimary();
  await pair.promote();
  await load.recovered();
  await load.moved();
  await load.stop();
  expect([...load.statuses.keys()].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  expect(await faultsOf(db, load.acknowledged)).toEqual(noFaults);
  expect(server.pid).toBe(lived);
  // The database is another one, as far as anybody can tell.
  expect(await tail(position)).toMatchObject({ expired: true });
  expect(await purgeOverdue(core)).toMatchObject({ hold: { reason: 'another database' } });
  expect(await findHold(core)).toMatchObject({ reason: 'another database' });
  // The server remembers what it acknowledged, and the promoted standby has it.
  await pair.primary.asSuperuser(historyFunction);
  expect(await confirmSameHistory(core, { kind: 'cli', name: 'goal worker' })).toMatchObject({ confirmed: true });
  expect(await findHold(core)).toBeUndefined();
  expect(await tail(position)).toMatchObject({ expired: false });
});

it('R§3.1 no log line of the server contains a token or the password of the database', () => {
  expect(processes.leaks()).toEqual([]);
});
