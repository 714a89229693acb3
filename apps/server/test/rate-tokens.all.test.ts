import { randomUUID } from 'node:crypto';

import { refillOf } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';

import { sharedService, type Account } from './harness.ts';
import { expectBurst, stateOf, storm, unlimited, type Ask } from './rate-answers.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency' });

/** Makes a fresh account key, and so a full bucket. */
const freshKey = async (owner: Account = account): Promise<string> => (await service.makeAccountKey(owner)).key;
const me =
  (token: string): Ask =>
  () =>
    service.call('GET', '/account/me', { token });

/** Each of these requests must leave this many tokens fewer. */
async function taken(token: string, ask: Ask, times = 15): Promise<{ fewest: number; most: number }> {
  const before = stateOf(await me(token)()).left;
  const refill = refillOf(10);
  for (let asked = 0; asked < times; asked += 1) await ask();
  const after = stateOf(await me(token)()).left;
  // The last look takes one itself.
  return { fewest: before - after - 1, most: before - after + refill() };
}

describe('R§2.4 R§2.6 which requests take a token', () => {
  it('R§2.4 every request with a valid credential takes one, whatever the answer', async () => {
    const site = await service.makeSite(account);
    const cases: [what: string, status: number, ask: (token: string) => Ask][] = [
      ['200', 200, (token) => me(token)],
      ['404', 404, (token) => () => service.call('GET', `/account/sites/${randomUUID()}/tokens`, { token })],
      ['400', 400, (token) => () => service.call('POST', '/account/groups', { token })],
      [
        '415',
        415,
        (token) => () =>
          service.call('POST', '/account/groups', { token, body: 'x', headers: { 'Content-Type': 'text/plain' } }),
      ],
      ['400 JSON', 400, (token) => () => service.call('POST', '/account/groups', { token, body: '{' })],
      ['400 query', 400, (token) => () => service.call('GET', '/account/events?limit=0', { token })],
      [
        '409',
        409,
        (token) => () =>
          service.call('POST', '/account/sites', {
            token,
            body: { domain: site.domain, site_url: 'https://x.example' },
          }),
      ],
      ['HEAD', 200, (token) => () => service.call('HEAD', '/account/me', { token })],
      ['tRPC', 200, (token) => () => service.call('GET', '/trpc/account.me', { root: true, token })],
    ];
    for (const [what, status, ask] of cases) {
      const token = await freshKey();
      expect((await ask(token)()).status, what).toBe(status);
      const { most } = await taken(token, ask(token));
      expect(most, what).toBeGreaterThanOrEqual(15);
      (await service.admin('DELETE', `/accounts/${account.id}/keys/${token.split('_')[2]}`)).done();
    }
  });

  it('R§2.4 requests refused before the limiter take none: unknown paths, wrong methods, OPTIONS', async () => {
    const token = await freshKey();
    for (const ask of [
      () => service.call('GET', '/account/nothing', { token }),
      () => service.call('PUT', '/account/me', { token }),
      () => service.call('OPTIONS', '/account/me', { token }),
      () => service.call('GET', '/account/me/', { token }),
      () => service.call('GET', '/trpc/account.nothing', { root: true, token }),
    ]) {
      const { fewest } = await taken(token, ask);
      expect(fewest).toBeLessThanOrEqual(0);
      unlimited(await ask());
    }
  });

  it('R§2.4 R§2.6 a request on the free plan takes one before the gate, and over the limit it is 429 instead of 403', async () => {
    const owner = await service.makeAccount({ plan: 'free' });
    const site = await service.makeSite(owner);
    const answer = await me(owner.token)();
    answer.refused(403, 'api access requires a paid plan');
    expect(stateOf(answer).left).toBe(29);
    await expectBurst('account', { rate: 10, burst: 30 }, me(await freshKey(owner)));
    await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events'));
  });

  it('R§2.4 R§6.8 R§7.1 a site key with a wrong domain or a revoked site takes one, and is 429 over the limit', async () => {
    const site = await service.makeSite(account);
    await expectBurst('read', { rate: 10, burst: 30 }, (at) =>
      site.call('GET', at % 2 === 0 ? '/events' : '/events/1', { domain: 'other.example.com' }),
    );
    const other = await service.makeSite(account);
    await service.revokeSite(other);
    await expectBurst('ingest', { rate: 50, burst: 200 }, (at) =>
      other.call('POST', '/events', { body: '{', ...(at % 2 === 0 ? { domain: 'x.example.com' } : {}) }),
    );
  });

  it('I§5.R6 R§2.4 a group key takes one where an account key is required', async () => {
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    await expectBurst('account', { rate: 10, burst: 30 }, (at) =>
      service.call(at % 2 === 0 ? 'POST' : 'GET', '/account/groups', { token: key, body: { name: 'x' } }),
    );
  });

  it('R§2.6 a missing or invalid credential is never 429 and gets no rate header', async () => {
    const token = await freshKey();
    const prefix = token.split('_')[2] ?? '';
    const guess = `goal_acct_${prefix}_${'x'.repeat(32)}`;
    const tokens = [
      undefined,
      'x',
      guess,
      `goal_acct_zzzzzzzz_${'x'.repeat(32)}`,
      account.token.replace('acct', 'grp'),
    ];
    const { answers } = await storm(200, 1, (at) =>
      service.call('GET', '/account/me', { token: tokens[at % tokens.length] }),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      unlimited(answer);
    }
    // Guessing a key’s secret takes nothing from the key.
    expect(stateOf(await me(token)()).left).toBe(29);
  });
});
