import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { signatureKinds } from '@goal/signed-log';
import { expect, onTestFinished, test } from 'vitest';

import { ownWorld } from '../../../test/event-world.ts';
import { logsOf } from '../../../test/logs-of.ts';
import { cosignLogs } from './cosign-logs.ts';
import { accountOfLogs } from './cosigned-log.ts';
import { vkeyOfWitness } from './witness-policy.ts';
import { witnessStates } from './witness-states.ts';

/** A witness that has cosigned one entry already. */
async function openWitness() {
  const server = createServer((_request, response) => {
    response.writeHead(409, { 'Content-Type': 'text/x.tlog.size' }).end('1\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = `http://127.0.0.1:${port}`;
  return { name: 'w.example', kind: signatureKinds.cosignature, publicKey: new Uint8Array(32), url };
}

test('R§16.17 a witness that cannot be asked, because the log of logs was damaged, counts as one that fails', async () => {
  const world = await ownWorld();
  const logs = logsOf(world);
  await logs.seal(await logs.ownPlace());
  await world.events.log.seal(accountOfLogs);
  const witness = await openWitness();
  const witnesses = { logs: [], witnesses: [witness], isSatisfied: () => true };
  const core = { db: world.db, events: { log: { ...world.events.log, witnesses } } };
  await world.db.work.query('delete from log_entries where account = 0');
  await expect(cosignLogs(core, new AbortController().signal)).rejects.toThrow('a log of 2 entries ends with');
  const state = (await witnessStates(world.db.work)).get(vkeyOfWitness(witness));
  expect(state).toMatchObject({ failure: 'it could not be asked: see the log of the server' });
  expect(state?.failingSince).not.toBeNull();
});
