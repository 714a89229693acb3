import { commitmentOf, eventText } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';
import { expect, test } from 'vitest';

import { one } from '../../../test/event-world.ts';
import { Tampering } from '../../../test/tampering.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';
import { deleteSite } from '../../site/delete-site.ts';
import { checkLogs } from '../look-over/check-logs.ts';
import { logHeads } from '../entries/log-head.ts';
import { datedOf, eventsByIds } from '../entries/logged-events.ts';
import { readRowsBetween } from '../entries/read-entries.ts';
import { findSaltKeys } from './salt-keys.ts';
import { saltsOfEvents } from './salts-of-events.ts';

/** Whether a row of the database holds these bytes. */
async function isAnywhere({ world }: Tampering, bytes: Uint8Array): Promise<boolean> {
  const hex = Buffer.from(bytes).toString('hex');
  const { rows } = await world.db.work.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) {
    const found = await world.db.work.query(`select from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [hex]);
    if (found.rowCount !== 0) return true;
  }
  return false;
}

test('R§16.9 what is purged or deleted loses its salts: no row holds them, and whoever knows the whole event cannot show that it was this one', async () => {
  const tampering = await Tampering.open();
  const { world, core, caller, site } = tampering;
  await world.db.work.query('drop schema kept cascade');
  const account = caller.account.rowId;
  const on = world.db.sealing;
  const { rows } = await world.db.work.query<{ id: number; site: number; day: string }>(
    `select id, site, occurred_at::date::text as day from event where account = $1 order by id`,
    [account],
  );
  const days = rows.map(({ site: of, day }) => ({ site: of, day }));
  const keys = [...(await findSaltKeys(on, account, days)).values()];
  const events = await eventsByIds(
    on,
    account,
    rows.map(({ id }) => id),
  );
  const salts = await saltsOfEvents(on, account, [...events.values()].map(datedOf));
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(await isAnywhere(tampering, key)).toBe(true);
  // One site is deleted, and retention purges the other one.
  await deleteSite(core, caller, site.id);
  await world.db.work.query('update site set retention_days = 1');
  await world.db.work.query(`delete from retention_cut`);
  await purgeOverdue(core, { share: 1 });
  for (const key of keys) expect(await isAnywhere(tampering, key)).toBe(false);
  const known = [...events.values()][0] ?? expect.fail('no event');
  const head = (await logHeads(on, account)).at(-1) ?? expect.fail('no log');
  const entries = (await readRowsBetween(on, { account, log: head.log }, { from: 0, to: head.size })).flatMap(
    (row) => row.entries,
  );
  const entry = entries.find((one) => one.kind === 'event' && one.id === known.event.id);
  const text = eventText(known.event, site.id);
  const commitment = (salt: Uint8Array): string => commitmentOf(sha256, salt, text);
  // The salt was what hid it.
  expect(entry).toMatchObject({ commitment: commitment(salts.get(known.event.id) ?? expect.fail('no salt')) });
  expect(entry).not.toMatchObject({ commitment: commitment(new Uint8Array(16)) });
});

test('R§16.9 the salts of the last day of a site that has gone silent go as well, once that day is over', async () => {
  const tampering = await Tampering.open();
  const { world, core, caller } = tampering;
  const account = caller.account.rowId;
  const daysOfKeys = async (): Promise<number> =>
    one(world.db, 'select count(*) as value from log_salt where account = $1', [account]);
  const daysOfKept = async (): Promise<number> =>
    one(world.db, 'select count(*) as value from log_salt_kept where account = $1', [account]);
  // As a redaction leaves them.
  await world.db.work.query(
    `insert into log_salt_kept (account, site, day, id, salt)
     select account, site, day, row_number() over (), substr(key, 1, 16) from log_salt where account = $1`,
    [account],
  );
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await world.db.work.query('update site set retention_days = 3');
  await purgeOverdue(core, { share: 1 });
  expect(await one(world.db, 'select count(*) as value from event e join site s on s.no = e.site')).toBe(0);
  expect([await daysOfKeys(), await daysOfKept()]).toEqual([1, 1]);
  await checkLogs(world.db.sealing, new AbortController().signal);
  // The day is not over yet.
  expect(await one(world.db, 'select count(*) as value from log_salt where day = $1', [day])).toBe(1);
  await world.db.work.query(`update log_check set checked_at = checked_at - interval '2 days'`);
  await world.db.work.query('update site set retention_days = 2');
  await checkLogs(world.db.sealing, new AbortController().signal);
  expect([await daysOfKeys(), await daysOfKept()]).toEqual([0, 0]);
});
