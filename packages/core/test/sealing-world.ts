import { parseCheckpoint, TreeEdge, leafHash } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { expect } from 'vitest';

import { entryText, readRowsBetween } from '../src/signed-log/entries/read-entries.ts';
import { logHeads, type LogHead } from '../src/signed-log/entries/log-head.ts';
import { signingKeys } from '../src/signed-log/keys/log-keys.ts';
import { sitesOfLog } from '../src/signed-log/entries/log-sites.ts';
import { LogSizes } from '../src/signed-log/seal/log-sizes.ts';
import { sealAccount, type Sealing } from '../src/signed-log/seal/seal-account.ts';
import type { EventWorld } from './event-world.ts';

/** What seals the logs of a world. */
export function sealingOf({ db, events }: Pick<EventWorld, 'db' | 'events'>, over: Partial<Sealing> = {}): Sealing {
  return {
    pool: db.sealing,
    identity: events.tail.identity,
    origin: 'goal.example',
    keys: () => signingKeys(db.sealing, []),
    sizes: new LogSizes(undefined),
    ...over,
  };
}

/** Seals all there is of an account. Returns how many events that were. */
export async function sealAll(sealing: Sealing, account: number): Promise<number> {
  let events = 0;
  for (let hasMore = true; hasMore;) {
    const sealed = await sealAccount(sealing, account);
    expect(['sealed', 'nothing']).toContain(sealed.outcome);
    events += sealed.events;
    ({ hasMore } = sealed);
  }
  return events;
}

/** An entry without its hashes: what a note says, or which event it is. */
export type ShownEntry = object;

/**
 * The newest log of an account: its head, which must be that of its entries, and what the entries
 * say.
 */
export async function readLog(
  { db }: Pick<EventWorld, 'db'>,
  account: number,
): Promise<{ head: LogHead; entries: ShownEntry[]; texts: string[] }> {
  const head = (await logHeads(db.sealing, account)).at(-1) ?? expect.fail('the account has no log');
  const sites = await sitesOfLog(db.sealing, account);
  const found = await readRowsBetween(db.sealing, { account, log: head.log }, { from: 0, to: head.size });
  const stored = found.flatMap((row) => row.entries);
  const texts = stored.map((entry) => entryText(entry, (site) => sites.get(site)?.id ?? ''));
  const edge = new TreeEdge(sha256);
  for (const text of texts) edge.push(leafHash(sha256, text));
  expect(parseCheckpoint(head.checkpoint)?.head).toEqual({ origin: head.origin, size: edge.size, root: edge.root() });
  expect(head.size).toBe(edge.size);
  const entries = stored.map((entry) => {
    if (entry.kind === 'event') return { site: entry.site, n: entry.n, id: entry.id };
    const note = JSON.parse(entry.text) as Record<string, unknown>; // our own note
    return Object.fromEntries(Object.entries(note).filter(([name]) => name !== 'at' && name !== 'v'));
  });
  return { head, entries, texts };
}
