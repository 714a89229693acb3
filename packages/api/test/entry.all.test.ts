import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// Signing in by password and what a person changes about themselves, through the procedures. The
// verbs are tested in packages/core.

let services: TestServices;
let account: { id: string };
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  account = await makeAccount(services, { authorization: bearer(token) }, 'free');
});
afterAll(() => services.close());

const password = 'correct horse battery';
const entry = () => services.callerOf({ visitor: { address: '192.0.2.1', userAgent: 'a browser' } }).entry;
const me = (credential: Credential) => services.callerOf(credential).me;
const refused = async (work: Promise<unknown>): Promise<{ status: number; message: string }> => {
  const { status, message } = refusalOf(
    await work.then(() => new Error('it was not refused')).catch((error: unknown) => error),
  );
  return { status, message };
};

test('R§10.10 R§10.15 a person confirms, sets a password, signs in with it, and confirms by it', async () => {
  const person = await signIn(services, account, { role: 'viewer' });
  await me(person).password.set({ password });
  // The e-mail is read as it is written (rulings §8).
  const began = await entry().password({ email: ` ${person.person.email.toUpperCase()} `, password });
  if (!('token' in began)) throw new Error('it asks for a second factor');
  const session = { authorization: bearer(began.token) };
  expect(await me(session).get()).toMatchObject({ ways: { password_at: expect.any(String) } });

  await services.core.db.prisma.session.updateMany({ data: { confirmedAt: new Date(0) } });
  services.core.db.changes.ended += 1;
  const stale = { status: 403, message: 'confirm that it is you' };
  expect(await refused(me(session).password.set({ password: 'another long password' }))).toEqual(stale);
  const wrong = { status: 401, message: 'email or password is wrong' };
  expect(await refused(me(session).confirm.password({ password: 'another long password' }))).toEqual(wrong);
  const { confirmed_until: until } = await me(session).confirm.password({ password });
  expect((await me(session).get()).confirmed_until).toBe(until);
  await me(session).password.set({ password: 'another long password' });
  expect(await refused(me(person).get())).toEqual({ status: 401, message: 'invalid token' });
});

test('R§10.11 the sentences of passwords', async () => {
  const person = await signIn(services, account, { role: 'viewer' });
  const set = (typed: string) => refused(me(person).password.set({ password: typed }));
  expect(await set('short')).toEqual({ status: 400, message: 'password too short' });
  expect(await set('ab'.repeat(101))).toEqual({ status: 400, message: 'password too long' });
  expect(await set('aaaaaaaaaaaa')).toEqual({ status: 400, message: 'password too easy' });
});

test('R§2.3 fields are judged before anything else', async () => {
  // A caller may send anything.
  const send = (name: 'password' | 'secondFactor', input: object) => refused(entry()[name](input as never));
  expect(await send('password', { password })).toEqual({ status: 400, message: 'invalid email' });
  expect(await send('password', { email: 'x', password })).toEqual({ status: 400, message: 'invalid email' });
  const email = 'a@example.com';
  expect(await send('password', { email })).toEqual({ status: 400, message: 'password must be a string' });
  expect(await send('secondFactor', { code: '1' })).toEqual({ status: 400, message: 'ceremony must be a string' });
  expect(await send('secondFactor', { ceremony: '1' })).toEqual({ status: 400, message: 'code must be a string' });
  const expired = { status: 400, message: 'this attempt has expired — begin again' };
  expect(await send('secondFactor', { ceremony: '\0', code: '1' })).toEqual(expired);
  expect(await services.core.db.prisma.brake.count()).toBeGreaterThan(0);
});

test('R§10.2 a name is as in §5.2', async () => {
  const person = await signIn(services, account, { role: 'viewer' });
  const nameOf = async () => (await me(person).get()).name;
  await me(person).rename({ name: '  Ada ' });
  expect(await nameOf()).toBe('Ada');
  const tooLong = { status: 400, message: 'name too long' };
  expect(await refused(me(person).rename({ name: 'a'.repeat(201) }))).toEqual(tooLong);
  await me(person).rename({ name: ' ' });
  expect(await nameOf()).toBeNull();
});

test('R§10.4 a prefix that names no session is not found, whatever it is', async () => {
  const person = await signIn(services, account, { role: 'viewer' });
  for (const prefix of ['abcdefgh', '\u0000', 5])
    // A caller may send anything.
    expect((await refused(me(person).sessions.end({ prefix: prefix as string }))).status).toBe(404);
});

test('R§10.3 R§10.10 what a person may not do to themselves', async () => {
  const owner = await signIn(services, account, { role: 'owner' });
  await me(owner).password.set({ password });
  const last = { status: 409, message: 'a way to sign in must stay' };
  expect(await refused(me(owner).password.remove())).toEqual(last);
  const only = { status: 409, message: 'an account keeps one owner' };
  expect(await refused(me(owner).delete())).toEqual(only);
  await signIn(services, account, { role: 'owner' });
  await me(owner).delete();
  expect(await refused(me(owner).get())).toEqual({ status: 401, message: 'invalid token' });
});

test('R§8.b6 R§10.10 whoever has an e-mail of an earlier version signs in with it, and it is no new one', async () => {
  for (const local of ['first,', '<', '"quoted"', 'ü']) {
    const person = await signIn(services, account, { role: 'viewer' });
    await me(person).password.set({ password });
    const email = `${local}${crypto.randomUUID()}@example.com`;
    await services.core.db.prisma.person.updateMany({ where: { email: person.person.email }, data: { email } });
    expect(await entry().password({ email: ` ${email.toUpperCase()}`, password })).toMatchObject({
      token: expect.any(String),
    });
    const invalid = { status: 400, message: 'invalid email' };
    expect(await refused(me(person).email.ask({ email: `other${email}` }))).toEqual(invalid);
    expect(await refused(entry().signUp.ask({ email }))).toEqual(invalid);
  }
});
