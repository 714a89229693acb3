import { text } from 'node:stream/consumers';

import { QueryValues } from '@goal/contract';
import { timePasses } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Streamed } from '../src/http/streamed.ts';
import { refusalOf } from '../src/refusal.ts';
import { appRouter } from '../src/router.ts';
import { bearer, openServices, type Credential, type TestServices } from './access-world.ts';
import { address, event, openEventAccount, sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// What members export of the log (rulings §10.7, §10.33, §11.5), at a door that sends streams.

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

type Input = Parameters<ReturnType<TestServices['callerOf']>['dashboard']['events']['export']>[0];

/** Begins an export as the door of the path does. It ends by `end`. */
async function begun(member: Credential, input: Input = {}) {
  const door = appRouter.createCaller({ ...services.contextOf(member), streams: 'whole' });
  const answer = await door.dashboard.events.export(input);
  if (!(answer instanceof Streamed)) throw new Error('the door sends no stream');
  const { judge, end, headers } = answer.stream;
  return { headers, judge, end: (complete: boolean) => end?.(complete), read: () => wholeOf(answer) };
}

/** All that a door sends. */
async function wholeOf({ stream }: Streamed): Promise<string> {
  const before = await text(stream.bytes());
  return before + String((await stream.last?.()) ?? '');
}

/** The whole file. */
async function exported(member: Credential, input: Input = {}): Promise<string> {
  const { read, end } = await begun(member, input);
  const file = await read();
  await end(true);
  return file;
}
type Line = { id?: number; message?: string; ip?: string; export?: object; complete?: boolean };
const linesOf = (file: string) =>
  file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line); // an export of lines has JSON objects

/** An account with members: an owner, a viewer, and a viewer of its group. */
async function openMembers() {
  const { account, other, send } = await openEventAccount(services, operator);
  const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const [owner, viewer, client] = [
    await signIn(services, account, { role: 'owner' }),
    await signIn(services, account, { role: 'viewer' }),
    await signIn(services, account, { role: 'viewer', group }),
  ];
  return { account, other, send, owner, viewer, client };
}

test('R§10.33 a member exports what a key exports, in the same bytes, and a client of one group that group', async () => {
  const { account, other, send, viewer, client } = await openMembers();
  await send(other, event({ message: 'a; "b"', code: 7, occurred_at: '2026-01-13T12:00:00Z' }));
  const keyed = appRouter.createCaller({ ...services.contextOf(account.accountKey), streams: 'whole' });
  for (const input of [
    {},
    { order: 'asc' as const, not_code: [9999], from: '2026-01-01' },
    { site_id: account.site.id },
  ]) {
    for (const format of ['csv', 'ndjson'] as const) {
      const answer = await keyed.account.events.export({ ...input, format });
      const file = await wholeOf(answer);
      await answer.stream.end?.(true);
      const withoutTime = (one: string) => one.replace(/"started_at":"[^"]*"|"sha256":"[^"]*"/g, '');
      expect(withoutTime(await exported(viewer, { ...input, format }))).toBe(withoutTime(file));
    }
  }
  const lines = linesOf(await exported(client));
  expect(lines[0]?.export).toMatchObject({ scope: { account_id: account.id, group_id: account.group.id } });
  expect(lines.slice(1)).toMatchObject([
    { message: 'an event', ip: address },
    { complete: true, events: 1 },
  ]);
  const { headers, end } = await begun(viewer, { format: 'csv' });
  await end(false);
  expect(headers['Content-Type']).toBe('text/csv; charset=utf-8; header=present');
});

test('R§10.33 R§11.4 an export leaves out whole texts, also with a comma in them, as the log does that it was begun from', async () => {
  const { account, other, send, owner } = await openMembers();
  const at = '2026-01-13T12:00:00Z';
  for (const username of ['Doe, Jo', 'Doe', 'mia'])
    await send(other, event({ message: `by ${username}`, code: 7, occurred_at: at, username, object: 'a,b' }));
  const asked = { site_id: account.otherSite.id, from: at, to: at };
  const byQuery = (names: string[]) => new QueryValues(names) as never; // as the door of the path reads them
  for (const names of [['Doe, Jo'], ['Doe, Jo', 'mia']]) {
    const shown = await services.callerOf(owner).dashboard.events.list({ ...asked, not_username: names });
    const file = linesOf(await exported(owner, { ...asked, not_username: byQuery(names) }));
    const messages = file.flatMap(({ message }) => message ?? []);
    expect(messages).toEqual(shown.events.map(({ message }) => message));
    expect(messages).not.toContain('by Doe, Jo');
    expect(messages).toContain('by Doe');
  }
  expect(linesOf(await exported(owner, { ...asked, not_object: byQuery(['a,b']) }))).toHaveLength(2);
});

