import { beganShape } from '@goal/contract';
import { openPeople } from '@goal/core';
import { mailText, startMailServer, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

const dashboardUrl = 'https://goal.example.com';
const secret = 'the password of the dashboard in this test';
const { doorProofs } = openPeople({
  secrets: [secret],
  dashboardUrl,
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
});

let service: ServiceUnderTest;
// The first tests run the commands without a server.
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.end());

const tokenOf = (link: unknown): string => String(link).split('#')[1] ?? '';

/** Calls a procedure as the dashboard's server does. */
async function trpc(method: 'GET' | 'POST', procedure: string, { token, body }: { token?: string; body?: object }) {
  const answer = await fetch(`${service.origin}/trpc/${procedure}`, {
    method,
    headers: {
      'X-Goal-Door': doorProofs[0] ?? '',
      'X-Goal-Visitor': '192.0.2.1',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  // Every answer of tRPC is an object.
  const { result, error } = (await answer.json()) as { result?: { data: unknown }; error?: unknown };
  return { status: answer.status, data: result?.data, error };
}
const join = async (link: unknown): Promise<string> => {
  const { data, error } = await trpc('POST', 'entry.join', {
    body: { token: tokenOf(link), password: 'correct horse battery' },
  });
  expect(error).toBeUndefined();
  return beganShape.parse(data).token;
};
const statusOf = async (session: string): Promise<number> => (await trpc('GET', 'me.get', { token: session })).status;

test('R§10.25 goal invite without an account makes one on the free plan, and prints the link once, on standard output alone', async () => {
  const made = json(await service.goalProcess('invite You@Example.com --json', { DASHBOARD_URL: `${dashboardUrl}/` }));
  expect(made).toEqual({
    account_id: expect.any(String),
    email: 'you@example.com',
    role: 'owner',
    link: expect.stringMatching(/^https:\/\/goal\.example\.com\/join#goal_inv_[a-z0-9]{8}_\w{32}$/),
    mailed: false,
    expires_at: expect.any(String),
  });
  expect(await service.rows('select email, plan from account')).toEqual([{ email: 'you@example.com', plan: 'free' }]);
  const inWords = await service.goal('invite two@example.com --plan pro', { DASHBOARD_PORT: '3456' });
  expect(inWords).toMatchObject({ code: 0, err: '' });
  expect(inWords.out).toMatch(/^http:\/\/localhost:3456\/join#goal_inv_/);
  expect(inWords.out).toContain('as owner, once');
  expect(await service.rows(`select plan from account where email = 'two@example.com'`)).toEqual([{ plan: 'pro' }]);
  const stored = JSON.stringify(
    await service.rows('select i::text from invitation i union all select a::text from action a'),
  );
  expect(stored).not.toContain(tokenOf(made['link']).split('_')[3]);
});

test('R§10.21 goal invite with a mail server mails another link, and without one that answers says so', async () => {
  const mailServer = await startMailServer();
  try {
    const made = json(await service.goal('invite mailed@example.com --json', { SMTP_URL: mailServer.url }));
    expect(made).toMatchObject({ email: 'mailed@example.com', mailed: true });
    expect(mailServer.received.map(({ to }) => to)).toEqual([['mailed@example.com']]);
    const [mail] = mailServer.received;
    const text = mail === undefined ? '' : mailText(mail);
    expect(text).toContain('/join#goal_inv_');
    expect(text).not.toContain(tokenOf(made['link']));
  } finally {
    await mailServer.stop();
  }
  const away = await service.goal('invite away@example.com --json', { SMTP_URL: mailServer.url });
  expect(away.err).toContain('The mail server does not take the mail');
  expect(JSON.parse(away.out)).toMatchObject({ mailed: false });
});

test('R§10.25 goal invite to an account: again for a new link, and with another role; wrong usage is a sentence and makes nothing', async () => {
  const [{ id } = { id: '' }] = await service.rows(`select id::text from account where email = 'you@example.com'`);
  const again = await service.goal('invite you@example.com');
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain(`goal invite you@example.com --account ${String(id)}`);
  const viewer = json(await service.goal(`invite mia@example.com --account ${String(id)} --role viewer --json`));
  expect(viewer).toMatchObject({ account_id: id, role: 'viewer' });
  expect(viewer['link']).toMatch(/^http:\/\/localhost:3001\/join#/);
  const before = await service.rows('select count(*) from invitation');
  const cases: [args: string, reason: string][] = [
    ['invite nobody', 'e-mail'],
    ['invite x@example.com --plan gold', 'unknown plan'],
    ['invite x@example.com --account 00000000-0000-4000-8000-000000000000', 'There is no account'],
    ['invite x@example.com --account 1 --plan free', 'cannot be used with'],
    ['invite x@example.com --role boss', 'owner, admin, viewer'],
    ['people reset x@example.com', 'Nobody signs in as x@example.com'],
    ['people remove x@example.com', 'Nobody signs in as x@example.com'],
  ];
  for (const [args, reason] of cases) {
    const { code, out, err } = await service.goal(args);
    expect({ code, out }, args).toEqual({ code: 1, out: '' });
    expect(err, args).toContain(reason);
  }
  expect(await service.rows('select count(*) from invitation')).toEqual(before);
  expect((await service.goal('people list')).out).toContain('Nobody signs in yet');
});

test('R§10.25 R§8.b9 beside a running server: the link lets in, reset ends the session and makes a new way in, remove deletes the person', async () => {
  await service.startServer({ DASHBOARD_SECRET: secret, DASHBOARD_PORT: 'off' });
  const invited = json(await service.goal('invite jo@example.com --json'));
  const session = await join(invited['link']);
  expect(await statusOf(session)).toBe(200);
  const { people } = json(await service.goal('people list --json'));
  expect(people).toEqual([
    {
      id: expect.any(String),
      email: 'jo@example.com',
      email_proven_at: null,
      name: null,
      created_at: expect.any(String),
      seen_at: expect.any(String),
      accounts: 1,
    },
  ]);
  expect((await service.goal('people list')).out).toMatch(/^jo@example\.com {2}1 account {2}e-mail not proven/);

  const reset = json(await service.goal('people reset JO@example.com --json'));
  expect(reset).toEqual({
    email: 'jo@example.com',
    link: expect.stringMatching(/^http:\/\/localhost:3001\/join#goal_inv_/),
  });
  await expect.poll(() => statusOf(session), { timeout: waitLimitMs }).toBe(401);
  const renewed = await join(reset['link']);
  expect(await statusOf(renewed)).toBe(200);

  const refused = await service.goalProcess('people remove jo@example.com');
  expect(refused).toEqual({ code: 1, out: '', err: 'an account keeps one owner\n' });
  const second = json(await service.goal(`invite ann@example.com --account ${String(invited['account_id'])} --json`));
  await join(second['link']);
  expect(json(await service.goal('people remove jo@example.com --reason left --json'))).toEqual({
    email: 'jo@example.com',
    removed: true,
  });
  await expect.poll(() => statusOf(renewed), { timeout: waitLimitMs }).toBe(401);
  const acts = await service.rows(
    `select actor_kind, actor, action, detail->>'email' as email, detail->>'reason' as reason from action
     where account_id = $1 and action in ('person.reset', 'member.remove') order by id`,
    [invited['account_id']],
  );
  const byCli = { actor_kind: 'cli', actor: 'goal people', email: 'jo@example.com' };
  expect(acts).toEqual([
    { ...byCli, action: 'person.reset', reason: null },
    { ...byCli, action: 'member.remove', reason: 'left' },
  ]);
});
