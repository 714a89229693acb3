import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { severities } from '@goal/contract';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeEvent, type Site } from './harness/factory.ts';
import { openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { idsOf, makeStream, openReceiver, type Received } from './stream-receiver.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

/** Kills of a random server, and senders. */
const [kills, senders] = [50, 16];
/** As much as a busy machine delivers in the time of a test, for all the kills. */
const mostPauseMs = 4000;

/** Sends events until it is stopped, each until it is acknowledged. */
async function write(servers: ServerProcess[], nth: number, site: Site, goesOn: () => boolean): Promise<void> {
  for (let round = nth; goesOn(); round += 1) {
    const uuids = Array.from({ length: 1 + (round % 20) }, () => randomUUID());
    const severity = round % 8 === 0 ? 'high' : 'low';
    const body = { events: uuids.map((event_uuid) => makeEvent({ event_uuid, severity })) };
    const options = { token: site.token, domain: site.domain, body, allow5xx: true };
    for (let turn = nth; ; turn += 1) {
      const answer = await servers[turn % servers.length]?.call('POST', '/events', options).catch(() => undefined);
      if (answer?.status === 200) break;
      await sleep(20);
    }
    await sleep(Math.random() * mostPauseMs);
  }
}

/** Each event as its text, to see that a repeat is the same to the byte. */
const textsOf = ({ body }: Received): [number, string][] => {
  const { data } = JSON.parse(body) as { data: { events: { id: number }[] } };
  return data.events.map((event) => [event.id, JSON.stringify(event)]);
};

const openUnreliable = () => openReceiver(() => ({ status: Math.random() < 0.3 ? 500 : 200 }));

it('R§15.1 a stream loses nothing while servers are killed at random and the receiver fails: each event comes, first in the order of the tail, also to a stream that leaves most of them out', async () => {
  const database = await freshDatabase();
  const [receiver, filtered] = await Promise.all([openUnreliable(), openUnreliable()]);
  const start = () => processes.start({ databaseUrl: database.url, env: { STREAM_ALLOW_NETS: '127.0.0.0/8' } });
  const servers = await Promise.all([start(), start(), start()]);
  const db = openPatientDatabase({ url: database.url, sizes: { work: 1 } });
  try {
    const [first] = servers;
    if (first === undefined) throw new Error('there is a server');
    const make = await processes.admin(first, database.url);
    const account = await make.makeAccount({ plan: 'agency', reseller: true });
    const site = await make.makeSite(account);
    await makeStream(account, { type: 'webhook', url: receiver.url, batch: 50 });
    await makeStream(account, { type: 'webhook', url: filtered.url }, { filters: { severity: ['high'] } });
    // A failed sink is tried again after a pause that a test does not wait for.
    const skipPauses = () =>
      db.work.query('update stream set next_at = clock_timestamp() where failing_since is not null');
    let isOver = false;
    const writing = Array.from({ length: senders }, (_, nth) => write(servers, nth, site, () => !isOver));
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(500 + Math.random() * 1500);
      const nth = Math.floor(Math.random() * servers.length);
      await servers[nth]?.end('SIGKILL');
      servers[nth] = await start();
      await skipPauses();
    }
    isOver = true;
    await Promise.all(writing);
    receiver.answer = () => ({});
    filtered.answer = () => ({});
    const { rows } = await db.work.query<{ id: string; isHigh: boolean }>(
      `select e.id, e.severity = $1 as "isHigh" from tail t
       join event e on e.account = t.account and e.id between t.first_id and t.last_id order by t.seq, e.id`,
      [1 + severities.indexOf('high')],
    );
    const stored = rows.map(({ id }) => Number(id));
    const high = rows.filter(({ isHigh }) => isHigh).map(({ id }) => Number(id));
    await until(
      async () => {
        await skipPauses();
        return receiver.ids().length >= stored.length && filtered.ids().length >= high.length;
      },
      () => `${receiver.ids().length} of ${stored.length}, ${filtered.ids().length} of ${high.length} events came`,
      500,
    );
    expect(receiver.ids()).toEqual(stored);
    expect(high.length).toBeGreaterThan(0);
    expect(filtered.ids()).toEqual(high);
    const seen = new Map<number, string>();
    for (const [id, text] of receiver.requests.flatMap(textsOf)) {
      expect(seen.get(id) ?? text).toBe(text);
      seen.set(id, text);
    }
    // A receiver that drops whole batches by their id still ends with everything.
    const batches = new Map<unknown, number[]>();
    for (const request of receiver.requests)
      if (!batches.has(request.headers['webhook-id'])) batches.set(request.headers['webhook-id'], idsOf(request));
    expect(new Set([...batches.values()].flat()).size).toBe(stored.length);
  } finally {
    await Promise.all(servers.map((server) => server.end()));
    await Promise.all([receiver.close(), filtered.close()]);
    await db.close();
    await database.drop();
  }
});