test('R§10.45 a member exports several sites at once, and none where one of them is out of reach', async () => {
  const { account, other: otherKey, send, owner, client } = await openMembers();
  const other = account.otherSite;
  await send(otherKey, event({ message: 'of the other site', code: 7, occurred_at: '2026-01-13T12:00:00Z' }));
  const sitesOf = async (input: Input) =>
    new Set(linesOf(await exported(owner, input)).flatMap((line) => ('site_id' in line ? [line.site_id] : [])));
  expect(await sitesOf({ site_ids: [account.site.id.toUpperCase(), other.id] })).toEqual(
    new Set([account.site.id, other.id]),
  );
  expect(await sitesOf({ site_ids: [other.id] })).toEqual(new Set([other.id]));
  // Each filter must hold.
  expect(await sitesOf({ site_ids: [account.site.id, other.id], site_id: other.id })).toEqual(new Set([other.id]));
  expect(await sitesOf({ site_ids: [other.id], group_id: account.group.id })).toEqual(new Set());
  const [first] = linesOf(await exported(owner, { site_ids: [other.id] }));
  expect(first?.export).toMatchObject({ scope: { account_id: account.id, site_ids: [other.id] } });
  const { actions } = await services.callerOf(owner).dashboard.actions.list({ action: 'events.export', limit: 1 });
  expect(actions).toMatchObject([{ detail: { filters: { site_ids: [other.id] } } }]);

  const refusal = (member: Credential, input: Input) => sentenceOf(begun(member, input));
  expect(await refusal(client, { site_ids: [account.site.id, other.id] })).toBe('not found');
  expect(await refusal(owner, { site_ids: [crypto.randomUUID()] })).toBe('not found');
  expect(await refusal(owner, { site_ids: ['none'] })).toBe('not found');
  for (const site_ids of [[], 7, Array.from({ length: 201 }, () => other.id)])
    expect(await refusal(owner, { site_ids } as never)).toBe('invalid site_ids');
});

test('R§10.33 an export refuses what a key’s export refuses, and a door that sends no streams has none', async () => {
  const { account, viewer, client } = await openMembers();
  const refused = (member: Credential, input: object) => sentenceOf(begun(member, input));
  for (const reach of [{ site_id: account.otherSite.id }, { group_id: crypto.randomUUID() }, { site_id: 'x' }])
    expect(await refused(client, reach)).toBe('not found');
  expect(await refused(viewer, { format: 'xml' })).toBe('invalid format');
  expect(await refused(viewer, { order: 'up' })).toBe('invalid order');
  expect(await refused(viewer, { from: 'x' })).toBe('invalid from');
  expect(await refused(viewer, { cursor: 'x' })).toBe('invalid cursor');
  expect(await sentenceOf(services.callerOf(viewer).dashboard.events.export({}))).toBe('not found');
});

test('R§10.7 a session runs one export at a time, and the person another one in another session', async () => {
  const { account, viewer } = await openMembers();
  const second = await signIn(services, account, { role: 'viewer' });
  await services.core.db.prisma.session.updateMany({
    where: { personRowId: second.person.rowId },
    data: { personRowId: viewer.person.rowId },
  });
  const first = await begun(viewer);
  expect(await begun(viewer, { code: [7] }).catch(refusalOf)).toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfter: 5,
  });
  await exported(second);
  await first.end(false);
  await exported(viewer);
});

test('R§10.33 R§11.5 an export is recorded with its member, its filters without persons, and how it ended', async () => {
  const { account, owner, client } = await openMembers();
  await exported(client, { username: 'ada', ip: address, severity: ['low'], format: 'csv' });
  await (await begun(client)).end(false);
  const { actions } = await services.callerOf(owner).dashboard.actions.list({ action: 'events.export' });
  expect(actions).toMatchObject([
    { who: client.person.email, who_kind: 'member', sentence: 'exported 1 event, and was cut off' },
    { who: client.person.email, who_kind: 'member', sentence: 'exported 1 event' },
  ]);
  expect(actions[1]?.detail).toEqual({
    format: 'csv',
    order: 'desc',
    filters: {
      group_id: account.group.id,
      severity: ['low'],
      username: 'not recorded',
      ip: 'not recorded',
    },
    resumed: false,
    rows: 1,
    complete: true,
  });
});

test('R§2.5 R§10.33 an export is judged again while it runs: whoever is removed or signed out has no more of it', async () => {
  const { owner, viewer, client } = await openMembers();
  const [removed, signedOut] = [await begun(viewer), await begun(client)];
  for (const { judge } of [removed, signedOut]) await judge();
  const { members } = await services.callerOf(owner).dashboard.members.list();
  const { id = '' } = members.find(({ email }) => email === viewer.person.email) ?? {};
  await services.callerOf(owner).dashboard.members.remove({ id });
  expect(await sentenceOf(removed.judge())).toBe('not found');
  await services.callerOf(client).me.signOut();
  expect(await sentenceOf(signedOut.judge())).toBe('invalid token');
  for (const { end } of [removed, signedOut]) await end(false);
  expect(await sentenceOf(begun(viewer))).toBe('not found');
});

