import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ProviderOptions } from '../../../test/sso-provider.ts';
import { openSsoWorld, type SsoWorld } from '../../../test/sso-world.ts';

// Confirming at providers that cannot do all that a confirmation asks for, or whose clock is off.

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());
const at: SsoWorld['at'] = (...of) => world.at(...of);
const confirmation: SsoWorld['confirmation'] = (here) => world.confirmation(here);

const confirmed = expect.objectContaining({ confirmed_until: expect.any(String), next: '/me' });

describe('confirming at a provider', () => {
  test.each([
    ['sends no auth_time', { leavesOut: ['auth_time'] }],
    ['sends the auth_time 0', { changeToken: (claims) => void (claims['auth_time'] = 0) }],
  ] satisfies [string, ProviderOptions][])('R§10.15 that %s: the sign-in there counts', async (_what, options) => {
    const confirm = await confirmation(await at(options));
    expect(await confirm()).toEqual({ outcome: confirmed, asked: [{ prompt: 'login', age: '0' }] });
  });

  const answers = ['invalid_request', 'login_required', 'interaction_required', 'server_error'];
  test.each(answers)(
    'R§10.15 that refuses max_age=0 with %s is asked for max_age=1 at once, and first the next time',
    async (error) => {
      const refuses = (asked: URLSearchParams) => (asked.get('max_age') === '0' ? error : undefined);
      const confirm = await confirmation(await at({ refuses }));
      const [zero, one] = [
        { prompt: 'login', age: '0' },
        { prompt: 'login', age: '1' },
      ];
      expect(await confirm()).toEqual({ outcome: confirmed, asked: [zero, one] });
      expect(await confirm()).toEqual({ outcome: confirmed, asked: [one] });
    },
  );

  test('R§10.15 that knows neither max_age nor prompt=login has the person choose who they are', async () => {
    const refuses = (asked: URLSearchParams) =>
      asked.has('max_age') || asked.get('prompt') === 'login' ? 'invalid_request' : undefined;
    // The provider of the tests knows no such prompt either, and shows nothing.
    const here = await at({ refuses, leavesOut: ['auth_time'] });
    const visit = here.browser.visit.bind(here.browser);
    here.browser.visit = (url, as) => visit(url.replace('prompt=select_account', 'prompt=consent'), as);
    const confirm = await confirmation(here);
    const { outcome, asked } = await confirm();
    expect(outcome).toEqual(confirmed);
    expect(asked.at(-1)).toEqual({ prompt: 'select_account', age: '-' });
    // Never remembered: the next one begins with the password again.
    expect((await confirm()).asked[0]).toEqual({ prompt: 'login', age: '0' });
  });

  test('R§10.15 that refuses everything refuses the confirmation, after each request once', async () => {
    let isOver = false;
    const here = await at({ refuses: () => (isOver ? 'login_required' : undefined) });
    const confirm = await confirmation(here);
    isOver = true;
    const { outcome, asked } = await confirm();
    expect(outcome).toMatchObject({
      code: 'sign_in_not_completed',
      cause: { message: 'the provider answered with the error login_required' },
    });
    expect(asked).toHaveLength(5);
  });

  test('R§10.15 the person who turns back there is refused, and nothing else is asked', async () => {
    let isOver = false;
    const here = await at({ refuses: () => (isOver ? 'access_denied' : undefined) });
    const confirm = await confirmation(here);
    isOver = true;
    expect(await confirm()).toMatchObject({ outcome: { code: 'sign_in_not_completed' }, asked: [{ age: '0' }] });
  });

  test('R§10.15 a request without a prompt counts only with a time of the sign-in', async () => {
    const refuses = (asked: URLSearchParams) => (asked.has('prompt') ? 'invalid_request' : undefined);
    const told = await confirmation(await at({ refuses }));
    expect(await told()).toMatchObject({ outcome: confirmed, asked: [{}, {}, {}, { prompt: '-', age: '1' }] });
    const silent = await confirmation(await at({ refuses, leavesOut: ['auth_time'] }));
    expect((await silent()).outcome).toMatchObject({ code: 'sign_in_not_completed' });
  });

  test('R§10.15 that has nobody sign in anew is asked otherwise at the next attempt', async () => {
    let [isIgnored, isOld] = [false, true];
    const here = await at({
      changeToken: (claims) =>
        void (claims['auth_time'] = Number(claims['auth_time']) - (isIgnored && isOld ? 3600 : 0)),
    });
    const confirm = await confirmation(here);
    isIgnored = true;
    expect(await confirm()).toMatchObject({ outcome: { code: 'sign_in_not_completed' }, asked: [{ age: '0' }] });
    isOld = false;
    expect(await confirm()).toMatchObject({ outcome: confirmed, asked: [{ age: '1' }] });
  });
});

describe('a clock that is off', () => {
  const shift = (seconds: number) => (claims: Record<string, unknown>) => {
    for (const name of ['auth_time', 'iat', 'exp']) claims[name] = Number(claims[name]) + seconds;
    claims['nbf'] = claims['iat'];
    // As short as tokens get.
    claims['exp'] = Number(claims['iat']) + 30;
  };
  test.each([-60, -45, 45, 60])(
    'R§10.14 R§10.15 by %s s keeps nobody from signing in or confirming',
    async (seconds) => {
      const here = await at({ changeToken: shift(seconds) });
      const confirm = await confirmation(here);
      expect((await confirm()).outcome).toEqual(confirmed);
    },
  );

  test.each([-300, 300])('R§10.14 by %s s is named in the log', async (seconds) => {
    const here = await at({ changeToken: shift(seconds) });
    const claim = seconds < 0 ? 'exp' : 'nbf';
    await expect(here.enter()).rejects.toMatchObject({
      code: 'sign_in_not_completed',
      cause: { message: expect.stringMatching(new RegExp(`the "${claim}" of the ID token is \\d+ s .* clock`)) },
    });
  });
});
