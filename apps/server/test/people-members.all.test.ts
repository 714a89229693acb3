import { beganShape, invitationShape, madeInvitationShape, membersShape, type Role } from '@goal/contract';
import { beginSession, openPeople } from '@goal/core';
import { transaction } from '@goal/db';
import { until } from '@goal/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { serve } from '../src/serve.ts';
import { openClient, type Client } from './harness/client.ts';
import {
  makeEvent,
  startService,
  testEnv,
  unique,
  type Account,
  type CallOptions,
  type TestService,
} from './harness.ts';
import { data, refused } from './trpc-answers.ts';

// Members over HTTP, on two instances with one database.
const secret = 'a password of the tests, 32 characters';
const dashboardUrl = 'https://goal.example.com';
const [door = ''] = openPeople({
  secrets: [secret],
  dashboardUrl,
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
}).doorProofs;

let service: TestService;
let second: Awaited<ReturnType<typeof serve>>;
let there: Client;
beforeAll(async () => {
  const settings = { dashboardSecrets: [secret], dashboardUrl };
  service = await startService(settings);
  const env = testEnv(settings);
  second = await serve(env, service.databaseUrl, pino({ level: 'silent' }), {});
  there = openClient(second.origin, env.basePath);
});
afterAll(async () => {
  there.close();
  await second.stop();
  await service.stop();
});

type Member = { id: string; email: string; options: CallOptions };

/** Makes a member of the account with a session. */
async function makeMember(account: Account, role: Role, groupId?: string): Promise<Member> {
  const { prisma } = service.db;
  const { rowId: accountRowId } = await prisma.account.findFirstOrThrow({ where: { id: account.id } });
  const group = groupId === undefined ? null : await prisma.group.findFirstOrThrow({ where: { id: groupId } });
  const person = await prisma.person.create({ data: { email: `${unique()}@example.com` } });
  const { id } = await prisma.membership.create({
    data: { personRowId: person.rowId, accountRowId, role, groupRowId: group?.rowId ?? null },
  });
  const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
  const { token } = await transaction(service.db, (tx) => beginSession(tx, { person, how: 'password', visitor }));
  return { id, email: person.email, options: { token, headers: { 'X-Goal-Account': account.id } } };
}

const post = (procedure: string, body: object, options: CallOptions) =>
  service.call('POST', `/trpc/${procedure}`, { root: true, body, ...options });
const get = (procedure: string, { options }: Member, on: Pick<Client, 'call'> = service) =>
  on.call('GET', `/trpc/${procedure}`, { root: true, ...options });
const enter = (procedure: string, body: object) =>
  post(`entry.${procedure}`, body, { headers: { 'X-Goal-Door': door, 'X-Goal-Visitor': '192.0.2.7' } });

test('R§10.3 foreign ids are answered with the same bytes as unknown and malformed ones, and change nothing', async () => {
  const [account, other] = [await service.makeAccount(), await service.makeAccount()];
  const [owner, stranger] = [await makeMember(account, 'owner'), await makeMember(other, 'owner')];
  const group = await service.makeGroup(other);
  const email = `${unique()}@example.com`;
  const invited = data(await post('dashboard.members.invite', { email, role: 'admin' }, stranger.options));
  const { id: invitation } = madeInvitationShape.parse(invited);
  const requests: [procedure: string, body: (id: string) => object, foreign: string][] = [
    ['members.update', (id) => ({ id, role: 'viewer' }), stranger.id],
    ['members.update', (id) => ({ id: owner.id, role: 'admin', group_id: id }), group.id],
    ['members.remove', (id) => ({ id }), stranger.id],
    ['members.invite', (id) => ({ email, role: 'viewer', group_id: id }), group.id],
    ['invitations.renew', (id) => ({ id }), invitation],
    ['invitations.revoke', (id) => ({ id }), invitation],
  ];
  for (const [procedure, body, foreign] of requests) {
    const texts = new Set<string>();
    for (const id of [foreign, foreign.toUpperCase(), crypto.randomUUID(), 'no id', '']) {
      const answer = await post(`dashboard.${procedure}`, body(id), owner.options);
      refused(answer, 404, 'not found');
      texts.add(answer.text);
    }
    expect([procedure, texts.size]).toEqual([procedure, 1]);
  }
  const { members, invitations } = membersShape.parse(data(await get('dashboard.members.list', stranger)));
  expect(members).toMatchObject([{ id: stranger.id, role: 'owner' }]);
  expect(invitations).toMatchObject([{ id: invitation, email }]);
});

test('R§10.4 R§2.5 a removed member is out at the next request, and on another instance without another act', async () => {
  const account = await service.makeAccount();
  const [owner, admin] = [await makeMember(account, 'owner'), await makeMember(account, 'admin')];
  data(await get('dashboard.keys.list', admin));
  data(await get('dashboard.keys.list', admin, there));
  data(await post('dashboard.members.remove', { id: admin.id }, owner.options));
  refused(await get('dashboard.keys.list', admin), 404, 'not found');
  await until(async () => (await get('dashboard.keys.list', admin, there)).status === 404);
  refused(await get('dashboard.keys.list', admin, there), 404, 'not found');
});

