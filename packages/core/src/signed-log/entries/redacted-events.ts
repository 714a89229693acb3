import { rows, type Queryable } from '@goal/db';

/** Where the log says that an event was redacted; undefined where it does not say so yet. */
export type NoteOfRedaction = { log: number; leaf: number } | undefined;

export const reading = {
  name: 'redacted events among these',
  // The range bounds what is read where an array is no condition of the index (PostgreSQL 15, 16).
  text: `select id, log, note from redacted_event where account = $1::int and id >= $3::bigint and id <= $4::bigint and id = any($2::bigint[])`,
};

/** Those of these events that were redacted, by their ids. They stay known when they are purged. */
export async function redactedAmong(
  on: Queryable,
  account: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NoteOfRedaction>> {
  if (ids.length === 0) return new Map();
  const found = await rows<[id: number, log: number | null, leaf: number | null]>(on, {
    ...reading,
    values: [account, ids, Math.min(...ids), Math.max(...ids)],
  });
  return new Map(found.map(([id, log, leaf]) => [id, log === null || leaf === null ? undefined : { log, leaf }]));
}

const noting = {
  name: 'note where redactions stand in a log',
  text: 'update redacted_event set log = $3::int, note = $4::bigint where account = $1::int and id = any($2::bigint[])',
};

/** Notes the leaf of the note that names these events. */
export async function noteLeafOf(
  on: Queryable,
  account: number,
  ids: readonly number[],
  { log, leaf }: { log: number; leaf: number },
): Promise<void> {
  await rows(on, { ...noting, values: [account, ids, log, leaf] });
}
