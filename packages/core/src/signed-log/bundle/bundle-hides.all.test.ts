import { verifyBundle } from '@goal/signed-log';
import { runningSha256, sha256, verifySignature } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { Tampering } from '../../../test/tampering.ts';
import { bundleAccountLog } from './bundle-log.ts';
import { BundleWriter } from './bundle-writer.ts';
import { logHeads } from '../entries/log-head.ts';
import { sitesOfLog } from '../entries/log-sites.ts';
import { beginningOf, vkeysOf } from '../entries/log-view.ts';
import { readBundlePage } from './read-page.ts';

test('R§16.6 what a bundle hides may be told in several lines, and verifies', async () => {
  const { world, core, caller } = await Tampering.open();
  const { rowId: account } = caller.account;
  const { pages } = world.db;
  // It has three events; the other leaves are hidden.
  const shown = await world.db.prisma.site.findFirstOrThrow({ where: { domain: { startsWith: 'purged' } } });
  await core.events.log.seal(account, { withPurges: true, counted: [shown.rowId] });
  const head = (await logHeads(pages, account)).at(-1) ?? expect.fail('no log');
  const sites = await sitesOfLog(pages, account);
  const visible = { kind: 'sites' as const, sites: new Set([shown.rowId]) };
  const writer = new BundleWriter();
  const vkeys = (await vkeysOf(pages, head)).map(({ vkey }) => vkey);
  const { began_at, previous } = await beginningOf(pages, account, head);
  writer.beginLog({ origin: head.origin, scope: { site_id: shown.id }, vkeys, previous, began_at, size: head.size });
  for (let from = 0; from < head.size; from += 20) {
    const to = Math.min(from + 20, head.size);
    const { rows, page } = await readBundlePage(pages, { account, log: head.log }, { from, to }, { sites, visible });
    writer.addRows(rows, page, to);
    writer.flushHidden();
  }
  writer.endLog(head);
  const text = writer.take();
  expect(text.toString()).toMatch(/^\{"skip":.*\n\{"skip":/m);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield text;
  }
  const verdict = await verifyBundle(pieces(), { crypto: { sha256, runningSha256, verifySignature }, checkpoints: [] });
  expect(verdict).toMatchObject({ verified: true, fault: null, events: { kept: 3, purged: 5 } });
});

test('R§16.6 a bundle whose reader leaves ends at once, also while it reads what the reader may not see', async () => {
  const { world, core, caller } = await Tampering.open();
  const made = await bundleAccountLog(core, caller, {}, () => Promise.resolve(caller));
  const gone = new AbortController();
  await made.start(gone.signal);
  const session = await world.db.work.connect();
  try {
    await session.query('BEGIN');
    await session.query('LOCK TABLE log_entries IN ACCESS EXCLUSIVE MODE');
    const piece = made.bytes().next();
    gone.abort(new Error('the reader is gone'));
    await expect(piece).rejects.toThrow('the reader is gone');
    await made.end(false);
    expect(core.events.exports.size).toBe(0);
  } finally {
    await session.query('ROLLBACK');
    session.release();
  }
});