test('R§11.5 R§2.5 an address that is not to be kept is stored neither by the next request nor soon by another instance', async () => {
  const account = await service.makeAccount();
  const owner = await makeMember(account, 'owner');
  const site = await service.makeSite(account);
  const send = async (on: Pick<Client, 'call'>, ip: string) => {
    const { token, domain } = site;
    const answer = await on.call('POST', '/events', { token, domain, body: makeEvent({ ip }) });
    expect(answer.status).toBe(200);
  };
  /** The addresses of the events that are stored, each once. */
  const stored = async (): Promise<(string | null)[]> => {
    const { rows } = await service.db.work.query<{ ip: string | null }>(
      'SELECT DISTINCT host(e.ip) AS ip FROM event e JOIN site s ON s.no = e.site WHERE s.id = $1 ORDER BY 1',
      [site.id],
    );
    return rows.map(({ ip }) => ip);
  };
  await send(service, '203.0.113.1');
  await send(there, '203.0.113.2');
  data(await post('dashboard.sites.setKeepIp', { id: site.id, keep_ip: false }, owner.options));
  await send(service, '203.0.113.3');
  expect(await stored()).toEqual(['203.0.113.1', '203.0.113.2', null]);
  // Each event has an address of its own, so the list grows until the other instance knows.
  let last = 4;
  await until(async () => {
    await send(there, `203.0.113.${last++}`);
    return !(await stored()).includes(`203.0.113.${last - 1}`);
  });
});

test('R§10.3 of two who open one link at once on two instances, one joins', async () => {
  const account = await service.makeAccount();
  const owner = await makeMember(account, 'owner');
  const email = `${unique()}@example.com`;
  const made = data(await post('dashboard.members.invite', { email, role: 'viewer' }, owner.options));
  const { link } = madeInvitationShape.parse(made);
  expect(link).toMatch(/^https:\/\/goal\.example\.com\/join#goal_inv_[a-z0-9]{8}_[A-Za-z0-9]{32}$/);
  const token = link.split('#')[1] ?? '';
  expect(invitationShape.parse(data(await enter('invitation', { token })))).toMatchObject({ email, has_person: false });
  const answers = await Promise.all(
    [service, there, service, there].map((on) =>
      on.call('POST', '/trpc/entry.join', {
        root: true,
        body: { token, name: 'Mia', password: 'correct horse battery' },
        headers: { 'X-Goal-Door': door, 'X-Goal-Visitor': '192.0.2.7' },
      }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const lost of answers.filter(({ status }) => status !== 200)) expect([404, 409]).toContain(lost.status);
  const [answer] = won;
  const began = beganShape.parse(answer === undefined ? undefined : data(answer));
  const me = await service.call('GET', '/trpc/me.get', { root: true, token: began.token });
  expect(data(me)).toMatchObject({ email, memberships: [{ account_id: account.id, role: 'viewer' }] });
  refused(await enter('invitation', { token }), 404, 'not found');
});

test('R§10.26 the log of an invitation and of joining holds no token and no password', async () => {
  const account = await service.makeAccount();
  const owner = await makeMember(account, 'owner');
  const invite = { email: `${unique()}@example.com`, role: 'viewer' };
  const { link } = madeInvitationShape.parse(data(await post('dashboard.members.invite', invite, owner.options)));
  const token = link.split('#')[1] ?? '';
  const password = 'correct horse battery';
  data(await enter('invitation', { token }));
  // As a link that somebody pastes into the address bar of the API.
  await service.call('GET', `/trpc/entry.invitation?input=${encodeURIComponent(JSON.stringify({ token }))}`, {
    root: true,
  });
  const began = beganShape.parse(data(await enter('join', { token, password })));
  await service.restart();
  const log = service.log.join('\n');
  expect(log).toContain('entry.join');
  for (const one of [token.split('_')[3] ?? '', began.token.split('_')[3] ?? '', password]) {
    expect(one.length).toBeGreaterThan(7);
    expect(log).not.toContain(one);
  }
});

test('R§10.30 a page that was drawn for somebody else does nothing over HTTP, whatever it asks', async () => {
  const account = await service.makeAccount();
  const [owner, colleague] = [await makeMember(account, 'owner'), await makeMember(account, 'owner')];
  const idOf = async ({ email }: Member) =>
    (await service.db.prisma.person.findFirstOrThrow({ where: { email }, select: { id: true } })).id;
  const on = (personId: string): CallOptions => ({
    ...owner.options,
    headers: { ...owner.options.headers, 'X-Goal-Person': personId },
  });
  const requests: [procedure: string, body: object][] = [
    ['me.rename', { name: 'Mallory' }],
    ['me.passkeys.remove', { id: crypto.randomUUID() }],
    ['me.sessions.endOthers', {}],
    ['me.delete', {}],
    ['dashboard.account.update', { name: 'Mallory' }],
    ['dashboard.members.remove', { id: colleague.id }],
  ];
  for (const [procedure, body] of requests)
    for (const id of [await idOf(colleague), crypto.randomUUID(), 'no id', ''])
      refused(await post(procedure, body, on(id)), 409, 'another person is signed in now');
  const { name } = await service.db.prisma.person.findFirstOrThrow({ where: { email: owner.email } });
  expect(name).toBeNull();
  data(await get('dashboard.me', colleague));
  for (const id of [await idOf(owner), (await idOf(owner)).toUpperCase()])
    data(await post('me.rename', { name: 'Jo' }, on(id)));
});
