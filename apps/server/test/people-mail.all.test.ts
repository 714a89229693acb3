import { openPeople } from '@goal/core';
import { mailText, startMailServer, until, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, unique, type Answer, type TestService } from './harness.ts';

// Codes and links by mail, over HTTP, as the dashboard's server asks for them.
const secret = 'a password of the tests, 32 characters';
const metricsToken = 'metrics-token-of-this-test';
const [door = ''] = openPeople({
  secrets: [secret],
  dashboardUrl: '',
  mailer: undefined,
  onMailFailure: () => {},
  signIn: 'all',
}).doorProofs;

let mailServer: TestMailServer;
let service: TestService;
beforeAll(async () => {
  mailServer = await startMailServer();
  // With a token the figures are always fresh.
  service = await startService({ smtpUrl: mailServer.url, dashboardSecrets: [secret], metricsToken });
});
afterAll(async () => {
  await service.stop();
  await mailServer.stop();
});

const headers = { 'X-Goal-Door': door, 'X-Goal-Visitor': '192.0.2.7' };
const enter = (procedure: string, body: object, of: TestService = service): Promise<Answer> =>
  of.call('POST', `/trpc/entry.${procedure}`, { root: true, headers, body, allow5xx: true });

/** The data of an answer of native tRPC. */
function dataOf<T>(answer: Answer): T {
  expect(answer.status, `${answer.request}: ${answer.text}`).toBe(200);
  // The tests compare what they read.
  return (answer.body as { result: { data: T } }).result.data;
}
const sentenceOf = ({ status, body }: Answer) => [status, (body as { error: { message: string } }).error.message];

async function newPerson(): Promise<string> {
  const email = `${unique()}@example.com`;
  await service.db.prisma.person.create({ data: { email } });
  return email;
}

async function mailedTo(email: string, what: RegExp): Promise<string> {
  const find = () => mailServer.received.findLast(({ to }) => to.includes(email));
  await until(() => find() !== undefined);
  const mail = find();
  return what.exec(mail === undefined ? '' : mailText(mail))?.[0] ?? '';
}

test('R§10.13 R§10.21 a code by mail opens a session, and proves the mailbox', async () => {
  const email = await newPerson();
  const { ceremony } = dataOf<{ ceremony: string }>(await enter('code.ask', { email: ` ${email.toUpperCase()} ` }));
  const code = await mailedTo(email, /^\w{4} \w{4}$/m);
  const { token } = dataOf<{ token: string }>(await enter('code.give', { ceremony, code }));
  const me = await service.call('GET', '/trpc/me.get', { root: true, token });
  expect(dataOf(me)).toMatchObject({ email, email_proven_at: expect.any(String) });
});

test('R§10.9 asking is answered alike for an e-mail that nobody has, also while the mail server is out of reach', async () => {
  const email = await newPerson();
  const answers = [await enter('code.ask', { email }), await enter('code.ask', { email: 'nobody@example.com' })];
  expect(answers.map(({ status, text }) => [status, text.length])).toEqual([
    [200, answers[0]?.text.length],
    [200, answers[0]?.text.length],
  ]);
  expect(answers.map((answer) => Object.keys(dataOf<object>(answer)))).toEqual([['ceremony'], ['ceremony']]);
  const away = await startService({ smtpUrl: 'smtp://127.0.0.1:1', dashboardSecrets: [secret] });
  try {
    const known = 'jo@example.com';
    await away.db.prisma.person.create({ data: { email: known } });
    for (const asked of [known, 'nobody@example.com'])
      expect(sentenceOf(await enter('code.ask', { email: asked }, away))).toEqual([503, 'the mail could not be sent']);
    const { text } = await away.call('GET', '/metrics', { root: true });
    expect(text).toContain('goal_request_failures_total{reason="mail"} 2');
    expect(text).toContain('goal_request_failures_total{reason="unavailable"} 0');
    expect(text).toContain('goal_request_failures_total{reason="error"} 0');
  } finally {
    await away.stop();
  }
});

test('R§10.13 without a mail server there are no codes', async () => {
  const without = await startService({ dashboardSecrets: [secret] });
  try {
    expect(dataOf(await without.call('GET', '/trpc/entry.ways', { root: true, headers }))).toMatchObject({
      code: false,
    });
    expect(sentenceOf(await enter('code.ask', { email: 'jo@example.com' }, without))).toEqual([404, 'not found']);
  } finally {
    await without.stop();
  }
});

test('sign-ins and brakes are counted by way and outcome, and no label names a person', async () => {
  const email = await newPerson();
  const { ceremony } = dataOf<{ ceremony: string }>(await enter('code.ask', { email }));
  const figure = async (line: string): Promise<number> => {
    const { text } = await service.call('GET', '/metrics', { root: true, token: metricsToken });
    expect(text).not.toContain(email);
    return Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const begun = 'goal_sign_ins_total\\{way="code",outcome="begun"\\}';
  const refused = 'goal_sign_ins_total\\{way="code",outcome="refused"\\}';
  const braked = 'goal_brake_refusals_total\\{brake="code"\\}';
  const before = [await figure(begun), await figure(refused), await figure(braked)];
  await enter('code.give', { ceremony, code: 'AAAA AAAA' });
  await enter('code.give', { ceremony, code: await mailedTo(email, /^\w{4} \w{4}$/m) });
  for (let tries = 0; tries < 6; tries += 1) await enter('code.ask', { email });
  expect(
    [await figure(begun), await figure(refused), await figure(braked)].map((now, at) => now - (before[at] ?? 0)),
  ).toEqual([1, 1, 1]);
});

test('R§10.4 R§10.12 the log of whole sign-ins holds no password, code, secret, token or attempt', async () => {
  const email = await newPerson();
  const secrets: string[] = [];
  const ask = dataOf<{ ceremony: string }>(await enter('code.ask', { email }));
  const code = await mailedTo(email, /^\w{4} \w{4}$/m);
  const { token } = dataOf<{ token: string }>(await enter('code.give', { ...ask, code }));
  secrets.push(ask.ceremony, code, code.replace(' ', ''), token.split('_')[3] ?? '');
  const me = (procedure: string, body: object = {}): Promise<Answer> =>
    service.call('POST', `/trpc/me.${procedure}`, { root: true, token, headers, body });
  const password = 'correct horse battery';
  await me('password.set', { password });
  const totp = dataOf<{ secret: string; uri: string }>(await me('totp.begin'));
  await me('totp.finish', { code: '000000' });
  const confirm = dataOf<{ ceremony: string }>(await me('confirm.code.ask'));
  await me('confirm.code.give', { ...confirm, code: 'ZZZZ ZZZZ' });
  await enter('password', { email, password: 'another horse battery' });
  const again = dataOf<{ token: string }>(await enter('password', { email, password }));
  await enter('secondFactor', { ceremony: 'no such attempt', code: '123456' });
  secrets.push(password, 'another horse', totp.secret, confirm.ceremony, again.token.split('_')[3] ?? '');
  await service.restart();
  const log = service.log.join('\n');
  expect(log).toContain('entry.code.give');
  for (const one of secrets) {
    expect(one.length).toBeGreaterThan(7);
    expect(log).not.toContain(one);
  }
});
