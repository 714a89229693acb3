import { checkConsistency, parseCheckpoint } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { inAllRun } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { changeOf, columnsOf, noPart, rollBack, Tampering } from '../../../test/tampering.ts';
import { checkLogs } from './check-logs.ts';
import { getCheckpoint, getConsistency } from '../read/get-log.ts';
import { proveAccountEvent } from '../read/prove-event.ts';

test('R§16.1 whoever changes a column of an event, takes one out or swaps two behind the back of the service is caught', async () => {
  const tampering = await Tampering.open();
  expect(await tampering.attempt('select 1')).toBe('verified');
  const columns = await columnsOf(tampering, ['event', 'dictionary']);
  expect(columns.length).toBeGreaterThan(25);
  for (const column of columns) {
    const said = await tampering.attempt(changeOf(column));
    if (noPart.has(column.name)) expect([column.name, said]).toEqual([column.name, 'verified']);
    else expect([column.name, said]).not.toEqual([column.name, 'verified']);
  }
  const id = '(select min(id) from event where account = 1)';
  expect(await tampering.attempt(`delete from event where id = ${id}`)).toMatch(
    /^site \S+: an event of \S+ is gone, and no purge note behind it reaches that day$/,
  );
  expect(await tampering.attempt(`delete from event where id = ${id}; delete from log_salt`)).toMatch(/is gone/);
  const swapped = `update event set message = case id when ${id} then 'second' else 'first' end where id in (${id}, ${id} + 1)`;
  expect(await tampering.attempt(swapped)).toMatch(/^this is another history/);
});

inAllRun(() => {
  test('R§16.1 whoever changes the tables of the log is caught, or gets no bundle', async () => {
    const tampering = await Tampering.open();
    for (const [sql, said] of [
      [`update log_head set size = size - 1`, /^no bundle: not sealed yet/],
      [`update log_head set seq = seq - 1`, /^no bundle: not sealed yet: the log holds the event \d+ already/],
      [`update log_head set seq = seq - 3`, /^no bundle: not sealed yet: the log holds the event \d+ already/],
      [
        `update log_head set origin = origin || 'x'`,
        /^a checkpoint that was given is of a log that is not in this file/,
      ],
      [`update log_head set edge = set_byte(edge, 3, get_byte(edge, 3) # 1)`, /^the checkpoint does not fit/],
      [`update log_head set keys = '[]'`, /^the checkpoint has a form that none has/],
      [`update log_head set noted_at = '2100-01-01'; ${fakeNote('purge')}`, /the note is of 2100/],
      [
        `update log_entries set heads = set_byte(heads, 9, get_byte(heads, 9) # 1) where first = 0`,
        /^no bundle: a row of entries has more or fewer bytes/,
      ],
      [`delete from log_entries where first = 32`, /^leaf 64 stands where leaf 32 must/],
      [`update log_entries set first = 9999 - first where first in (0, 32)`, /^no bundle: not sealed yet/],
      [
        `insert into log_entries select account, log, first + 32, high, heads, commitments from log_entries where first = 64`,
        /^no bundle: not sealed yet/,
      ],
      [`update log_site set n = n + 1`, /has number \d+, and number \d+ must follow/],
      [`update log_site set site_id = gen_random_uuid()`, /has an event before the note of its beginning/],
      [`update log_salt set key = sha256(key)`, /^this is another history/],
      [`delete from log_salt`, /is gone, and no purge note behind it reaches that day/],
      [`update log_purge set before = before + interval '1 day'`, /and its retention of 365 days allows less$/],
      [
        `update log_purge set before = before - interval '60 days'`,
        /is gone, and no purge note behind it reaches that day/,
      ],
      [`update log_purge set events = events - 1`, /1 more event is gone than its purge notes count$/],
      [`delete from log_purge`, /is gone, and no purge note behind it reaches that day/],
      [`update log_key set public = sha256(public)`, /is not signed with a key that was given$/],
      [`update log_key set seed = sha256(seed)`, /is not signed with a key that was given$/],
      [fakeNote('purge'), /allows less$/],
    ] as const)
      expect([sql, await tampering.attempt(sql)]).toEqual([sql, expect.stringMatching(said)]);
    for (const table of ['event', 'log_entries', 'log_head', 'log_site', 'log_salt'])
      expect([table, await tampering.attempt(rollBack(table), { isAdvanced: true })]).not.toEqual([table, 'verified']);
    expect(await tampering.attempt('select 1', { isAdvanced: true })).toBe('verified');
  });
});

/** An act that nobody did, for the outbox. */
function fakeNote(kind: 'purge'): string {
  const sites = [{ site: 1, before: Date.now(), until: Date.now(), events: 1000, unsealed: false }];
  return `insert into log_outbox (account, note) values (1, '${JSON.stringify({ kind, sites })}')`;
}

test('R§16.1 what a whole bundle does not need is held against the log by bundles of sites, proofs and the service itself', async () => {
  const tampering = await Tampering.open(400);
  const { world, core, caller } = tampering;
  const { work } = world.db;
  const other = (await world.db.prisma.site.findFirstOrThrow({ where: { domain: 'purged.example.com' } })).id;
  const ofSite = async (): Promise<boolean> =>
    (await tampering.verify(await tampering.bundle({ site_id: other }))).verified;
  expect(await ofSite()).toBe(true);
  const older = parseCheckpoint(tampering.older)?.head ?? expect.fail('no checkpoint');
  await tampering.advance();
  const proven = async (): Promise<boolean> => {
    const { from, to, hashes } = await getConsistency(core, caller.account, { from: older.size });
    const { root = '' } = parseCheckpoint(await getCheckpoint(core, caller.account))?.head ?? {};
    return checkConsistency(sha256, {
      from,
      to,
      fromRoot: older.root,
      toRoot: root,
      hashes: hashes.map((hash) => Buffer.from(hash, 'base64').toString('latin1')),
    });
  };
  expect(await proven()).toBe(true);
  await work.query(`update log_entries set root = sha256(root) where first = 64`);
  expect(await ofSite()).toBe(false);
  await work.query(`update log_tile set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1)`);
  expect(await proven()).toBe(false);
  await work.query(
    `update log_entries set commitments = overlay(commitments placing '\\x00ff'::bytea from 1 for 2) where first = 0`,
  );
  const { mismatches } = await checkLogs(world.db.sealing, new AbortController().signal);
  expect(mismatches.length).toBeGreaterThan(0);
  // An event that was put in has no proof.
  const { rows } = await work.query<{ id: string }>(
    `insert into event select (e).* from (select jsonb_populate_record(e, jsonb_build_object('id', 999999999, 'event_uuid', null)) as e from event e limit 1) x returning id`,
  );
  await expect(proveAccountEvent(core, caller, String(rows[0]?.id))).rejects.toThrow('not found');
});
