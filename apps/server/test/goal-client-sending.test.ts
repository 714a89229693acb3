import { createGoalClient, type NewEvent, type RejectedEvent, type SendingOptions } from '@goal/client';
import { until } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';

import { faultyFetch, type Fault } from './faulty-fetch.ts';
import { sharedService, type Site } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

/** A site, a client of it that meets these faults, and the events that a tail saw. */
async function siteWith(sending: SendingOptions, ...faults: Fault[]) {
  const site = await service.makeSite(account);
  const { fetch: through, requests } = faultyFetch(...faults);
  const options = { baseUrl: `${service.origin}${service.basePath}`, token: site.token, siteDomain: site.domain };
  return { site, requests, client: createGoalClient({ ...options, fetch: through, sending }) };
}
/** The stored messages, in the order in which they became visible. */
async function stored(site: Site): Promise<string[]> {
  const { events } = (await account.call('GET', `/events/tail?after=0&limit=1000&site_id=${site.id}`)).body as {
    events: { message: string }[];
  };
  return events.map(({ message }) => message);
}
const occurred_at = new Date().toISOString();
const eventOf = (message: string): NewEvent =>
  ({ occurred_at, code: 1, severity: 'low', object: 'a', event_type: 'b', message }) as const;
const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}`);

describe('sendEvents', () => {
  it('sends batches by count and in order, despite concurrent callers and broken connections', async () => {
    const { client, site, requests } = await siteWith({ batchSize: 10 }, 'lost', 'ok', 'unheard', { status: 503 });
    await Promise.all(texts(95).map((text) => client.sendEvents(eventOf(text))));
    const sent = await client.flush();
    expect(sent.accepted + sent.duplicates).toBe(95);
    expect(sent.rejected).toBe(0);
    expect(await stored(site)).toEqual(texts(95));
    expect(requests).toHaveLength(10 + 3);
    expect(await client.flush()).toEqual({ accepted: 0, duplicates: 0, rejected: 0 });
  });

  it('sends after its interval without a flush', async () => {
    const { client, site, requests } = await siteWith({ delayMs: 30 });
    await client.sendEvents([eventOf('one'), eventOf('two')]);
    expect(requests).toEqual([]);
    await until(async () => (await stored(site)).length === 2);
    expect(requests).toHaveLength(1);
  });

  it('reports each rejected event and sends the others', async () => {
    const rejected: RejectedEvent[] = [];
    const { client, site } = await siteWith({ onRejected: (one) => rejected.push(one) });
    const event_uuid = crypto.randomUUID();
    const bad = { ...eventOf('bad'), code: -1, event_uuid };
    await client.sendEvents([eventOf('one'), bad, { ...eventOf('two'), occurred_at: '1999-12-31T00:00:00Z' }]);
    await client.sendEvents({ ...eventOf('three'), event_uuid });
    expect(await client.flush()).toEqual({ accepted: 2, duplicates: 0, rejected: 2 });
    expect(rejected).toMatchObject([
      { event: bad, error: 'invalid code' },
      { event: { message: 'two' }, error: 'invalid occurred_at' },
    ]);
    expect(await stored(site)).toEqual(['one', 'three']);
  });

  it('keeps its memory limit and makes callers wait for space', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const site = await service.makeSite(account);
    const through: typeof fetch = async (input, init) => {
      await held;
      return fetch(input, init);
    };
    const client = createGoalClient({
      baseUrl: `${service.origin}${service.basePath}`,
      token: site.token,
      siteDomain: site.domain,
      fetch: through,
      sending: { batchSize: 5, maxWaiting: 20 },
    });
    let taken = 0;
    const adding = (async () => {
      for (const text of texts(50)) {
        await client.sendEvents(eventOf(text));
        taken += 1;
      }
    })();
    await until(() => taken === 20);
    // Nothing else can happen before the first answer.
    await new Promise(setImmediate);
    expect(taken).toBe(20);
    release();
    await adding;
    expect(await client.flush()).toMatchObject({ accepted: 50 });
    expect(await stored(site)).toEqual(texts(50));
  });

  it('keeps unsent events, reports it, and sends them when it can', async () => {
    const failures: unknown[] = [];
    const { client, site, requests } = await siteWith({
      batchSize: 2,
      maxWaiting: 4,
      onFailed: (error) => failures.push(error),
    });
    (await service.admin('POST', `/sites/${site.id}/revoke`)).done();
    await client.sendEvents(texts(3).map(eventOf));
    await until(() => failures.length > 0);
    expect(failures[0]).toMatchObject({ name: 'GoalError', status: 403, message: 'site revoked' });
    await expect(client.flush()).rejects.toMatchObject({ message: 'site revoked' });
    await client.sendEvents(eventOf('3'));
    // Memory is full now.
    await expect(client.sendEvents(eventOf('not taken'))).rejects.toMatchObject({
      name: 'NotTaken',
      taken: 0,
      cause: { message: 'site revoked' },
    });
    const tried = requests.length;
    (await service.admin('POST', `/sites/${site.id}/restore`)).done();
    (await service.admin('POST', `/sites/${site.id}/activate`)).done();
    expect(await client.flush()).toMatchObject({ accepted: 4 });
    expect(await stored(site)).toEqual(texts(4));
    expect(requests.length - tried).toBe(2);
  });

  it('sends smaller batches where a proxy takes less, and rejects only an event that is itself too large', async () => {
    const rejected: RejectedEvent[] = [];
    const tooLarge: Fault = { status: 413, body: '{"error":"body too large"}' };
    const { client, site, requests } = await siteWith(
      { batchSize: 8, onRejected: (one) => rejected.push(one) },
      tooLarge,
      tooLarge,
    );
    await client.sendEvents(texts(8).map(eventOf));
    expect(await client.flush()).toMatchObject({ accepted: 8, rejected: 0 });
    // After two oversized batches come 2 events, then 3, then the rest: the size recovers.
    expect(requests).toHaveLength(2 + 3);
    expect(await stored(site)).toEqual(texts(8));
    await client.sendEvents([eventOf('small'), eventOf('x'.repeat(4_500_000)), eventOf('last')]);
    expect(await client.flush()).toMatchObject({ accepted: 2, rejected: 1 });
    expect(rejected.map(({ event: { message }, error }) => [message?.length, error])).toEqual([
      [4_500_000, 'body too large'],
    ]);
  });
});