/** Resolves once every page that has been read so far is due to be judged again. */
const untilJudgedAgain = (): Promise<void> => timePasses(500);
/** More bytes than the first two pages hold, which are read when an export begins. */
const pages = () => Array.from({ length: 400 }, () => event({ message: 'x'.repeat(8000) }));

test('R§2.5 R§10.33 an export whose member gets another reach, or whose group loses a site, breaks off, and is recorded so', async () => {
  const { account, owner, viewer, client } = await openMembers();
  const { callerOf } = services;
  await callerOf(account.siteKey).ingest.events.send({ events: pages() });
  const keyed = callerOf(account.accountKey).account;
  const elsewhere = await keyed.groups.create({ name: 'Elsewhere' });
  await keyed.sites.update({ id: account.otherSite.id, group_id: elsewhere.id });
  const second = await signIn(services, account, { role: 'viewer' });
  const ofMembers = [await begun(client), await begun(viewer, { format: 'csv' })];
  const ofGroup = [
    await begun(owner, { group_id: account.group.id }),
    await begun(second, { group_id: account.group.id, site_id: account.site.id }),
  ];
  const { members } = await callerOf(owner).dashboard.members.list();
  for (const { person } of [client, viewer]) {
    const { id = '' } = members.find(({ email }) => email === person.email) ?? {};
    await callerOf(owner).dashboard.members.update({ id, group_id: elsewhere.id });
  }
  await keyed.sites.update({ id: account.site.id, group_id: null });
  for (const { judge } of ofMembers) expect(await sentenceOf(judge())).toBe('not found');
  await untilJudgedAgain();
  for (const { read, end } of [...ofMembers, ...ofGroup]) {
    expect(await sentenceOf(read())).toBe('not found');
    await end(false);
  }
  const { actions } = await callerOf(owner).dashboard.actions.list({ action: 'events.export' });
  expect(actions).toHaveLength(4);
  for (const { detail } of actions) expect(detail).toMatchObject({ complete: false });
});

test('R§2.5 an export of a group is whole without a site that joins the group meanwhile, and without one that is deleted', async () => {
  const { account, owner } = await openMembers();
  const { callerOf } = services;
  await callerOf(account.siteKey).ingest.events.send({ events: pages() });
  const keyed = callerOf(account.accountKey).account;
  const domain = `new-${account.otherSite.domain}`;
  const joining = await callerOf(operator).admin.accounts.sites.create({
    id: account.id,
    domain,
    site_url: `https://${domain}/`,
  });
  const oldest = event({ occurred_at: '2026-01-13T12:00:00Z' });
  await callerOf({ authorization: bearer(joining.token), domain }).ingest.events.send({ events: [oldest] });
  await keyed.sites.update({ id: account.otherSite.id, group_id: account.group.id });
  const { read, end } = await begun(owner, { group_id: account.group.id });
  await keyed.sites.delete({ id: account.otherSite.id, confirm: true });
  await keyed.sites.update({ id: joining.site_id, group_id: account.group.id });
  await untilJudgedAgain();
  const lines = linesOf(await read());
  await end(true);
  expect(lines.at(-1)).toMatchObject({ complete: true, events: 401 });
});

test('R§11.5 an export has no addresses while they are hidden from its member, and one with addresses breaks off when they are', async () => {
  const { owner, viewer, client } = await openMembers();
  const [shown, seeing] = [await begun(viewer, { format: 'csv' }), await begun(owner)];
  await services.callerOf(owner).dashboard.account.update({ hide_ip: true });
  expect(await sentenceOf(shown.judge())).toBe('missing role: admin');
  await shown.end(false);
  await seeing.judge();
  expect(linesOf(await seeing.read()).map(({ ip }) => ip)).toContain(address);
  await seeing.end(true);
  for (const member of [viewer, client]) {
    const lines = linesOf(await exported(member));
    expect(lines.filter((line) => 'id' in line)).not.toHaveLength(0);
    for (const line of lines) expect(line).not.toHaveProperty('ip');
    const [head = '', ...rows] = (await exported(member, { format: 'csv' })).trimEnd().split('\r\n');
    expect(head.endsWith(',ip')).toBe(true);
    for (const row of rows) expect(row.endsWith(',')).toBe(true);
    expect(await sentenceOf(begun(member, { ip: address }))).toBe('missing role: admin');
  }
  const hidden = await begun(viewer);
  await services.callerOf(owner).dashboard.account.update({ hide_ip: false });
  await hidden.judge();
  await hidden.end(false);
});
