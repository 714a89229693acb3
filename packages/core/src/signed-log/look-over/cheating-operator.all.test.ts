import { checkpointBody, commitmentOf, signNote, TreeEdge, leafHash } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { Tampering } from '../../../test/tampering.ts';
import { changePlan } from '../../account/change-plan.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';
import { logHeads, writeHead } from '../entries/log-head.ts';
import { signingKeys } from '../keys/log-keys.ts';
import { sitesOfLog } from '../entries/log-sites.ts';
import { LogWriter } from '../entries/log-writer.ts';
import { datedOf, eventsByIds, textOf } from '../entries/logged-events.ts';
import { entryText, readRowsBetween } from '../entries/read-entries.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';

/** Rewrites the log of the account, of the events as they are now, and signs it with its key. */
async function reseal({ world, caller }: Tampering): Promise<void> {
  const on = world.db.sealing;
  const account = caller.account.rowId;
  const head = (await logHeads(on, account)).at(-1) ?? expect.fail('no log');
  const of = { account, log: head.log };
  const entries = (await readRowsBetween(on, of, { from: 0, to: head.size })).flatMap((row) => row.entries);
  const events = await eventsByIds(
    on,
    account,
    entries.flatMap((entry) => (entry.kind === 'event' ? [entry.id] : [])),
  );
  const sites = await sitesOfLog(on, account);
  const siteIdOf = (site: number): string => sites.get(site)?.id ?? '';
  const salts = await saltsOfEvents(on, account, [...events.values()].map(datedOf));
  await on.query('delete from log_entries where account = $1', [account]);
  const writer = await LogWriter.open(on, of, { size: 0, edge: Buffer.alloc(0) });
  const edge = new TreeEdge(sha256);
  for (const entry of entries) {
    const found = entry.kind === 'event' ? events.get(entry.id) : undefined;
    const salt = entry.kind === 'event' ? salts.get(entry.id) : undefined;
    const written =
      entry.kind === 'event' && found !== undefined && salt !== undefined
        ? { ...entry, commitment: commitmentOf(sha256, salt, textOf(found, siteIdOf(found.site))) }
        : entry;
    const text = entryText(written, siteIdOf);
    writer.push(written, text);
    edge.push(leafHash(sha256, text));
  }
  await writer.save();
  const [key] = await signingKeys(on, []);
  if (key?.sign === undefined) throw new Error('no key');
  const signer = { name: head.origin, publicKey: key.publicKey, sign: key.sign };
  const body = checkpointBody({ origin: head.origin, size: edge.size, root: edge.root() });
  await writeHead(on, account, { ...head, edge: edge.bytes(), checkpoint: signNote(sha256, body, [signer]) });
}

test('R§16.1 an operator with database and key who rewrites an event and seals the whole log again is caught by whoever kept a checkpoint, and by nobody else', async () => {
  const tampering = await Tampering.open();
  await tampering.world.db.work.query(
    `update event set username = 'eve' where id = (select min(id) from event where account = 1)`,
  );
  await reseal(tampering);
  const text = await tampering.bundle();
  expect(text).toContain('"username":"eve"');
  expect(await tampering.verify(text)).toMatchObject({ verified: true });
  const verdict = await tampering.verify(text, [tampering.older]);
  expect([verdict.verified, verdict.fault?.sentence]).toEqual([
    false,
    expect.stringMatching(/^this is another history: a checkpoint that was given has the root/),
  ]);
});

test('R§16.1 an event that is purged before its time is caught, whatever its note says', async () => {
  const tampering = await Tampering.open();
  const young = `delete from event where id = (select min(id) from event where account = 1)`;
  const note = (before: string): string =>
    `insert into log_purge (account, site, before, until, events) values (1, ${tampering.site.rowId}, ${before}, now(), 1)`;
  // By the rule, the note reaches no day so young; else it purges more than the rule allows.
  expect(await tampering.attempt(`${young}; ${note(`now() - interval '365 days'`)}`)).toMatch(
    /is gone, and no purge note behind it reaches that day$/,
  );
  expect(await tampering.attempt(`${young}; ${note('now()')}`)).toMatch(/allows less$/);
  // More is gone of an old day than the notes count.
  const old = `update log_purge set events = 4`;
  expect(await tampering.attempt(old)).toMatch(/: 1 more event is gone than its purge notes count$/);
});

test('R§16.1 a retention that is shortened for a moment, to purge, is the one legal way, and stands on the first page', async () => {
  const tampering = await Tampering.open();
  const { core, caller, world } = tampering;
  await changePlan(core, caller, 'free');
  await world.db.work.query('delete from retention_cut');
  await purgeOverdue(core, { share: 1 });
  await changePlan(core, caller, 'agency');
  const verdict = await tampering.verify(await tampering.bundle(), [tampering.older]);
  expect(verdict).toMatchObject({ verified: true, events: { kept: 3, purged: 65 } });
  expect(verdict.shortenings).toMatchObject([
    { site_id: tampering.site.id, from_days: 365, to_days: 7, purged_within_14_days: 60 },
    { from_days: 365, to_days: 7, purged_within_14_days: 0 },
  ]);
});
