import { accountEventShape, siteEventShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';

const siteList = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });
const accountList = z.object({ events: z.array(accountEventShape), next_cursor: z.string() });

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: true });
});
afterAll(() => service.stop());

const iso = (ms: number): string => new Date(ms).toISOString();
const hour = 3_600_000;
async function siteWith(count: number, over: (at: number) => Record<string, unknown> = () => ({})): Promise<Site> {
  const site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  const start = Date.now() - 2 * hour;
  if (count > 0)
    await service.ingest(
      site,
      Array.from({ length: count }, (_, at) =>
        makeEvent({ occurred_at: iso(start + at * 1000), message: `${at}`, ...over(at) }),
      ),
    );
  return site;
}
type Query = Record<string, string | number>;
const page = async (site: Site, query: Query) => (await site.call('GET', '/events', { query })).as(200, siteList);
/** Returns every page up to the last one. */
async function walk(site: Site, query: Query, onPage: (pages: number) => Promise<void> = () => Promise.resolve()) {
  const pages = [await page(site, query)];
  for (let next = pages[0]?.next_cursor ?? ''; next !== ''; next = pages.at(-1)?.next_cursor ?? '') {
    await onPage(pages.length);
    pages.push(await page(site, { ...query, cursor: next }));
  }
  return pages;
}
const ids = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);

describe('I§6.R1 pages', () => {
  it.each([
    [0, 5, [0]],
    [1, 5, [1]],
    [5, 5, [5]],
    [6, 5, [5, 1]],
    [10, 5, [5, 5]],
    [11, 5, [5, 5, 1]],
    [3, 1, [1, 1, 1]],
    [200, 200, [200]],
    [201, 200, [200, 1]],
  ])(
    'I§4 ?cursor I§6.R1 R§6.4 %d events by %d give pages of %j; the last next_cursor is empty, even after a full page',
    async (count, limit, lengths) => {
      const pages = await walk(await siteWith(count), { limit });
      expect(pages.map(({ events }) => events.length)).toEqual(lengths);
      expect(pages.flatMap(({ events }) => events.map(({ message }) => message))).toEqual(
        Array.from({ length: count }, (_, at) => `${count - 1 - at}`),
      );
    },
  );

  it('R§6.4 the full last page of a filter has an empty next_cursor as well', async () => {
    const site = await siteWith(60, (at) => ({ code: at % 6, severity: at % 2 === 0 ? 'low' : 'high' }));
    for (const query of [
      { code: 1, limit: 10 },
      { code: '1,2', limit: 10 },
      { code: '1,2', limit: 20 },
      { severity: 'low', limit: 15 },
      { q: '5', limit: 1 },
    ]) {
      const pages = await walk(site, query);
      expect(pages.at(-1)?.events.length, JSON.stringify(query)).toBeGreaterThan(0);
    }
  });

  it('R§6.4 events of one moment are paged by id, and none is lost or repeated', async () => {
    const at = iso(Date.now() - hour);
    const site = await siteWith(50, () => ({ occurred_at: at }));
    const seen = (await walk(site, { limit: 7 })).flatMap(({ events }) => ids(events));
    expect(seen).toHaveLength(50);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
  });

  it('R§6.4 a walk during writes returns every event that existed at its start exactly once', async () => {
    const site = await siteWith(120);
    const began = new Set((await walk(site, { limit: 200 })).flatMap(({ events }) => ids(events)));
    const pages = await walk(site, { limit: 9 }, async (count) => {
      // Newer, older, and right beside the walk’s position.
      await service.ingest(site, [
        makeEvent(),
        makeEvent({ occurred_at: iso(Date.now() - 5 * hour) }),
        ...Array.from({ length: 5 }, (_, at) =>
          makeEvent({ occurred_at: iso(Date.now() - 2 * hour + count * at * 900) }),
        ),
      ]);
    });
    const seen = pages.flatMap(({ events }) => ids(events));
    expect(new Set(seen).size).toBe(seen.length);
    expect([...began].filter((id) => !seen.includes(id))).toEqual([]);
    expect(began.size).toBe(120);
  });

  inAllRun(() => {
    it('R§6.4 a walk ends while sites are deleted and moved, and shows each remaining event once', async () => {
      const sites = [await siteWith(30), await siteWith(30), await siteWith(30)];
      const seen: number[] = [];
      for (let cursor = '', count = 0; ; count += 1) {
        const answer = (await account.call('GET', '/events', { query: { limit: 10, cursor } })).as(200, accountList);
        seen.push(...ids(answer.events));
        if (count === 2) (await account.call('DELETE', `/sites/${sites[1]?.id}?confirm=true`)).done();
        cursor = answer.next_cursor;
        if (cursor === '') break;
      }
      expect(new Set(seen).size).toBe(seen.length);
      for (const site of [sites[0], sites[2]]) {
        for (const id of ids((await page(site ?? expect.fail(), { limit: 200 })).events)) expect(seen).toContain(id);
      }
    });
  });
});

