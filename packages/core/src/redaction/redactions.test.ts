import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import type { NewEvent } from '../event/event.ts';
import type { Caller } from '../ground/caller.ts';
import { createHold, endHold } from '../legal-hold/holds.ts';
import { beginRedaction, getRedaction } from './redactions.ts';
import { redactEvent } from './redact-event.ts';
import { sweepWords } from './retire-words.ts';
import { runRedactions, type RedactionOptions } from './run-redactions.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

type Made = { caller: Caller; sites: { rowId: number; id: string }[] };

/** An account whose redactions no other test runs. */
async function ownAccount(count = 1): Promise<Made> {
  const { account, sites } = await world.account(count);
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const found = await world.db.prisma.site.findMany({
    where: { rowId: { in: sites } },
    select: { rowId: true, id: true },
    orderBy: { rowId: 'asc' },
  });
  return {
    caller: { actor: { kind: 'account_key', name: 'abcdefgh' }, account: { rowId: account, id } },
    sites: found,
  };
}

const store = ({ caller, sites }: Made, at: number, events: NewEvent[]): Promise<void> =>
  storeAll(world, { account: caller.account.rowId, site: sites[at]?.rowId ?? expect.fail() }, events);
const several = (count: number, over: Partial<NewEvent>): NewEvent[] =>
  Array.from({ length: count }, (_, at) => newEvent({ occurredAt: Date.UTC(2026, 0, 15, 12, 0, at), ...over }));
const ofAda = { username: 'ada', userId: 5, message: 'Ada Lovelace signed in' };

async function run(options: RedactionOptions = {}): Promise<void> {
  while ((await runRedactions(core, { share: 1, ...options })) > 0);
}

type Row = { id: number; site: number; username: string; message: string; redacted: boolean };
const rowsOf = async ({ caller }: Made): Promise<Row[]> =>
  (
    await world.db.work.query<Row>(
      `select id, site, username, message, redacted_at is not null as redacted from event where account = $1 order by id`,
      [caller.account.rowId],
    )
  ).rows;
const redactedIn = async (made: Made): Promise<number> =>
  (await rowsOf(made)).filter(({ redacted }) => redacted).length;

test('R§13.1 a person’s events of all sites are redacted, of a name or of the id of one site, and nobody else’s', async () => {
  const made = await ownAccount(2);
  const { caller, sites } = made;
  await store(made, 0, [
    ...several(3, ofAda),
    ...several(2, { username: 'Ada' }),
    ...several(1, { username: 'bo', userId: 5 }),
  ]);
  await store(made, 1, [...several(2, ofAda), ...several(2, { username: 'cy', userId: 5 })]);
  const { id } = await beginRedaction(core, caller, { username: 'ada' });
  expect(await getRedaction(core, caller.account, id)).toMatchObject({ status: 'running', matched: 0, done_at: null });
  await expect(beginRedaction(core, caller, { username: 'bo' })).rejects.toThrow('redaction already running');
  await run({ batch: 2 });
  expect(await getRedaction(core, caller.account, id)).toMatchObject({
    status: 'done',
    matched: 5,
    redacted: 5,
    held: 0,
  });
  expect(
    new Set(
      (await rowsOf(made)).filter(({ redacted }) => redacted).map(({ username, message }) => `${username}|${message}`),
    ),
  ).toEqual(new Set(['|redacted']));
  // Of the second site alone, although the first one has a user 5 too.
  await beginRedaction(core, caller, { site_id: sites[1]?.id, user_id: 5 });
  await run();
  expect(
    (await rowsOf(made))
      .filter(({ redacted }) => !redacted)
      .map(({ username }) => username)
      .toSorted(),
  ).toEqual(['Ada', 'Ada', 'bo']);
  // All three must hold.
  await beginRedaction(core, caller, { username: 'Ada', site_id: sites[0]?.id, user_id: 7 });
  await run();
  expect(await redactedIn(made)).toBe(7);
  const { rows } = await world.db.work.query('select username, user_id from redaction where account_no = $1', [
    caller.account.rowId,
  ]);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ username: null, user_id: null })));
});

