import { expect, test } from 'vitest';

import { MadeLog, siteIdOf, timeAt } from '../src/testing/log-maker.ts';
import { a, b, twoSites, verify } from './verifying.ts';

const by = 'account_key';

test('an untouched bundle verifies, in parts of any size, and says what it holds', async () => {
  const log = twoSites(300);
  log.store(a, 301, { occurred_at: timeAt(299) });
  log.store(b, 302, { received_at: timeAt(300.5), occurred_at: timeAt(300.5) });
  const bundle = log.bundle();
  const verdict = await verify(bundle);
  expect(verdict).toEqual({
    verified: true,
    fault: null,
    lines: bundle.split('\n').length - 1,
    scope: { account_id: 'a0000000-0000-4000-8000-000000000000' },
    key: "the bundle's own word",
    logs: [
      {
        ...log.end(),
        previous: null,
        began_at: timeAt(0),
        earlier_events: 0,
        signed_by: log.vkeys,
        witnessed_by: [],
        witnessed_size: null,
      },
    ],
    events: { kept: 302, purged: 0, deleted: 0, redacted: 0, late: 1 },
    purges_before_sealing: 0,
    sites: [
      {
        site_id: a,
        events: 151,
        is_deleted: false,
        kept: 151,
        purged: 0,
        deleted: 0,
        redacted: 0,
        late: 1,
      },
      {
        site_id: b,
        events: 151,
        is_deleted: false,
        kept: 151,
        purged: 0,
        deleted: 0,
        redacted: 0,
        late: 0,
      },
    ],
    shortenings: [],
    more_shortenings: 0,
    holds: [],
    arrivals_out_of_order: { events: 1, first_index: 304 },
    checkpoints_met: [],
  });
  for (const bytes of [11, 1000]) expect(await verify(bundle, {}, bytes)).toEqual(verdict);
});

test('an event with an address and one that arrived on another day have texts that verify', async () => {
  const log = twoSites(0);
  log.store(a, 1, { ip: '2001:db8::1', message: '"ip":"x","message":"y"}\\', occurred_at: timeAt(-3) });
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { kept: 1, late: 1 } });
});

test('what retention took is counted as purged, and a line that was written before its purge may still show it', async () => {
  const log = twoSites();
  expect(log.purge(a, 40, 30)).toBe(5);
  log.store(a, 41);
  expect(log.purge(a, 45, 30)).toBe(3);
  const [shownStill] = log.events(a);
  if (shownStill !== undefined) shownStill.state = 'kept';
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { kept: 14, purged: 7 } });
});

test('events of a deleted site, and of a deleted account, are gone with it', async () => {
  const log = twoSites();
  for (const leaf of log.events(a)) leaf.state = 'gone';
  log.note({ kind: 'site.delete', at: timeAt(30), site_id: a, by });
  log.store(b, 31);
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { kept: 11, deleted: 10 } });
  for (const leaf of log.events(b)) leaf.state = 'gone';
  log.note({ kind: 'log.delete', at: timeAt(40), by });
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { kept: 0, deleted: 21 } });
});

test('a redacted event is counted as redacted by its note, and never against the purges', async () => {
  const log = twoSites();
  const [first, second] = log.events(a);
  if (first === undefined || second === undefined) throw new Error('the log has no events');
  first.state = 'redacted';
  second.state = 'redacted';
  log.note({ kind: 'redact', at: timeAt(21), by: 'dashboard', sites: [[a, [1, 2]]] });
  log.purge(a, 40, 30);
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { kept: 15, purged: 3, redacted: 2 } });
  // Once retention has taken it as well, nothing but the entry is left.
  first.state = 'gone';
  const before = timeAt(10);
  log.note({ kind: 'purge', at: timeAt(41), sites: [[a, before, timeAt(41), 1]] });
  expect(await verify(log.bundle())).toMatchObject({ verified: true, events: { purged: 4, redacted: 1 } });
});

test('a shortened retention is told with what was purged within 14 days after it, and a lengthened one is not', async () => {
  const log = twoSites();
  log.note({ kind: 'site.retention', at: timeAt(20), site_id: a, retention_days: 1, by });
  log.purge(a, 21, 1);
  log.note({ kind: 'site.retention', at: timeAt(22), site_id: a, retention_days: 30, by });
  log.note({ kind: 'site.retention', at: timeAt(22), site_id: b, retention_days: -1, by });
  log.note({ kind: 'site.retention', at: timeAt(23), site_id: b, retention_days: 3650, by });
  log.store(a, 35);
  log.purge(a, 80, 30);
  expect(await verify(log.bundle())).toMatchObject({
    verified: true,
    events: { purged: 11 },
    shortenings: [
      { index: 23, site_id: a, at: timeAt(20), from_days: 30, to_days: 1, by, purged_within_14_days: 10 },
      { index: 27, site_id: b, at: timeAt(23), from_days: -1, to_days: 3650, by, purged_within_14_days: 0 },
    ],
  });
});

test('holds are told, and a purge before and after one is no fault', async () => {
  const log = twoSites();
  log.purge(a, 33, 30);
  log.note({ kind: 'hold.begin', at: timeAt(34), hold: 'h1', site_id: null, by: 'operator' });
  log.note({ kind: 'hold.end', at: timeAt(50), hold: 'h1', site_id: null, by: 'operator' });
  log.note({ kind: 'hold.begin', at: timeAt(51), hold: 'h2', site_id: b, by: 'operator' });
  log.purge(a, 60, 30);
  expect(await verify(log.bundle())).toMatchObject({
    verified: true,
    holds: [
      { hold: 'h1', site_id: null, began_at: timeAt(34), ended_at: timeAt(50) },
      { hold: 'h2', site_id: b, began_at: timeAt(51), ended_at: null },
    ],
  });
});

test('a log that goes on from another one, as after a restore, verifies with it: numbers and purges go on', async () => {
  const first = twoSites();
  const second = new MadeLog({ number: 2, previous: first, at: 25 });
  for (const site_id of [a, b]) second.note({ kind: 'site.begin', at: timeAt(25), site_id, retention_days: 30, by });
  second.store(a, 26);
  expect(second.purge(a, 40, 30)).toBe(5);
  const verdict = await verify(second.bundle());
  expect(verdict).toMatchObject({ verified: true, events: { kept: 16, purged: 5 } });
  expect(verdict.logs.map(({ previous, size }) => [previous?.size, size])).toEqual([
    [undefined, 23],
    [23, 5],
  ]);
});

test('a bundle of one site verifies without the leaves of the others, and judges what is gone', async () => {
  const log = twoSites(400);
  log.note({ kind: 'site.retention', at: timeAt(400), site_id: b, retention_days: 20, by });
  for (const site of [a, b]) log.purge(site, 401, 30);
  const bundle = log.bundle({ site_id: a }, [a]);
  expect(bundle).not.toContain(b);
  expect(await verify(bundle)).toMatchObject({
    verified: true,
    events: { kept: 14, purged: 186 },
    sites: [{ site_id: a, events: 200 }],
  });
  expect(await verify(log.bundle({ group_id: siteIdOf(9) }, [a, b]))).toMatchObject({ verified: true });
  const [, , shown] = log.events(a).toReversed();
  if (shown !== undefined) shown.state = 'gone';
  expect(await verify(log.bundle({ site_id: a }, [a]))).toMatchObject({ verified: false });
});

test('a log that has no events yet verifies', async () => {
  expect(await verify(new MadeLog().bundle())).toMatchObject({ verified: true, sites: [] });
});
