import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { dayMs, logsOf, noon, verify, type Place } from '../../../test/logs-of.ts';
import { readLog } from '../../../test/sealing-world.ts';
import { deleteAccount } from '../../account/delete-account.ts';
import { reclaimGone } from '../../event/gone/reclaim-gone.ts';
import { redactEvent } from '../../redaction/redact-event.ts';
import { purgeOverdue } from '../../retention/purge-overdue.ts';

let world: EventWorld;
let logs: ReturnType<typeof logsOf>;
beforeAll(async () => {
  world = await openWorld();
  logs = logsOf(world);
});
afterAll(() => world.close());

/** The tables that hold rows of the account. */
async function tablesOf({ account }: Place): Promise<string[]> {
  const { work } = world.db;
  const { rows } = await work.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account'
       and data_type = 'integer' order by 1`,
  );
  const held: string[] = [];
  for (const { name } of rows) {
    const found = await work.query(`select from "${name}" where account = $1 limit 1`, [account]);
    if (found.rowCount === 1) held.push(name);
  }
  return held;
}

const tablesOfLog = `log_check log_entries log_head log_outbox log_purge log_salt log_salt_kept log_site log_tile`;

test('R§16.1 R§16.9 the log of a deleted account ends with a note of that, whatever was still to be told, and leaves no row in any table', async () => {
  const [place, other] = [await logs.ownPlace(), await logs.ownPlace()];
  for (const one of [place, other]) {
    const ids = await logs.store(one, 300);
    await logs.store(one, 5, { occurredAt: noon - 400 * dayMs });
    await logs.seal(one);
    await redactEvent(logs.core, one.caller, ids[0] ?? 0);
    await logs.store(one, 1, { occurredAt: noon - 3 * dayMs });
    await logs.expectVerified(one, { kept: 305, redacted: 1 });
    await redactEvent(logs.core, one.caller, ids[1] ?? 0);
  }
  await purgeOverdue(logs.core, { share: 1 });
  for (const one of [place, other])
    expect((await tablesOf(one)).filter((name) => name.startsWith('log_'))).toEqual(tablesOfLog.split(' '));
  const before = await tablesOf(other);
  // A redaction and a purge are not told yet, and events not sealed.
  await logs.store(place, 2);
  await deleteAccount(logs.core, place.caller);
  await logs.seal(place);
  const { entries } = await readLog(world, place.account);
  expect(entries.at(-1)).toEqual({ kind: 'log.delete', by: 'account_key' });
  expect(entries.filter((entry) => 'kind' in entry && entry.kind === 'log.delete')).toHaveLength(1);
  // Salts go first, and so does whatever they could show.
  await reclaimGone(world);
  expect(await verify(await logs.bundle(place))).toMatchObject({
    verified: true,
    fault: null,
    events: { kept: 0, redacted: 1, deleted: 305 },
  });
  for (const table of ['gone_account', 'gone_site'])
    await world.db.work.query(`update ${table} set deleted_at = deleted_at - interval '10 minutes'`);
  expect(await reclaimGone(world)).toBe(0);
  expect(await tablesOf(place)).toEqual([]);
  expect(await tablesOf(other)).toEqual(before);
});
