import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Site } from './harness.ts';
import { allEvents, events, result, send } from './ingest-site.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

const hour = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const freshSite = async (): Promise<Site> => {
  const site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  return site;
};

describe('R§7.1 R§7.4 batches', () => {
  it('R§7.1 a batch holds 1 to 1,000 events; an empty list is 400, 1,001 are 413 and none is stored', async () => {
    const site = await freshSite();
    const many = (count: number) => Array.from({ length: count }, (_, at) => makeEvent({ message: `event ${at}` }));
    expect(result(await send(site, { events: many(1) }))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    expect(result(await send(site, { events: many(1000) }))).toEqual({ accepted: 1000, duplicates: 0, rejected: [] });
    const other = await freshSite();
    (await send(other, { events: many(1001) })).refused(413, 'too many events');
    (await send(other, { events: Array.from({ length: 1001 }, () => null) })).refused(413, 'too many events');
    (await send(other, { events: [] })).refused(400, 'events must hold 1 to 1000 events');
    expect(await events(other)).toEqual([]);
  });

  it.each([null, 5, 'x', true, {}, ''])(
    'R§7.4 a body with events is a batch, whatever its value: %j',
    async (value) => {
      (await send(await freshSite(), { ...makeEvent(), events: value })).refused(400, 'events must be an array');
    },
  );

  it('R§7.4 fields beside events are ignored, and so is events inside an event', async () => {
    const site = await freshSite();
    expect(
      result(await send(site, { ...makeEvent(), code: 'bad', events: [makeEvent({ events: [] })] })).accepted,
    ).toBe(1);
    expect(await events(site)).toHaveLength(1);
  });

  it('R§7.4 a batch of only bad events is 200 with all of them rejected', async () => {
    const site = await freshSite();
    expect(result(await send(site, { events: [{}, null, 5] }))).toEqual({
      accepted: 0,
      duplicates: 0,
      rejected: [
        { index: 0, error: 'occurred_at required' },
        { index: 1, error: 'event must be an object' },
        { index: 2, error: 'event must be an object' },
      ],
    });
    expect(await events(site)).toEqual([]);
  });

  it('R§7.4 with many concurrent batches every accepted event is stored once, in order', async () => {
    const site = await freshSite();
    const start = Date.now() - hour;
    const batches = Array.from({ length: 20 }, (_, batch) =>
      Array.from({ length: 50 }, (_event, at) =>
        makeEvent({ occurred_at: iso(start + at), message: `${batch}/${at}` }),
      ),
    );
    for (const answer of await Promise.all(batches.map((one) => send(site, { events: one }))))
      expect(result(answer).accepted).toBe(50);
    const seen = (await allEvents(site)).map(({ message }) => message);
    expect(seen).toHaveLength(1000);
    expect(new Set(seen).size).toBe(1000);
  });
});

describe('R§7.5 event_uuid', () => {
  it('R§7.5 a repeated event_uuid in any case is a duplicate, alone or in a batch, whatever the other fields; the first event stays', async () => {
    const site = await freshSite();
    const first = makeEvent({ event_uuid: randomUUID(), message: 'first' });
    expect(result(await send(site, first))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    for (const over of [
      {},
      { message: 'second' },
      { occurred_at: iso(Date.now() - 5 * hour), code: 1, severity: 'critical', object: 'x' },
      { event_uuid: String(first['event_uuid']).toUpperCase() },
    ]) {
      expect(result(await send(site, { ...first, ...over }))).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    }
    expect(
      result(await send(site, { events: [first, makeEvent(), { ...first, code: 'bad' }, { ...first, message: 'x' }] })),
    ).toEqual({ accepted: 1, duplicates: 2, rejected: [{ index: 2, error: 'invalid code' }] });
    expect(
      (await events(site))
        .filter(({ message }) => message !== 'Changed the post «Prices»')
        .map(({ message }) => message),
    ).toEqual(['first']);
  });

  it('R§7.5 an event repeated within a batch is stored once, the first of them', async () => {
    const site = await freshSite();
    const id = randomUUID();
    expect(
      result(
        await send(site, {
          events: [
            makeEvent({ event_uuid: id, message: 'a' }),
            makeEvent({ event_uuid: id.toUpperCase(), message: 'b' }),
            makeEvent({ event_uuid: id, message: 'c', occurred_at: iso(Date.now()) }),
          ],
        }),
      ),
    ).toEqual({ accepted: 1, duplicates: 2, rejected: [] });
    expect((await events(site)).map(({ message }) => message)).toEqual(['a']);
  });

  it('R§7.4 R§7.5 a repeat of a stored event is a duplicate whatever its age; what is too old and new is refused', async () => {
    const customer = await service.makeAccount({ plan: 'agency' });
    const site = await service.makeSite(customer);
    const old = makeEvent({ event_uuid: randomUUID(), occurred_at: iso(Date.now() - 20 * 24 * hour) });
    const recent = makeEvent({ event_uuid: randomUUID() });
    expect(result(await send(site, { events: [old, recent] })).accepted).toBe(2);
    await service.setPlan(customer, 'free');
    const tooOld = 'older than retention';
    expect(result(await send(site, old))).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    expect(
      result(
        await send(site, {
          events: [
            { ...old, event_uuid: String(old['event_uuid']).toUpperCase(), code: 'bad' },
            { ...old, event_uuid: randomUUID() },
            { ...old, event_uuid: 'bad' },
            { ...old, event_uuid: null },
            recent,
            makeEvent(),
          ],
        }),
      ),
    ).toEqual({ accepted: 1, duplicates: 2, rejected: [1, 2, 3].map((index) => ({ index, error: tooOld })) });
    (await send(site, { ...old, event_uuid: randomUUID() })).refused(400, tooOld);
    await service.setPlan(customer, 'agency');
    expect(await events(site)).toHaveLength(3);
  });

  it('R§7.5 events without event_uuid are never duplicates', async () => {
    const site = await freshSite();
    const one = makeEvent();
    expect(
      result(await send(site, { events: [one, one, { ...one, event_uuid: '' }, { ...one, event_uuid: null }] }))
        .accepted,
    ).toBe(4);
  });

  it('R§7.5 it is unique per site, across the site’s keys; another site or a newly registered domain may reuse it', async () => {
    const [one, other] = [await freshSite(), await freshSite()];
    const event = makeEvent({ event_uuid: randomUUID() });
    expect(result(await send(one, event)).accepted).toBe(1);
    expect(result(await send(other, event)).accepted).toBe(1);
    const { token } = (await account.call('POST', `/sites/${one.id}/tokens`)).body as { token: string };
    expect(result(await one.call('POST', '/events', { body: event, token })).duplicates).toBe(1);
    (await account.call('DELETE', `/sites/${one.id}?confirm=true`)).done();
    const again = await service.makeSite(account, { domain: one.domain });
    expect(result(await send(again, event)).accepted).toBe(1);
    expect(await events(again)).toHaveLength(1);
  });

  it('R§7.5 it is stored once even when single and batch requests race', async () => {
    const site = await freshSite();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const batch = { events: ids.map((event_uuid) => makeEvent({ event_uuid })) };
    const singles = ids.map((event_uuid) => makeEvent({ event_uuid }));
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => send(site, batch)),
      ...singles.map((one) => send(site, one)),
    ]);
    const totals = answers.map(result).reduce(
      (sum, { accepted, duplicates }) => ({
        accepted: sum.accepted + accepted,
        duplicates: sum.duplicates + duplicates,
      }),
      { accepted: 0, duplicates: 0 },
    );
    expect(totals).toEqual({ accepted: 20, duplicates: 200 });
    expect(await events(site)).toHaveLength(20);
  });
});
