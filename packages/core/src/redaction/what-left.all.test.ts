import { randomUUID } from 'node:crypto';

import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll } from '../../test/event-world.ts';
import type { Caller } from '../ground/caller.ts';
import { deleteStream, updateStream } from '../stream/manage/change-stream.ts';
import { createStream } from '../stream/manage/create-stream.ts';
import { previewRedaction } from './preview-redaction.ts';
import { beginRedaction, getRedaction, listRedactions } from './redactions.ts';
import { runRedactions } from './run-redactions.ts';
import { showLeft } from './what-left.ts';

// What an erasure cannot reach, in its answer (rulings §13.2): streams and exports that may have
// the events, and filters and views that keep the name.

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);
const { prisma, work } = { prisma: world.db.prisma, work: world.db.work };

type Made = { caller: Caller; sites: { rowId: number; id: string }[] };

async function ownAccount(): Promise<Made> {
  const { account, sites } = await world.account(2);
  const { id } = await prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const found = await prisma.site.findMany({ where: { rowId: { in: sites } }, select: { rowId: true, id: true } });
  const caller = { actor: { kind: 'account_key', name: 'abcdefgh' }, account: { rowId: account, id } } as const;
  return { caller, sites: found };
}

const since = new Date('2026-01-10T00:00:00Z');
const [before, after] = ['2026-01-09T23:59:59.000Z', '2026-01-11T00:00:00.000Z'];
const sink = { type: 'mail', open: { to: null }, secret: undefined } as const;
const makeStream = async ({ caller }: Made, name: string, filters: object = {}): Promise<string> =>
  (await createStream(core, caller, { name, sink, filters })).id;
const set = (id: string, text: string, ...values: unknown[]) =>
  work.query(`update stream set ${text} where id = $1`, [id, ...values]);
const note = (id: string, at: string, outcome: string) =>
  work.query(
    `insert into stream_delivery (stream_no, at, outcome, events, attempt, took_ms, bytes) select no, $2, $3, 1, 1, 1, 0 from stream where id = $1`,
    [id, at, outcome],
  );
const act = ({ caller: { account } }: Made, action: string, at: string, detail: object) =>
  work.query(
    `insert into action (occurred_at, ended_at, actor_kind, actor, action, account_id, detail) values ($1, $1, 'account_key', 'abcdefgh', $2, $3, $4)`,
    [at, action, account.id, detail],
  );
const leftOf = ({ caller }: Made, siteId: string | null = null) =>
  showLeft(core, caller.account, { since, siteId, whose: { username: 'nobody' } }, undefined);

test('R§13.2 a stream that tried to send may have left its events, also where the receiver said no or nothing, and so may one whose filter was another one meanwhile', async () => {
  const made = await ownAccount();
  const [site, other] = made.sites;
  const tried = await makeStream(made, 'tried');
  await note(tried, after, 'failed');
  const earlier = await makeStream(made, 'earlier');
  await note(earlier, before, 'failed');
  await makeStream(made, 'never');
  const elsewhere = await makeStream(made, 'elsewhere', { site_id: other?.id });
  await set(elsewhere, 'last_delivery_at = $2', after);
  expect((await leftOf(made)).streams.map(({ name }) => name)).toEqual(['tried', 'elsewhere']);
  expect((await leftOf(made, site?.id)).streams.map(({ name }) => name)).toEqual(['tried']);
  await act(made, 'stream.update', after, { name: 'elsewhere', type: 'mail' });
  expect((await leftOf(made, site?.id)).streams.map(({ name }) => name)).toEqual(['tried', 'elsewhere']);
});

test('R§13.2 a stream that was deleted since is named from the record, because it may have sent them', async () => {
  const made = await ownAccount();
  const id = await makeStream(made, 'sent');
  await set(id, 'last_delivery_at = $2', after);
  await deleteStream(core, made.caller, id);
  await act(made, 'stream.delete', after, { name: 'long ago', type: 'splunk', host: 'siem.example.com' });
  await act(made, 'stream.delete', before, { name: 'before', type: 'splunk' });
  const { streams } = await leftOf(made);
  expect(streams).toEqual([
    { id: null, name: 'sent', deleted_at: expect.any(String) },
    { id: null, name: 'long ago', deleted_at: after },
  ]);
});

