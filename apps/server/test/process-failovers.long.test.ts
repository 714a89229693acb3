import { openPair, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openProcesses, type Processes } from './processes.ts';
import { FailoverLoad, faultsOf, noFaults } from './processes/failover-load.ts';

const failovers = 10;

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

it(`${failovers} failovers back and forth under load lose nothing that was acknowledged, and the service never restarts`, async () => {
  const pair = await openPair();
  const server = await processes.start({ databaseUrl: pair.url });
  const db = openPatientDatabase({ url: pair.url, name: 'goal-test' });
  try {
    const make = await processes.admin(server, pair.url);
    const account = await make.makeAccount({ plan: 'agency', reseller: true });
    const load = new FailoverLoad(server, account, [await make.makeSite(account), await make.makeSite(account)]);
    load.start();
    for (let failover = 0; failover < failovers; failover += 1) {
      await load.moved();
      pair.killPrimary();
      await pair.promote();
      await load.recovered();
      await pair.rebuild();
    }
    await load.stop();
    expect([...load.statuses.keys()].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
    expect(await faultsOf(db, load.acknowledged)).toEqual(noFaults);
  } finally {
    await db.close();
    await server.end();
    await pair.close();
  }
});
