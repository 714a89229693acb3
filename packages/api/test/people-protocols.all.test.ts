import { afterAll, beforeAll, expect, test } from 'vitest';

import { Authenticator } from '../../core/test/authenticator.ts';
import { Browser, startProvider, type SsoProvider } from '../../core/test/sso-provider.ts';
import { appRouter } from '../src/router.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// Passkeys and single sign-on as the dashboard's server calls them: the router's shapes let through
// what the protocols need.

let services: TestServices;
let provider: SsoProvider;
let account: { id: string };
beforeAll(async () => {
  [services, provider] = await Promise.all([openServices(), startProvider()]);
  const { token } = await services.adminToken('writer', 'admin:write');
  account = await makeAccount(services, { authorization: bearer(token) }, 'pro');
});
afterAll(async () => {
  await provider.close();
  await services.close();
});

const visitor = { address: '192.0.2.1', userAgent: 'a browser' };

/** A caller of a service with single sign-on. */
function callerOf(credential: Credential) {
  const ctx = services.contextOf({ ...credential, visitor });
  const people = { ...ctx.services.people, sso: provider.sso };
  return appRouter.createCaller({ ...ctx, services: { ...ctx.services, people } });
}

test('R§10.10 a passkey is added, signs in, confirms, is renamed and removed', async () => {
  const { me } = callerOf(await signIn(services, account, { role: 'owner' }));
  const authenticator = new Authenticator();
  const adding = await me.passkeys.begin();
  const response = authenticator.create(adding.options);
  const added = await me.passkeys.finish({ ceremony: adding.ceremony, name: '  my phone ', response });
  expect(added).toMatchObject({ name: 'my phone', backed_up: false, last_used_at: null });

  const { entry } = callerOf({});
  const attempt = await entry.passkey.begin();
  const began = await entry.passkey.finish({
    ceremony: attempt.ceremony,
    response: authenticator.get(attempt.options),
  });
  const own = callerOf({ authorization: bearer(began.token) }).me;
  const confirming = await own.confirm.passkey.begin();
  const proof = { ceremony: confirming.ceremony, response: authenticator.get(confirming.options) };
  const { confirmed_until: until } = await own.confirm.passkey.finish(proof);
  expect((await own.get()).confirmed_until).toBe(until);

  // A second way in, so that the first may go.
  const another = await own.passkeys.begin();
  const second = { ceremony: another.ceremony, name: 'a key', response: new Authenticator().create(another.options) };
  const { id } = await own.passkeys.finish(second);
  await own.passkeys.rename({ id, name: 'a security key' });
  await own.passkeys.remove({ id: added.id });
  expect((await own.get()).ways.passkeys).toMatchObject([{ id, name: 'a security key' }]);
});

test.each([
  ['no name', { name: undefined }, 'name required'],
  ['a name of 201 characters', { name: 'n'.repeat(201) }, 'name too long'],
  ['no attempt', { ceremony: undefined }, 'ceremony must be a string'],
  ['no response', { response: undefined }, 'response must be what the browser made of the options'],
  ['another response', { response: { id: 'a' } }, 'response must be what the browser made of the options'],
])('a passkey with %s is refused', async (_what, fault, sentence) => {
  const { me } = callerOf(await signIn(services, account, { role: 'owner' }));
  const { options, ceremony } = await me.passkeys.begin();
  const whole = { ceremony, name: 'a key', response: new Authenticator().create(options) };
  // A browser may send anything.
  const sent = { ...whole, ...fault } as typeof whole;
  await expect(me.passkeys.finish(sent)).rejects.toThrow(sentence);
});

test('R§10.14 R§10.15 single sign-on signs in and confirms', async () => {
  const { person } = await signIn(services, account, { role: 'owner' });
  const subject = provider.know(person.email, { email: person.email, email_verified: true });
  const browser = new Browser();
  const { entry } = callerOf({});
  expect(await entry.ways()).toMatchObject({ sso: { name: 'Keycloak' } });
  const attempt = await entry.sso.begin({ next: `/a/${account.id}` });
  const query = await browser.visit(attempt.url, subject);
  const entered = await entry.sso.finish({ ceremony: attempt.ceremony, query });
  expect(entered).toMatchObject({ next: `/a/${account.id}` });

  const { me } = callerOf({ authorization: bearer('token' in entered ? entered.token : '') });
  const confirming = await me.confirm.sso.begin({ next: '/me' });
  const proof = { ceremony: confirming.ceremony, query: await browser.visit(confirming.url, subject) };
  expect(await me.confirm.sso.finish(proof)).toMatchObject({ next: '/me' });
  expect((await me.get()).ways.sso).toMatchObject([{ issuer: provider.issuer }]);
});