test('R§13.2 bundles of the signed log hold whole texts, so they are named beside exports: of the account, of a group, of the site that was named', async () => {
  const made = await ownAccount();
  const [site, other] = made.sites;
  await act(made, 'log.bundle', before, { leaves: 1 });
  await act(made, 'log.bundle', after, { leaves: 7, complete: true });
  await act(made, 'log.bundle', '2026-01-12T00:00:00Z', { leaves: 5, group_id: randomUUID() });
  await act(made, 'events.export', '2026-01-13T00:00:00Z', { rows: 3 });
  for (const one of made.sites)
    await work.query(
      `insert into action (occurred_at, actor_kind, actor, action, account_id, site_id, detail) values ('2026-01-14', 'site_key', 'sitekey1', 'log.bundle', $1, $2, '{"leaves": 4}')`,
      [made.caller.account.id, one.id],
    );
  const { exports } = await leftOf(made, site?.id);
  expect(exports).toEqual([
    { at: '2026-01-14T00:00:00.000Z', by: 'sitekey1', events: 4, bundle: true },
    { at: '2026-01-13T00:00:00.000Z', by: 'abcdefgh', events: 3 },
    { at: '2026-01-12T00:00:00.000Z', by: 'abcdefgh', events: 5, bundle: true },
    { at: after, by: 'abcdefgh', events: 7, bundle: true },
  ]);
  expect((await leftOf(made)).exports).toHaveLength(5);
  expect((await leftOf(made, other?.id)).exports).toHaveLength(4);
});

test('R§13.2 filters and views that keep the name are named: streams to all, views to those who may see them, the others by their number; none of it is changed', async () => {
  const made = await ownAccount();
  const { account } = made.caller;
  const [site] = made.sites;
  const filters = { username: 'Ada', q: ['failed'] };
  const byName = await makeStream(made, 'By name', filters);
  await set(byName, 'last_delivery_at = now()');
  const byWord = await makeStream(made, 'By a word', { q: 'lovelace ada' });
  const without = await makeStream(made, 'Without', { not_username: ['ada', 'bo'] });
  await makeStream(made, 'Of others', { username: 'bo' });
  const named = await makeStream(made, 'All of ADA');
  const people = [];
  for (const role of ['owner', 'viewer']) {
    const person = await prisma.person.create({ data: { email: `${randomUUID()}@example.com` } });
    await prisma.membership.create({ data: { accountRowId: account.rowId, personRowId: person.rowId, role } });
    people.push(person);
  }
  const [owner, viewer] = people;
  const view = async (name: string, query: string, personRowId: number | null = null): Promise<string> =>
    (await prisma.savedView.create({ data: { accountRowId: account.rowId, personRowId, name, query, createdBy: 'x' } }))
      .id;
  const shared = await view('Shared', 'username=ada&range=7d');
  await view('Coded', 'q=a+%41d%61');
  await view('Another', 'username=bo');
  const mine = await view('Mine', 'not_username=ADA', owner?.rowId);
  await view('Of the viewer', 'username=ada', viewer?.rowId);

  const preview = await previewRedaction(core, account, { username: 'ada' }, owner);
  expect(preview).toMatchObject({ events: 0, exports: [], private_views: 1 });
  expect(preview.streams).toEqual([
    { id: byName, name: 'By name', filter: true, sent: false },
    { id: byWord, name: 'By a word', filter: true, sent: false },
    { id: without, name: 'Without', filter: true, sent: false },
    { id: named, name: 'All of ADA', filter: true, sent: false },
  ]);
  await storeAll(world, { account: account.rowId, site: site?.rowId ?? 0 }, [newEvent({ username: 'ada' })]);
  await set(byName, `last_delivery_at = now() + interval '1 second'`);
  const { id } = await beginRedaction(core, made.caller, { username: 'ada' });
  expect(await getRedaction(core, account, id)).toMatchObject({ streams: [], views: [], private_views: 0 });
  while ((await runRedactions(core, { share: 1 })) > 0);
  const byKey = await getRedaction(core, account, id);
  expect(byKey.streams.find(({ id: stream }) => stream === byName)).toEqual({
    id: byName,
    name: 'By name',
    filter: true,
  });
  expect(byKey.views.map(({ name }) => name)).toEqual(['Coded', 'Shared']);
  expect(byKey.private_views).toBe(2);
  const [byOwner] = (await listRedactions(core, account, owner)).redactions;
  expect(byOwner?.views.map(({ name }) => name)).toEqual(['Coded', 'Mine', 'Shared']);
  expect(byOwner?.private_views).toBe(1);
  // The redaction has forgotten whom it was about, and keeps no name of a view or a stream.
  const { left } = await prisma.redaction.findFirstOrThrow({ where: { id } });
  expect(JSON.stringify(left)).not.toMatch(/Shared|Mine|viewer|ADA|name/);
  await prisma.savedView.delete({ where: { id: shared } });
  expect((await getRedaction(core, account, id, owner)).views.map(({ id: one }) => one)).toContain(mine);
  expect((await getRedaction(core, account, id)).views.map(({ name }) => name)).toEqual(['Coded']);
  expect((await prisma.stream.findFirstOrThrow({ where: { id: byName } })).filters).toEqual(filters);
});

