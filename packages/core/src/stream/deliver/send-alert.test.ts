import { randomBytes } from 'node:crypto';

import { severities } from '@goal/contract';
import type { Prisma } from '@goal/db';
import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { openWorld } from '../../../test/event-world.ts';
import type { Message } from '../../mail/mailer.ts';
import { sendAlert } from './send-alert.ts';

const world = await openWorld();
afterAll(() => world.close());
const dashboardUrl = 'https://goal.example.com';

test('R§15.3: what an event says gets into an alert as plain text: mail programs make no link of it, it breaks no line and no HTML, and it never reaches a header', async () => {
  const { account } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const sent: Message[] = [];
  const mailer = {
    send: (message: Message) => Promise.resolve(void sent.push(message)),
    verify: () => Promise.resolve(),
    close: () => {},
  };
  const hostile = 'See https://evil.example/login, evil。example\nBcc: x@evil.example <a href="x">\u202e';
  const event = {
    id: 1,
    occurred_at: '2026-11-22T09:39:59.001Z',
    code: 1000,
    severity: severities[0],
    object: hostile,
    event_type: hostile,
    user_id: 5,
    username: hostile,
    message: hostile,
    site_id: '7f1c2a3e-5b64-4c1f-8a52-0d9e6c2b1a00',
    domain: 'shop.example.com',
    received_at: '2026-11-22T09:40:00.123Z',
  };
  const place = { seq: 1, eventId: 0 };
  const delivery = await sendAlert(
    coreOf(world),
    {
      id: 'a1b2c3d4-2f0a-4a52-9a5b-7a1c3d5e9f10',
      name: hostile,
      account: { rowId: account, id },
      sink: { type: 'mail', to: null },
      sealed: new Uint8Array(),
      filters: {},
    },
    { type: 'mail', to: null },
    { events: [event], others: 0, era: 1, from: place, to: place, isTest: false },
    { mailer, dashboardUrl, signal: undefined },
  );
  expect(delivery).toMatchObject({ outcome: 'taken', error: null });
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = sent;
  expect(subject).toBe('Events that you want to hear of');
  for (const body of [text, html]) {
    expect(body).toContain('evil[.]example/login');
    expect(body).not.toMatch(/https?:\/\/evil|evil[.。]example|@evil|\u202e/);
  }
  expect(html.match(/<a href="[^"]*/g)).toEqual([
    expect.stringMatching(/^<a href="https:\/\/goal\.example\.com\/unsubscribe\/[\w-]{43}$/),
  ]);
  expect(text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
});

/** The addresses that an alert of the account reached; else why it failed. */
async function reachedBy(
  account: { rowId: number; id: string },
  to: string[] | null,
  filters: { group_id?: string } = {},
): Promise<string[] | string | null> {
  const told: string[] = [];
  const mailer = {
    send: (message: Message) => Promise.resolve(void told.push(message.to)),
    verify: () => Promise.resolve(),
    close: () => {},
  };
  const sink = { type: 'mail', to } as const;
  const stream = { id: 'a', name: 'A', account, sink, sealed: new Uint8Array(), filters };
  const place = { seq: 1, eventId: 0 };
  const batch = { events: [], others: 1, era: 1, from: place, to: place, isTest: false };
  const { outcome, error } = await sendAlert(coreOf(world), stream, sink, batch, {
    mailer,
    dashboardUrl,
    signal: undefined,
  });
  return outcome === 'taken' ? told.toSorted() : error;
}

test('R§15.3 an alert reaches those of its members who may read all that it finds in that moment, and fails where there are none left', async () => {
  const { account } = await world.account();
  const [of, group, another] = await Promise.all([
    world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } }),
    ...['Shops', 'Others'].map((name) => world.db.prisma.group.create({ data: { accountRowId: account, name } })),
  ]);
  const member = async (name: string, groupRowId: number | null): Promise<string> => {
    const email = `${name}-${account}@example.com`;
    const person = await world.db.prisma.person.create({ data: { email, emailProvenAt: new Date() } });
    const data = { accountRowId: account, personRowId: person.rowId, groupRowId, role: 'viewer' };
    return (await world.db.prisma.membership.create({ data })).id;
  };
  const to = [
    await member('whole', null),
    await member('group', group?.rowId ?? 0),
    await member('another', another?.rowId ?? 0),
  ];
  const reached = async (filters: { group_id?: string }): Promise<string[] | string | null> => {
    const told = await reachedBy({ rowId: account, id: of.id }, to, filters);
    return Array.isArray(told) ? told.map((email) => email.replace(/-.*/, '')) : told;
  };
  expect(await reached({})).toEqual(['whole']);
  expect(await reached({ group_id: group?.id ?? '' })).toEqual(['group', 'whole']);
  await world.db.prisma.membership.deleteMany({ where: { id: { in: to.slice(0, 1) } } });
  expect(await reached({ group_id: group?.id ?? '' })).toEqual(['group']);
  expect(await reached({})).toBe('none of its members may read these events any more');
});

test('R§15.3, R§10.24: where the account requires a second factor, an alert reaches no member without one, by their own address or by that of the account', async () => {
  const { account } = await world.account();
  const { id, email: own } = await world.db.prisma.account.update({
    where: { rowId: account },
    data: { secondFactor: true },
    select: { id: true, email: true },
  });
  const member = async (email: string, more: Partial<Prisma.PersonUncheckedCreateInput> = {}): Promise<string> => {
    const person = await world.db.prisma.person.create({ data: { email, emailProvenAt: new Date(), ...more } });
    const data = { accountRowId: account, personRowId: person.rowId, role: 'admin' };
    return (await world.db.prisma.membership.create({ data })).id;
  };
  const to = [
    await member(`bare-${account}@example.com`),
    await member(`factor-${account}@example.com`, { totpAt: new Date() }),
    await member(`passkey-${account}@example.com`, {
      passkeys: {
        create: { credentialId: randomBytes(16), publicKey: randomBytes(16), counter: 0, name: 'A', backedUp: false },
      },
    }),
    await member(`sso-${account}@example.com`, {
      identities: { create: { issuer: 'https://sso.example.com', subject: String(account) } },
    }),
  ];
  const reached = (ids: string[] | null): Promise<string[] | string | null> => reachedBy({ rowId: account, id }, ids);
  expect(await reached(to)).toEqual(['factor', 'passkey', 'sso'].map((name) => `${name}-${account}@example.com`));
  expect(await reached(to.slice(0, 1))).toBe('none of its members may read these events any more');
  expect(await reached(null)).toEqual([own]);
  await member(own);
  expect(await reached(null)).toBe('none of its members may read these events any more');
  await world.db.prisma.account.update({ where: { rowId: account }, data: { secondFactor: false } });
  expect(await reached(null)).toEqual([own]);
  expect(await reached(to.slice(0, 1))).toEqual([`bare-${account}@example.com`]);
});
