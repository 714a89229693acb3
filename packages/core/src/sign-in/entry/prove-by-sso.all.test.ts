import { limits } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { outcomesOf, visitor } from '../../../test/people-world.ts';
import {
  Browser,
  startProvider,
  startSilentProvider,
  type ProviderOptions,
  type SsoProvider,
} from '../../../test/sso-provider.ts';
import { login, openSsoWorld, refusal, type SsoWorld } from '../../../test/sso-world.ts';
import { openSso } from '../sso/single-sign-on.ts';
import type { People } from '../../person/people.ts';
import { beginSsoEntry } from './prove-by-sso.ts';
import { waysToSignIn } from '../ways/ways.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());

/** Another provider, for the running test only. */
async function another(options: ProviderOptions): Promise<{ provider: SsoProvider; people: People }> {
  const own = await startProvider(options);
  onTestFinished(() => own.close());
  return { provider: own, people: { ...world.people, sso: own.sso } };
}

describe('signing in by single sign-on', () => {
  test('R§10.14 a person with the confirmed e-mail signs in, and is found by the subject from then on', async () => {
    const person = await world.makePerson({ isProven: true });
    const subject = world.confirmed(person.email.toUpperCase());
    const { token, next } = await world.enter(await world.comeBack(subject));
    expect(next).toBe('/a/1?x=1');
    expect(await world.sessionOf(token)).toMatchObject({ how: 'sso', person: { rowId: person.rowId } });
    world.provider.know(subject, { email: 'another@example.com', email_verified: false });
    const again = await world.enter(await world.comeBack(subject));
    expect(await world.sessionOf(again.token)).toMatchObject({ person: { rowId: person.rowId } });
  });

  test('R§10.14 a stranger is refused, and nothing is made', async () => {
    const subject = world.confirmed(`${login()}@example.com`);
    await expect(world.enter(await world.comeBack(subject))).rejects.toEqual(refusal('nobody_invited'));
    expect(await world.prisma.identity.count({ where: { subject } })).toBe(0);
  });

  test.each([
    ['says that it is not', { email_verified: false }],
    ['says nothing of it', {}],
  ])('R§10.14 an e-mail is not confirmed where the provider %s', async (_what, claims) => {
    const { email } = await world.makePerson();
    const subject = world.provider.know(login(), { email, ...claims });
    await expect(world.enter(await world.comeBack(subject))).rejects.toEqual(refusal('email_not_confirmed'));
  });

  test('R§10.14 somebody without an e-mail at the provider is refused', async () => {
    await expect(world.enter(await world.comeBack(world.provider.know(login(), {})))).rejects.toEqual(
      refusal('email_not_confirmed'),
    );
  });

  test('R§10.14 a subject that is longer than the standard allows is nobody’s, and no fault of the service', async () => {
    const { email } = await world.makePerson({ isProven: true });
    const subject = world.provider.know('x'.repeat(3000), { email, email_verified: true });
    await expect(world.enter(await world.comeBack(subject))).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test.each(['', ' ', '\t\n', '\u00a0\u2003', '\u200b\u0007'])(
    'R§10.14 a subject of no visible character is nobody’s: %j',
    async (sub) => {
      const own = await another({ isEmailInToken: true, changeToken: (claims) => void (claims['sub'] = sub) });
      const { rowId, email } = await world.makePerson({ isProven: true });
      const answer = await world.comeBack(world.confirmed(email, own.provider), { using: own.people });
      await expect(world.enter(answer, own.people)).rejects.toMatchObject({
        code: 'sign_in_not_completed',
        cause: { message: 'the "sub" of the ID token is empty, and names nobody' },
      });
      expect(await world.prisma.identity.count({ where: { personRowId: rowId } })).toBe(0);
    },
  );

  test('R§10.14 a call-back counts once, also when it comes ten times at once', async () => {
    const person = await world.makePerson({ isProven: true });
    const answer = await world.comeBack(world.confirmed(person.email));
    const outcomes = await outcomesOf(Array.from({ length: 10 }, () => world.enter(answer)));
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('attempt_expired'), 'done']);
    await expect(world.enter(answer)).rejects.toEqual(refusal('attempt_expired'));
    expect(await world.prisma.session.count({ where: { personRowId: person.rowId } })).toBe(1);
  });

  test('R§10.14 a call-back without an attempt, and one of another attempt, begin no session', async () => {
    const { email } = await world.makePerson({ isProven: true });
    const subject = world.confirmed(email);
    const { query } = await world.comeBack(subject);
    await expect(world.enter({ ceremony: 'nothing', query })).rejects.toEqual(refusal('attempt_expired'));
    const other = await world.comeBack(subject);
    await expect(world.enter({ ceremony: other.ceremony, query })).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test.each(['code', 'state'])('R§10.14 a call-back with the %s of another attempt is refused', async (name) => {
    const { email } = await world.makePerson({ isProven: true });
    const subject = world.confirmed(email);
    const [own, other] = [await world.comeBack(subject), await world.comeBack(subject)];
    const query = new URLSearchParams(own.query);
    query.set(name, new URLSearchParams(other.query).get(name) ?? '');
    const answer = { ceremony: own.ceremony, query: query.toString() };
    await expect(world.enter(answer)).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test('R§10.14 somebody who turns back at the provider is told so', async () => {
    const { url, ceremony } = await beginSsoEntry(world.core, world.people, visitor(), undefined);
    const query = await new Browser().abort(url);
    expect(query).toContain('error=access_denied');
    await expect(world.enter({ ceremony, query })).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test.each([{ isEmailInToken: true }, { authMethod: 'client_secret_post' } as const])(
    'R§10.14 a provider with %o works as well',
    async (options) => {
      const own = await another(options);
      const { email } = await world.makePerson({ isProven: true });
      const answer = await world.comeBack(world.confirmed(email, own.provider), { using: own.people });
      await expect(world.enter(answer, own.people)).resolves.toHaveProperty('token');
    },
  );

  test('R§10.14 userinfo about somebody else is refused', async () => {
    const victim = await world.makePerson({ isProven: true });
    const own = await another({
      change: (route, body) => {
        if (route === 'userinfo') Object.assign(body, { sub: 'somebody else', email: victim.email });
      },
    });
    const subject = world.confirmed(`${login()}@example.com`, own.provider);
    const answer = await world.comeBack(subject, { using: own.people });
    await expect(world.enter(answer, own.people)).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test('R§10.14 an id token with a wrong signature is refused', async () => {
    const person = await world.makePerson({ isProven: true });
    const own = await another({
      isEmailInToken: true,
      change: (_route, body) => {
        if (!('id_token' in body)) return;
        const [head, claims = '', signature] = String(body.id_token).split('.');
        const changed = Buffer.from(claims, 'base64url')
          .toString()
          .replace(/"email":"[^"]*"/, `"email":"${person.email}"`);
        body.id_token = [head, Buffer.from(changed).toString('base64url'), signature].join('.');
      },
    });
    const answer = await world.comeBack(world.confirmed(`${login()}@example.com`, own.provider), { using: own.people });
    await expect(world.enter(answer, own.people)).rejects.toEqual(refusal('sign_in_not_completed'));
  });

  test('R§10.14 a provider that is down at the beginning, or at the call-back, is out of reach', async () => {
    const own = await another({});
    const { email } = await world.makePerson({ isProven: true });
    const answer = await world.comeBack(world.confirmed(email, own.provider), { using: own.people });
    await own.provider.close();
    await expect(world.enter(answer, own.people)).rejects.toEqual(refusal('provider_out_of_reach'));
    const fresh = openSso({ issuer: own.provider.issuer, clientId: 'goal', clientSecret: undefined, name: 'it' });
    const begin = beginSsoEntry(world.core, { ...own.people, sso: fresh }, visitor(), undefined);
    await expect(begin).rejects.toEqual(refusal('provider_out_of_reach'));
  });

  test.each(['/.well-known/openid-configuration', '/token'])(
    'R§10.14 a provider that never ends its answer at %s is out of reach',
    async (path) => {
      const using = { ...world.people, sso: await startSilentProvider(new RegExp(path)) };
      const entering = async () => {
        const { url, ceremony } = await beginSsoEntry(world.core, using, visitor(), '/');
        const query = `code=any&state=${new URL(url).searchParams.get('state')}`;
        return world.enter({ ceremony, query }, using);
      };
      await expect(entering()).rejects.toEqual(refusal('provider_out_of_reach'));
    },
  );

  test('one address begins a bounded number of attempts', async () => {
    const from = visitor();
    const begin = () => beginSsoEntry(world.core, world.people, from, '/');
    await begin();
    await world.prisma.brake.updateMany({ data: { spent: limits.brakes.attempt.burst } });
    await expect(begin()).rejects.toEqual(refusal('rate_limited'));
    await expect(beginSsoEntry(world.core, world.people, visitor(), '/')).resolves.toHaveProperty('url');
  });

  test('a secret that the provider refuses is a fault of the service, not of the person', async () => {
    const own = await another({ clientSecret: 'a wrong secret' });
    const { email } = await world.makePerson({ isProven: true });
    const answer = await world.comeBack(world.confirmed(email, own.provider), { using: own.people });
    await expect(world.enter(answer, own.people)).rejects.toEqual(refusal('provider_out_of_reach'));
  });

  test('R§10.10 the page names the provider where one is set up, and elsewhere it does not exist', async () => {
    expect(waysToSignIn({ ...world.people, signIn: 'sso' })).toEqual({
      password: false,
      passkey: false,
      code: false,
      sso: { name: 'Keycloak' },
      mail: false,
    });
    const none = { ...world.people, sso: undefined };
    expect(waysToSignIn(none).sso).toBeNull();
    await expect(beginSsoEntry(world.core, none, visitor(), '/')).rejects.toEqual(refusal('not_found'));
    await expect(world.enter({ ceremony: '', query: '' }, none)).rejects.toEqual(refusal('not_found'));
  });
});