test('R§13.2 an id of a user that a filter or a view holds is named as well', async () => {
  const made = await ownAccount();
  const [site] = made.sites;
  const stream = await makeStream(made, 'Five', { user_id: 5 });
  await makeStream(made, 'Fifty', { user_id: 55 });
  for (const [name, query] of [
    ['Five', 'user_id=5'],
    ['Fifty', 'user_id=55'],
    ['Code', 'code=5'],
  ] as const)
    await prisma.savedView.create({ data: { accountRowId: made.caller.account.rowId, name, query, createdBy: 'x' } });
  const found = await previewRedaction(core, made.caller.account, { site_id: site?.id, user_id: 5 });
  expect(found.streams.map(({ id }) => id)).toEqual([stream]);
  expect(found.views.map(({ name }) => name)).toEqual(['Five']);
});

test('R§13.2 a name of several words is found in filters, views and names as a search finds it: each word as a part, in any case, order and spacing', async () => {
  const made = await ownAccount();
  const { account } = made.caller;
  const keep = [
    await makeStream(made, 'By words', { q: ['Grace', 'Hopper'] }),
    await makeStream(made, 'In another order', { q: ['x', 'HOPPERS', 'grace,'] }),
    await makeStream(made, 'By name', { username: 'Grace  Hopper' }),
    await makeStream(made, 'Without', { not_username: ['bo', 'GRACE HOPPER'] }),
    await makeStream(made, 'gracE\u00a0 HOPPER stream'),
  ];
  await makeStream(made, 'One word', { q: ['grace'] });
  await makeStream(made, 'Two people', { not_username: ['grace', 'hopper'] });
  await makeStream(made, 'Hopper', { username: 'grace' });
  const view = (name: string, query: string) =>
    prisma.savedView.create({ data: { accountRowId: account.rowId, name, query, createdBy: 'x' } });
  await view('Turned', 'q=HOPPER+GRACE');
  await view('Spaced', 'q=grace%20%20hopper%0A');
  await view('hopper,  Grace', '');
  await view('Another', 'q=grace+hop&username=hopper');
  for (const username of ['Grace Hopper', 'GRACE   hopper', 'hopper grace']) {
    const { streams, views } = await showLeft(
      core,
      account,
      { since: null, siteId: null, whose: { username } },
      undefined,
    );
    expect(streams.map(({ id }) => id)).toEqual(keep);
    expect(views).toHaveLength(3);
  }
});

test('R§13.2 letters of an id keep no name, and some letters have two forms', async () => {
  const made = await ownAccount();
  const [site] = made.sites;
  await makeStream(made, 'One site', { site_id: site?.id });
  const sharp = await makeStream(made, 'All of STRASSE', { site_id: site?.id });
  const streamsOf = async (username: string) =>
    (await showLeft(core, made.caller.account, { since: null, siteId: null, whose: { username } }, undefined)).streams;
  expect(await streamsOf(site?.id.slice(0, 8) ?? '')).toEqual([]);
  expect((await streamsOf('Straße')).map(({ id }) => id)).toEqual([sharp]);
});

test('R§13.2 a redaction reads the names of streams as they are now, and tells one that is deleted by then from the record', async () => {
  const made = await ownAccount();
  const { account } = made.caller;
  const renamed = await makeStream(made, 'gracE HOPPER stream');
  const deleted = await makeStream(made, 'Of grace hopper');
  const { id } = await beginRedaction(core, made.caller, { username: 'Grace Hopper' });
  while ((await runRedactions(core, { share: 1 })) > 0);
  await updateStream(core, made.caller, renamed, { name: 'All' });
  await updateStream(core, made.caller, deleted, { name: 'Former' });
  await deleteStream(core, made.caller, deleted);
  const { streams } = await getRedaction(core, account, id);
  const found = { filter: true, sent: false };
  expect(streams).toEqual([
    { id: renamed, name: 'All', ...found },
    { id: deleted, name: 'Former', deleted_at: expect.any(String), ...found },
  ]);
  const { rows } = await work.query('select "left"::text from redaction where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toMatch(/hopper/i);
});