test('R§13.1 events that arrive after the request stay, and a process that dies in between is followed by another that counts each event once', async () => {
  const made = await ownAccount();
  const { caller } = made;
  await store(made, 0, several(7, ofAda));
  const { id } = await beginRedaction(core, caller, { username: 'ada' });
  await store(made, 0, several(2, { ...ofAda, occurredAt: Date.UTC(2026, 0, 14) }));
  await store(made, 0, several(2, { ...ofAda, occurredAt: Date.UTC(2026, 0, 16) }));
  // One step each, and the lease of a process that died.
  for (let steps = 0; steps < 2; steps += 1) {
    await world.db.work.query('update redaction set lease_until = null where id = $1', [id]);
    const taken = runRedactions(core, { share: 1, batch: 3, turnMs: -1 });
    expect(await taken).toBeGreaterThan(0);
  }
  await world.db.work.query(
    `update redaction set lease_until = clock_timestamp() + interval '1 minute' where id = $1`,
    [id],
  );
  expect(await runRedactions(core)).toBe(0);
  expect(await getRedaction(core, caller.account, id)).toMatchObject({ status: 'running' });
  await world.db.work.query(`update redaction set lease_until = clock_timestamp() where id = $1`, [id]);
  const { events: other, db } = await world.another();
  await Promise.all([run({ batch: 1 }), runRedactions({ ...core, db, events: other }, { share: 1, batch: 1 })]);
  await run();
  expect(await getRedaction(core, caller.account, id)).toMatchObject({ status: 'done', matched: 7, redacted: 7 });
  expect(await redactedIn(made)).toBe(7);
});

test('R§13.1 R§13.6 a hold of a site keeps its events and counts them; where it covers everything that is asked for, nothing begins', async () => {
  const made = await ownAccount(2);
  const { caller, sites } = made;
  await store(made, 0, several(3, ofAda));
  await store(made, 1, several(2, ofAda));
  const { id: hold } = await createHold(core, caller, { reason: 'case', site_id: sites[0]?.id });
  await expect(beginRedaction(core, caller, { site_id: sites[0]?.id, user_id: 5 })).rejects.toThrow('on legal hold');
  const [first] = await rowsOf(made);
  await expect(redactEvent(core, caller, first?.id ?? 0)).rejects.toThrow('on legal hold');
  const { id } = await beginRedaction(core, caller, { username: 'ada' });
  // Two processes at once, because a lease has run out.
  const freeing = setInterval(() => {
    void world.db.work.query('update redaction set lease_until = null where id = $1', [id]);
  }, 1);
  const { events: other, db } = await world.another();
  await Promise.all([run({ batch: 1 }), runRedactions({ ...core, db, events: other }, { share: 1, batch: 1 })]);
  clearInterval(freeing);
  await run();
  expect(await getRedaction(core, caller.account, id)).toMatchObject({ matched: 5, redacted: 2, held: 3 });
  await endHold(core, caller, hold);
  const whole = await createHold(core, caller, { reason: 'case' });
  await expect(beginRedaction(core, caller, { username: 'ada' })).rejects.toThrow('on legal hold');
  await endHold(core, caller, whole.id);
  await redactEvent(core, caller, first?.id ?? 0);
  expect(await redactedIn(made)).toBe(3);
  // Asking again changes nothing, also under a hold.
  await createHold(core, caller, { reason: 'case' });
  await redactEvent(core, caller, first?.id ?? 0);
  const { rows } = await world.db.work.query(
    `select detail from action where account_id = $1 and action in ('event.redact', 'redaction.end') order by id`,
    [caller.account.id],
  );
  expect(rows).toEqual([
    { detail: { redaction: id, matched: 5, redacted: 2, held: 3 } },
    { detail: { event: first?.id } },
  ]);
});

