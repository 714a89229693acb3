import { beganShape, resetPersonShape } from '@goal/contract';
import { openPeople } from '@goal/core';
import { mailText, startMailServer, type TestMailServer } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startService, unique, type TestService } from './harness.ts';
import { data } from './trpc-answers.ts';

// A new way in for a person (rulings §10.25) where there is a mail server.

const secrets = ['the password of the dashboard in this test'];
const dashboardUrl = 'https://goal.example.com';
const { doorProofs } = openPeople({ secrets, dashboardUrl, mailer: undefined, onMailFailure: () => {}, signIn: 'all' });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher in place of a string
const password = 'correct horse battery';
const newEmail = (): string => `${unique()}@example.com`;
const tokenOf = (link: string): string => link.split('#')[1] ?? '';

let mailServer: TestMailServer;
let mailing: TestService;
beforeAll(async () => {
  mailServer = await startMailServer();
  mailing = await startService({ smtpUrl: mailServer.url, dashboardSecrets: secrets, dashboardUrl });
});
afterAll(async () => {
  await mailing.stop();
  await mailServer.stop();
});
const makePerson = async (isProven: boolean) =>
  mailing.db.prisma.person.create({
    data: { email: newEmail(), ...(isProven ? { emailProvenAt: new Date() } : {}) },
  });
const resetThere = (id: string) => mailing.admin('POST', `/people/${id}/reset`, { allow5xx: true });

test('R§10.25 R§10.21 the link of a person with a proven e-mail is mailed and never answered, and the e-mail stays proven', async () => {
  const { id, email } = await makePerson(true);
  expect((await resetThere(id)).as(201, resetPersonShape)).toEqual({ mailed: true });
  const [mail] = mailServer.received.filter(({ to }) => to.includes(email));
  const text = mail === undefined ? '' : mailText(mail);
  const [link = ''] = /https:\/\/goal\.example\.com\/join#goal_inv_\w+/.exec(text) ?? [];
  const began = await mailing.call('POST', '/trpc/entry.join', {
    root: true,
    body: { token: tokenOf(link), password },
    headers: { 'X-Goal-Door': doorProofs[0] ?? '', 'X-Goal-Visitor': '192.0.2.1' },
  });
  const { token } = beganShape.parse(data(began));
  const me = await mailing.call('GET', '/trpc/me.get', { root: true, token });
  expect(data(me)).toMatchObject({ email, email_proven_at: time });
  expect(mailing.log.join()).not.toContain(tokenOf(link).split('_')[3]);
});

test('R§10.25 the link of a person whose e-mail is not proven is answered, and not mailed', async () => {
  const { id, email } = await makePerson(false);
  expect((await resetThere(id)).as(201, resetPersonShape)).toHaveProperty('link');
  expect(mailServer.received.filter(({ to }) => to.includes(email))).toEqual([]);
});

test('R§10.25 while the mail server is out of reach nobody loses their way in', async () => {
  const gone = await startMailServer();
  await gone.stop();
  const unreachable = await startService({ smtpUrl: gone.url, dashboardSecrets: secrets, dashboardUrl });
  try {
    const { id } = await unreachable.db.prisma.person.create({
      data: { email: newEmail(), emailProvenAt: new Date(), password: 'a hash', passwordAt: new Date() },
    });
    const answer = await unreachable.admin('POST', `/people/${id}/reset`, { allow5xx: true });
    answer.refused(503, 'the mail could not be sent');
    expect(await unreachable.db.prisma.person.findFirst({ where: { id } })).toMatchObject({ password: 'a hash' });
  } finally {
    await unreachable.stop();
  }
});
