import type pg from 'pg';

import { commits, eventColumns, type TailLines } from './commits.ts';
import { copyLines } from './copy.ts';
import { countEvents } from './counters.ts';
import { vocabulary, type Vocabulary } from './events.ts';
import { planSites, storePopulation } from './population.ts';
import { randomFrom } from './random.ts';
import type { Size } from './sizes.ts';

const seed = 20_260_101;
const usualDays = 300;
const dayMs = 24 * 60 * 60 * 1000;

type Say = (done: string) => void;

/**
 * Fills a fresh database: population, events of the given days by COPY, then their indexes,
 * counters and tail.
 */
export async function loadDataSet(
  client: pg.Client,
  size: Size,
  secret: string,
  step: (name: string) => Say,
  days = usualDays,
): Promise<void> {
  const random = randomFrom(seed);
  const sites = planSites(size, random);
  const words = vocabulary();
  step(`${size.accounts} accounts and ${sites.length} sites`);
  await storePopulation(client, sites, secret);
  await storeWords(client, words, size.accounts);
  // The data set ends yesterday, which distinguishes it from the events of a run.
  const end = Math.floor(Date.now() / dayMs) * dayMs - 1;
  const tailLines: TailLines = { blocks: 0, tail: [], heads: [] };
  const say = step(`${size.events.toLocaleString('en')} events`);
  const lines = commits(sites, words, { random, events: size.events, end, days }, tailLines);
  await storeEvents(client, withProgress(lines, size.events, say), step);
  await copyLines(client, 'tail (account, seq, first_id, last_id, at)', tailLines.tail);
  await copyLines(client, 'tail_head (account, last)', tailLines.heads);
  await client.query(`SELECT setval('event_block', $1)`, [tailLines.blocks]);
  step('Counters');
  await countEvents(client, words);
  await client.query(`INSERT INTO site_arrival (site_no, last_accepted_at) SELECT no, $1 FROM site`, [new Date(end)]);
  step('VACUUM and ANALYZE');
  await client.query('VACUUM (ANALYZE)');
}

/**
 * Copies into the table without its indexes, in the transaction that truncates it: so COPY can
 * freeze the rows, and no page is written twice. Then recreates the indexes from their own
 * definitions.
 */
async function storeEvents(client: pg.Client, lines: Iterable<string>, step: (name: string) => Say): Promise<void> {
  const { rows: keys } = await client.query<{ name: string; text: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = 'event'::regclass AND contype = 'p'`,
  );
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS text FROM pg_index i WHERE indrelid = 'event'::regclass AND NOT indisprimary`,
  );
  await client.query('BEGIN');
  await client.query('TRUNCATE event');
  for (const { name } of keys) await client.query(`ALTER TABLE event DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await copyLines(client, `${eventColumns} WITH (FREEZE)`, lines);
  await client.query('COMMIT');
  const statements = [
    ...keys.map(({ name, text }) => ({ name, text: `ALTER TABLE event ADD CONSTRAINT ${name} ${text}` })),
    ...indexes,
  ];
  for (const [index, { name, text }] of statements.entries()) {
    step(`Index ${index + 1} of ${statements.length}: ${name}`);
    await client.query(text);
  }
}

async function storeWords(
  client: pg.Client,
  { objects, eventTypes, agents }: Vocabulary,
  accounts: number,
): Promise<void> {
  for (const [index, list] of [objects, eventTypes, agents].entries()) {
    const kind = index + 1;
    await client.query(
      `INSERT INTO dictionary (account, kind, id, value) SELECT a, $2, w.id, w.value
       FROM generate_series(1, $1::int) a CROSS JOIN unnest($3::text[]) WITH ORDINALITY w(value, id)`,
      [accounts, kind, list],
    );
    await client.query(
      'INSERT INTO dictionary_head (account, kind, size) SELECT a, $2, $3 FROM generate_series(1, $1::int) a',
      [accounts, kind, list.length],
    );
  }
}

function* withProgress(lines: Iterable<string>, all: number, say: Say): Generator<string> {
  let made = 0;
  for (const line of lines) {
    yield line;
    made += 1;
    if (made % 10_000 === 0) say(`${(made / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} million`);
  }
}