test('R§13.2 a browser that redacted events alone used leaves the dictionary, one that others use stays, and neither is lost for new events', async () => {
  const made = await ownAccount();
  const { caller } = made;
  const account = caller.account.rowId;
  await store(made, 0, [
    ...several(2, { ...ofAda, userAgent: 'Ada’s own browser' }),
    ...several(1, { ...ofAda, userAgent: 'Firefox' }),
    ...several(1, { username: 'bo', userAgent: 'Firefox' }),
  ]);
  const words = async (): Promise<string[]> =>
    (
      await world.db.work.query<{ value: string }>(
        'select value from dictionary where account = $1 and kind = 3 order by id',
        [account],
      )
    ).rows.map(({ value }) => value);
  expect(await words()).toEqual(['Ada’s own browser', 'Firefox']);
  await beginRedaction(core, caller, { username: 'ada' });
  await run();
  const sweepNow = async () => {
    await world.db.work.query(`update word_sweep set due_at = 'epoch' where account_no = $1`, [account]);
    await world.db.work.query(`update dictionary set retired_at = retired_at - interval '1 day' where account = $1`, [
      account,
    ]);
    await sweepWords(core);
  };
  // A process that knows no numbers yet stores the words in the events.
  const other = await world.another();
  await storeAll(
    other,
    { account, site: made.sites[0]?.rowId ?? 0 },
    several(1, { username: 'bo', userAgent: 'Ada’s own browser' }),
  );
  // A sweep that comes too early for a word comes again for it.
  await world.db.work.query(`update word_sweep set due_at = 'epoch' where account_no = $1`, [account]);
  await sweepWords(core);
  expect(await words()).toEqual(['Ada’s own browser', 'Firefox']);
  const due = await world.db.work.query(
    `select s.due_at > clock_timestamp() as later, s.due_at = d.oldest + interval '780 seconds' as exact
     from word_sweep s, (select min(retired_at) as oldest from dictionary where account = $1) d where s.account_no = $1`,
    [account],
  );
  expect(due.rows).toEqual([{ later: true, exact: true }]);
  // A process that is stopped leaves the words to the next one.
  await sweepWords(core, AbortSignal.abort());
  await sweepNow();
  expect(await words()).toEqual(['Firefox']);
  const sweeps = await world.db.work.query('select from word_sweep where account_no = $1', [account]);
  expect(sweeps.rowCount).toBe(0);
  const { rows } = await world.db.work.query(
    `select e.user_agent_text, d.value, d.retired_at from event e left join dictionary d on d.account = e.account and d.kind = 3 and d.id = e.user_agent
     where e.account = $1 and e.username = 'bo' order by e.id`,
    [account],
  );
  expect(rows).toEqual([
    { user_agent_text: null, value: 'Firefox', retired_at: null },
    { user_agent_text: 'Ada’s own browser', value: null, retired_at: null },
  ]);
  // Numbers are never given again.
  const third = await world.another();
  await storeAll(third, { account, site: made.sites[0]?.rowId ?? 0 }, several(1, { userAgent: 'Safari' }));
  const ids = await world.db.work.query(
    'select id, value from dictionary where account = $1 and kind = 3 order by id',
    [account],
  );
  expect(ids.rows).toEqual([
    { id: 2, value: 'Firefox' },
    { id: 3, value: 'Safari' },
  ]);
});

test('each batch tells the signed log which events of which site it redacted', async () => {
  const made = await ownAccount(2);
  const { caller, sites } = made;
  await store(made, 0, several(3, ofAda));
  await store(made, 1, several(1, ofAda));
  await beginRedaction(core, caller, { username: 'ada' });
  await run();
  const ids = await rowsOf(made);
  const { rows } = await world.db.work.query('select note from log_outbox where account = $1 order by at, place', [
    caller.account.rowId,
  ]);
  const of = (at: number) => ids.filter(({ site }) => site === sites[at]?.rowId).map(({ id }) => id);
  expect(rows).toEqual(
    [0, 1].map((at) => ({ note: { kind: 'redact', site: sites[at]?.rowId, events: of(at), by: 'account_key' } })),
  );
});