describe('R§6.4 cursors', () => {
  it('R§6.4 a cursor holds a position alone: it continues with other filters, page sizes, keys and scopes', async () => {
    const site = await siteWith(40, (at) => ({ code: at % 2 }));
    const first = await page(site, { limit: 20 });
    const rest = (await page(site, { limit: 200 })).events.slice(20);
    expect(ids((await page(site, { limit: 5, cursor: first.next_cursor })).events)).toEqual(ids(rest.slice(0, 5)));
    expect(ids((await page(site, { code: 1, cursor: first.next_cursor })).events)).toEqual(
      ids(rest.filter(({ code }) => code === 1)),
    );
    const ofAccount = (
      await account.call('GET', '/events', { query: { site_id: site.id, cursor: first.next_cursor } })
    ).as(200, accountList);
    expect(ids(ofAccount.events)).toEqual(ids(rest));
    const { token } = (await account.call('POST', `/sites/${site.id}/tokens`)).body as { token: string };
    expect(
      ids(
        (await site.call('GET', '/events', { query: { cursor: first.next_cursor }, token })).as(200, siteList).events,
      ),
    ).toEqual(ids(rest));
    expect(ids((await page(site, { cursor: first.next_cursor, from: iso(Date.now()) })).events)).toEqual([]);
  });

  inAllRun(() => {
    it('R§6.4 a cursor of another account opens nothing: it is a moment, and shows the caller’s own events from there', async () => {
      const stranger = await service.makeAccount({ plan: 'agency', reseller: true });
      const [own, other] = [await siteWith(10), await siteWith(10)];
      const foreign = await service.makeSite(stranger);
      await service.setReadRate(foreign, 1000);
      await service.ingest(
        foreign,
        Array.from({ length: 5 }, (_, at) =>
          makeEvent({ occurred_at: iso(Date.now() - 2 * hour + at * 1000), message: 'theirs' }),
        ),
      );
      const { next_cursor } = await page(own, { limit: 3 });
      for (const site of [other, foreign]) {
        const seen = (await page(site, { limit: 200, cursor: next_cursor })).events;
        expect(seen.every(({ site_id }) => site_id === site.id)).toBe(true);
        expect(JSON.stringify(seen)).not.toContain(own.id);
      }
    });

    it('R§6.4 every altered cursor is an invalid cursor: each letter changed, dropped, doubled or inserted', async () => {
      const site = await siteWith(5);
      const { next_cursor: cursor } = await page(site, { limit: 2 });
      expect(cursor.length).toBeGreaterThan(20);
      const changed = [...cursor].flatMap((letter, at) => {
        const others = ['A', 'B', 'z', '0', '_', '-'].filter((other) => other !== letter).slice(0, 2);
        return [
          ...others.map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
          cursor.slice(0, at) + cursor.slice(at + 1),
          cursor.slice(0, at) + letter + cursor.slice(at),
        ];
      });
      const swapped = [...cursor]
        .slice(1)
        .map((letter, at) => cursor.slice(0, at) + letter + (cursor[at] ?? '') + cursor.slice(at + 2))
        .filter((text) => text !== cursor);
      const odd = [
        `${cursor}A`,
        `${cursor}=`,
        `${cursor}==`,
        `A${cursor}`,
        ` ${cursor}`,
        `${cursor} `,
        `${cursor}\n`,
        cursor.toLowerCase(),
        cursor.toUpperCase(),
        cursor + cursor,
        [...cursor].reverse().join(''),
        cursor.slice(1),
        cursor.slice(0, -1),
        cursor.slice(0, 10),
        '0',
        'null',
        'undefined',
        '{}',
        'x'.repeat(8000),
        'eyJpZCI6MX0',
        `${cursor}\u0000`,
        '../..',
        "' or 1=1--",
        cursor.replaceAll('-', '+').replaceAll('_', '/') + '%',
      ];
      for (const text of new Set([...changed, ...swapped, ...odd])) {
        if (text === cursor) continue;
        (await site.call('GET', '/events', { query: { cursor: text } })).refused(400, 'invalid cursor');
      }
      (await account.call('GET', '/events', { query: { cursor: 'x' } })).refused(400, 'invalid cursor');
      expect((await page(site, { cursor })).events).toHaveLength(3);
    });
  });

  it('R§6.4 a cursor is opaque, and two for one position differ', async () => {
    const site = await siteWith(5);
    const cursors = await Promise.all(
      Array.from({ length: 10 }, async () => (await page(site, { limit: 2 })).next_cursor),
    );
    expect(new Set(cursors).size).toBe(10);
    const [event] = (await page(site, { limit: 2 })).events.slice(-1);
    for (const cursor of cursors) {
      const inside = Buffer.from(cursor, 'base64url');
      for (const secret of [
        String(event?.id),
        event?.occurred_at ?? '',
        String(Date.parse(event?.occurred_at ?? '')),
      ]) {
        expect(cursor).not.toContain(secret);
        expect(inside.toString('latin1')).not.toContain(secret);
      }
      const id = Buffer.alloc(8);
      id.writeBigUInt64BE(BigInt(event?.id ?? 0));
      expect(inside.includes(id.subarray(2))).toBe(false);
    }
  });

  it('R§6.4 cursors of operator lists are invalid for events, and the reverse', async () => {
    const site = await siteWith(3);
    const { next_cursor } = await page(site, { limit: 1 });
    (await service.admin('GET', '/accounts', { query: { cursor: next_cursor } })).refused(400, 'invalid cursor');
    (await service.admin('GET', '/actions', { query: { cursor: next_cursor } })).refused(400, 'invalid cursor');
    const actions = (await service.admin('GET', '/actions', { query: { limit: 1 } })).body as { next_cursor: string };
    expect(actions.next_cursor).not.toBe('');
    (await site.call('GET', '/events', { query: { cursor: actions.next_cursor } })).refused(400, 'invalid cursor');
    (await service.admin('GET', '/accounts', { query: { cursor: actions.next_cursor } })).refused(
      400,
      'invalid cursor',
    );
  });

  inAllRun(() => {
    it('R§6.4 a cursor survives a restart, and the deletion of the event that it points to', async () => {
      const site = await siteWith(6);
      const { next_cursor, events } = await page(site, { limit: 3 });
      const rest = ids((await page(site, { cursor: next_cursor })).events);
      await service.restart();
      expect(ids((await page(site, { cursor: next_cursor })).events)).toEqual(rest);
      await service.db.work.query('DELETE FROM event WHERE id = $1', [events.at(-1)?.id]);
      expect(ids((await page(site, { cursor: next_cursor })).events)).toEqual(rest);
    });
  });
});
