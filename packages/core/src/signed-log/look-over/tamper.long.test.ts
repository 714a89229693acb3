import fc from 'fast-check';
import { expect, test } from 'vitest';

import { changeOf, columnsOf, noPart, Tampering } from '../../../test/tampering.ts';

const logTables = `log_check log_entries log_head log_key log_outbox log_purge log_salt log_salt_kept log_site
  log_tile`.split(/\s+/);

test('each column of the tables of the log is either part of what is proven, or named as none', async () => {
  const tampering = await Tampering.open(80, { redacts: true });
  const columns = await columnsOf(tampering, logTables);
  expect(columns.length).toBeGreaterThan(55);
  for (const column of columns) {
    const said = await tampering.attempt(changeOf(column));
    if (noPart.has(column.name)) expect([column.name, said]).toEqual([column.name, 'verified']);
    else expect([column.name, said]).not.toEqual([column.name, 'verified']);
  }
});

test('five hundred random changes behind the back of the service are caught, each of them', async () => {
  const tampering = await Tampering.open();
  const columns = (await columnsOf(tampering, ['event', 'dictionary', 'log_purge'])).filter(
    ({ name }) => !noPart.has(name),
  );
  const nth = fc.nat({ max: 60 });
  const row = (table: string, at: number): string =>
    `ctid = (select ctid from ${table} order by ctid limit 1 offset ${at} % (select count(*) from ${table}))`;
  const messages = (one: number, other: number): string =>
    `update event e set message = e.message || o.id, username = o.username || o.id from event o where e.${row('event', one)} and o.${row('event', other)}`;
  const act = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...columns), nth).map(([column, at]) => changeOf(column, at)) },
    fc
      .tuple(fc.constantFrom('event', 'dictionary', 'log_entries', 'log_head', 'log_purge'), nth)
      .map(([table, at]) => `delete from ${table} where ${row(table, at)}`),
    fc.tuple(nth, nth).map(([one, other]) => messages(one, other)),
    fc
      .tuple(nth, nth)
      .map(
        ([one, count]) =>
          `delete from event where id in (select id from event order by id limit ${1 + count} offset ${one % 50})`,
      ),
  );
  await fc.assert(
    fc.asyncProperty(act, async (sql) => {
      expect([sql, await tampering.attempt(sql)]).not.toEqual([sql, 'verified']);
    }),
    { numRuns: 500, endOnFailure: true },
  );
  expect(await tampering.attempt('select 1')).toBe('verified');
});
