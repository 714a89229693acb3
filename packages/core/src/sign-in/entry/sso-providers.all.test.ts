import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Known } from '../../../test/openid-provider.ts';
import { visitor } from '../../../test/people-world.ts';
import type { ProviderOptions } from '../../../test/sso-provider.ts';
import { login, openSsoWorld, type SsoWorld } from '../../../test/sso-world.ts';
import { openSso } from '../sso/single-sign-on.ts';
import { beginSsoEntry } from './prove-by-sso.ts';

// Providers as there are: what each of them does otherwise than the standard, or leaves out.

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());
const at: SsoWorld['at'] = (...of) => world.at(...of);

describe('a client secret', () => {
  const plain = 'a-secret_of.the~tests';
  const hard = "a-secret_of.the~tests with + & 100%!'()*/=%2B";
  const providers: [options: ProviderOptions & { registeredSecret: string }, requests: number][] = [
    [{ registeredSecret: plain }, 1],
    [{ registeredSecret: hard }, 1],
    [{ registeredSecret: plain, takesBasicAsItIs: true }, 1],
    [{ registeredSecret: hard, takesBasicAsItIs: true }, 2],
    [{ registeredSecret: hard, authMethod: 'client_secret_post' }, 1],
    [
      {
        registeredSecret: hard,
        refusesBasic: true,
        authMethod: 'client_secret_post',
        announcedMethods: ['client_secret_basic', 'client_secret_post'],
      },
      3,
    ],
    [
      { registeredSecret: hard, takesBasicAsItIs: true, announcedMethods: ['private_key_jwt', 'client_secret_basic'] },
      2,
    ],
  ];
  test.each(providers)(
    'R§10.14 is taken by a provider with %o after %s requests, and after one the next time',
    async (options, requests) => {
      const asked: string[] = [];
      const here = await at({ ...options, onRequest: (path) => void asked.push(path) });
      await expect(here.enter()).resolves.toHaveProperty('token');
      await here.enter();
      expect(asked.filter((path) => path === '/token')).toHaveLength(requests + 1);
    },
  );

  test('R§10.14 that no way makes right is a fault of the service, whose log names step, status and cure', async () => {
    const here = await at({ clientSecret: 'a-wrong+secret' });
    await expect(here.enter()).rejects.toMatchObject({
      code: 'provider_out_of_reach',
      cause: {
        message: 'the token endpoint: it answered 401; are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?',
      },
    });
  });
});

test.each(['RS256', 5, {}, null])(
  'R§10.14 lists of the metadata that are %j keep nobody from signing in where all else is right',
  async (value) => {
    const names = ['id_token_signing_alg_values', 'token_endpoint_auth_methods', 'prompt_values', 'scopes', 'claims'];
    const lists = Object.fromEntries(names.map((name) => [`${name}_supported`, value]));
    const changeMetadata = (told: Record<string, unknown>) =>
      void Object.assign(told, lists, { userinfo_endpoint: value });
    const here = await at({ changeMetadata, isEmailInToken: true });
    await expect(here.enter()).resolves.toHaveProperty('token');
  },
);

