import { parseCheckpoint, vkeyOf, type LogNote } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import type { Queryable } from '@goal/db';

import { formerKeySignsMs, publicKeys } from '../keys/log-keys.ts';
import type { LogHead } from './log-head.ts';
import { readRows } from './read-entries.ts';

/** How a log began. */
export type LogBeginning = {
  began_at: string;
  earlier_events: number;
  previous: { origin: string; size: number; root: string } | null;
};

/** Reads the first entry of a log, which says how it began. */
export async function beginningOf(on: Queryable, account: number, { log, origin }: LogHead): Promise<LogBeginning> {
  const [row] = await readRows(on, { account, log }, [0]);
  const [first] = row?.entries ?? [];
  if (first?.kind !== 'note') throw new Error(`the log ${origin} does not begin with a note`);
  // Written by `noteEntry`.
  const note = JSON.parse(first.text) as LogNote;
  if (note.kind !== 'log.begin') throw new Error(`the log ${origin} begins with ${note.kind}`);
  const { at: began_at, earlier_events, previous } = note;
  return {
    began_at,
    earlier_events,
    previous: previous === null ? null : { origin: previous.origin, size: previous.size, root: previous.root },
  };
}

/** A key that signs or signed a log. `until`: it signs beside its successor until then. */
export type LogVkey = { vkey: string; from_size: number; until: string | null };

/** The keys of a log, the oldest first. */
export async function vkeysOf(on: Queryable, { keys, origin: name }: LogHead): Promise<LogVkey[]> {
  const known = new Map((await publicKeys(on)).map((key) => [key.no, key]));
  return keys.flatMap(([no, from_size], at) => {
    const key = known.get(no);
    const [, , replacedMs] = keys[at + 1] ?? [];
    const until = replacedMs === undefined ? null : new Date(replacedMs + formerKeySignsMs).toISOString();
    return key === undefined ? [] : [{ vkey: vkeyOf(sha256, { name, publicKey: key.publicKey }), from_size, until }];
  });
}

/** The root of a log at its size, in base64. */
export function rootOf({ checkpoint, origin }: LogHead): string {
  const root = parseCheckpoint(checkpoint)?.head.root;
  if (root === undefined) throw new Error(`the checkpoint of ${origin} cannot be read`);
  return btoa(root);
}
