import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Http } from '../world/http.ts';
import { at } from '../world/random.ts';
import type { StreamsAccount } from './world.ts';

/** How long a measure waits for what must come. */
const waitMs = 600_000;

let made = 0;

/** Makes a stream by an account's key, and returns its id. */
export async function makeStream(
  http: Http,
  { keys }: StreamsAccount,
  { sink, start = 'now' }: { sink: Readonly<Record<string, unknown>>; start?: 'now' | 'oldest' },
): Promise<string> {
  const body = JSON.stringify({ name: `bench ${(made += 1)}`, sink, start });
  const token = at(keys, made % keys.length);
  const answer = await http.send({ method: 'POST', path: '/account/streams', token, body, expect: 201 });
  // The cast trusts the service's own answer.
  return (JSON.parse(answer) as { id: string }).id;
}

/** Removes all streams; a service that works on one stops. */
export async function dropStreams(plain: pg.Pool): Promise<void> {
  await plain.query('DELETE FROM stream');
}

/** The events that sinks took, by account; accounts without streams are missing. */
export async function deliveredOf(plain: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await plain.query<{ account: number; delivered: string }>(
    'SELECT account_no AS account, sum(delivered)::text AS delivered FROM stream GROUP BY 1',
  );
  return new Map(rows.map(({ account, delivered }) => [account, Number(delivered)]));
}

/** Waits until something is so. Throws with `what` after `waitMs`. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, everyMs = 100): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${waitMs / 1000} s: ${what}`);
    await sleep(everyMs);
  }
}

/** The ids of an account's events in the order of its tail. */
export async function storedIds(pool: pg.Pool, account: number): Promise<number[]> {
  const { rows } = await pool.query<[string]>({
    text: `SELECT e.id FROM tail t JOIN event e ON e.account = t.account AND e.id BETWEEN t.first_id AND t.last_id
      WHERE t.account = $1 ORDER BY t.seq, e.id`,
    values: [account],
    rowMode: 'array',
  });
  return rows.map(([id]) => Number(id));
}