describe('a provider leaves out', () => {
  test.each([['auth_time'], ['iss'], ['auth_time', 'iss']] as const)(
    'R§10.14 %s and more: people sign in',
    async (...leavesOut) => {
      const here = await at({ leavesOut });
      await expect(here.enter()).resolves.toHaveProperty('token');
    },
  );

  test.each([null, '1796000000', -1, true])(
    'R§10.14 an auth_time that is %j, which the library refuses, is named in the log',
    async (told) => {
      const here = await at({ changeToken: (claims) => void (claims['auth_time'] = told) });
      await expect(here.enter()).rejects.toMatchObject({
        code: 'sign_in_not_completed',
        cause: {
          message: expect.stringMatching(/^the token endpoint: .*"auth_time" .* must be a (non-negative )?number$/),
        },
      });
    },
  );

  const cases: [claims: Known, isIn: boolean, counts: boolean, isEmailInToken: boolean][] = [
    [{}, false, false, true],
    [{}, true, true, true],
    [{}, true, true, false],
    [{ email_verified: 'true' }, false, true, true],
    [{ email_verified: 'true' }, false, true, false],
    [{ email_verified: 'false' }, true, false, false],
    [{ xms_edov: '1' }, false, true, true],
  ];
  test.each(cases)(
    'R§10.14 it says %o of an e-mail, whose domain is in OIDC_EMAIL_DOMAINS (%s): it counts (%s); in the id token (%s)',
    async (claims, isIn, counts, isEmailInToken) => {
      const here = await at({ isEmailInToken }, claims);
      const emailDomains = isIn ? ['example.net', here.person.email.split('@')[1] ?? ''] : ['example.net'];
      const people = { ...here.people, sso: openSso({ ...here.provider.settings, emailDomains }) };
      const entering = world.enter(await world.comeBack(here.subject, { using: people }), people);
      if (counts) await expect(entering).resolves.toHaveProperty('token');
      else
        await expect(entering).rejects.toMatchObject({
          code: 'email_not_confirmed',
          cause: { email: here.person.email },
        });
    },
  );

  test.each([{ email_verified: false }, { email_verified: 'no' }, { xms_edov: false }, { xms_edov: '0' }])(
    'R§10.14 an id token without an e-mail says %o: that counts for the e-mail of userinfo too',
    async (said) => {
      for (const claims of [{}, { email_verified: true }]) {
        const here = await at({ changeToken: (token) => void Object.assign(token, said) }, claims);
        const emailDomains = [here.person.email.split('@')[1] ?? ''];
        const people = { ...here.people, sso: openSso({ ...here.provider.settings, emailDomains }) };
        const answer = await world.comeBack(here.subject, { using: people });
        await expect(world.enter(answer, people)).rejects.toMatchObject({ code: 'email_not_confirmed' });
      }
    },
  );

  test('R§10.14 somebody who is known by the subject signs in although userinfo has broken', async () => {
    let isBroken = false;
    const here = await at({
      change: (route, body) => {
        if (isBroken && route === 'userinfo') Object.assign(body, { sub: 'somebody else' });
      },
    });
    await here.enter();
    isBroken = true;
    await expect(here.enter()).resolves.toHaveProperty('token');
  });

  test('R§10.14 the refusal of a stranger holds the e-mail that the page names', async () => {
    const here = await at({});
    const email = `${login()}@example.com`;
    const subject = here.provider.know(login(), { email: email.toUpperCase(), email_verified: true });
    await expect(world.enter(await world.comeBack(subject, { using: here.people }), here.people)).rejects.toMatchObject(
      {
        code: 'nobody_invited',
        cause: { email, message: 'the e-mail is of no person and of no open invitation' },
      },
    );
  });
});

describe('signing in', () => {
  test.each(['login_required', 'interaction_required', 'account_selection_required'])(
    'R§10.14 at a provider that answers %s asks it once more, with a prompt',
    async (error) => {
      const here = await at({ refuses: (asked) => (asked.has('prompt') ? undefined : error) });
      const { url, ceremony } = await beginSsoEntry(world.core, here.people, visitor(), '/a/1');
      const again = await world.finish({ ceremony, query: await here.browser.visit(url, here.subject) }, here.people);
      if (!('url' in again)) throw new Error('no further attempt');
      expect(new URL(again.url).searchParams.get('prompt')).toBe('login');
      const query = await here.browser.visit(again.url, here.subject);
      expect(await world.enter({ ceremony: again.ceremony, query }, here.people)).toMatchObject({ next: '/a/1' });
    },
  );

  test('R§10.14 with `choose` the provider lets the person choose who they are, or sign in', async () => {
    const here = await at({
      refuses: (asked) => (asked.get('prompt') === 'select_account' ? 'invalid_request' : undefined),
    });
    const { url, ceremony } = await beginSsoEntry(world.core, here.people, visitor(), '/a/1', true);
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account');
    const again = await world.finish({ ceremony, query: await here.browser.visit(url, here.subject) }, here.people);
    expect('url' in again && new URL(again.url).searchParams.get('prompt')).toBe('login');
  });

  test('R§10.14 an answer to another attempt leaves this one, so that each tab finishes its own', async () => {
    const here = await at({});
    const [first, second] = [await here.comeBack(), await here.comeBack()];
    await expect(world.enter({ ceremony: first.ceremony, query: second.query }, here.people)).rejects.toMatchObject({
      code: 'sign_in_not_completed',
      cause: { message: 'the answer of the provider belongs to another attempt (state)' },
    });
    await expect(world.enter(second, here.people)).resolves.toHaveProperty('token');
    await expect(world.enter(first, here.people)).resolves.toHaveProperty('token');
  });

  test.each(['/', '/.well-known/openid-configuration'])(
    'R§10.14 with an OIDC_ISSUER that ends in %s finds the provider',
    async (ending) => {
      const here = await at({});
      const issuer = `${here.provider.issuer}${ending}`;
      const people = { ...here.people, sso: openSso({ ...here.provider.settings, issuer }) };
      await expect(world.enter(await world.comeBack(here.subject, { using: people }), people)).resolves.toHaveProperty(
        'token',
      );
    },
  );
});
