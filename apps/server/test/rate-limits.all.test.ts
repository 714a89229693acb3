import { inAllRun, refillOf } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Account, type Site } from './harness.ts';
import { expectBurst, policyOf, stateOf, storm, unlimited, type Ask } from './rate-answers.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency' });

/** Makes a fresh account key, and so a full bucket. */
const freshKey = async (owner: Account = account): Promise<string> => (await service.makeAccountKey(owner)).key;
const me =
  (token: string): Ask =>
  () =>
    service.call('GET', '/account/me', { token });

describe('R§2.6 headers', () => {
  it('R§2.6 I§8 Account API rate the first request of an account key and of a group key shows the limit', async () => {
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    for (const token of [await freshKey(), key]) {
      const answer = await me(token)();
      expect([policyOf(answer), answer.headers['ratelimit'], answer.headers['retry-after']]).toEqual([
        '"account";q=30;w=3',
        '"account";r=29;t=1',
        undefined,
      ]);
    }
  });

  it('R§2.6 R§6.8 R§7.1 the first request of a site key shows separate buckets for reading and sending', async () => {
    const site = await service.makeSite(account);
    const read = await site.call('GET', '/events');
    expect([policyOf(read), read.headers['ratelimit']]).toEqual(['"read";q=30;w=3', '"read";r=29;t=1']);
    const sent = await site.call('POST', '/events', { body: makeEvent() });
    expect([policyOf(sent), sent.headers['ratelimit']]).toEqual(['"ingest";q=200;w=4', '"ingest";r=199;t=1']);
  });

  it('R§2.6 r and t follow the bucket as it empties', async () => {
    const token = await freshKey();
    const refill = refillOf(10);
    const states = [];
    for (let asked = 0; asked < 25; asked += 1) states.push(stateOf(await me(token)()));
    const last = states.at(-1) ?? expect.fail();
    expect(last.left).toBeGreaterThanOrEqual(5);
    expect(last.left).toBeLessThanOrEqual(5 + refill());
    for (const { left, seconds } of states)
      expect([Math.ceil((30 - left) / 10), Math.ceil((31 - left) / 10)]).toContain(seconds);
  });

  inAllRun(() => {
    it('R§2.6 a native tRPC answer carries the headers as well', async () => {
      const answer = await service.call('GET', '/trpc/account.me', { root: true, token: await freshKey() });
      expect([policyOf(answer), answer.headers['ratelimit']]).toEqual(['"account";q=30;w=3', '"account";r=29;t=1']);
    });

    it('R§2.6 only the three doors are limited', async () => {
      for (const path of ['/openapi.json', '/docs', '/nothing']) unlimited(await service.call('GET', path));
      for (const path of ['/healthz', '/readyz', '/metrics', '/'])
        unlimited(await service.call('GET', path, { root: true }));
      const { answers } = await storm(80, 1, () => service.admin('GET', '/accounts', { query: { limit: 1 } }));
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        unlimited(answer);
      }
    });
  });
});

describe('R§2.6 bursts', () => {
  it('I§8 Account API rate I§7 429 rate limited R§2.6 an account key gets 30 at once, then 10 a second', async () => {
    await expectBurst('account', { rate: 10, burst: 30 }, me(await freshKey()));
  });

  it('I§8 Account API rate R§2.6 a group key gets the same, and each key has its own bucket', async () => {
    const group = await service.makeGroup(account);
    const keys = [await service.makeGroupKey(account, group), await service.makeGroupKey(account, group)];
    await expectBurst('account', { rate: 10, burst: 30 }, me(keys[0]?.key ?? ''));
    expect(stateOf(await me(keys[1]?.key ?? '')()).left).toBe(29);
    expect(stateOf(await me(await freshKey())()).left).toBe(29);
  });

  it('R§6.8 a site key reads 30 at once with its rate of 10; the site’s other key has its own bucket', async () => {
    const site = await service.makeSite(account);
    const { token } = (await account.call('POST', `/sites/${site.id}/tokens`)).body as { token: string };
    await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events', { query: { limit: 1 } }));
    expect(stateOf(await site.call('GET', '/events', { token })).left).toBe(29);
    // Sending continues.
    expect((await site.call('POST', '/events', { body: makeEvent() })).status).toBe(200);
  });

  it('R§7.1 a site key sends 200 at once, then 50 a second', async () => {
    const site = await service.makeSite(account);
    await expectBurst('ingest', { rate: 50, burst: 200 }, () => site.call('POST', '/events', { body: {} }));
    expect((await site.call('GET', '/events')).status).toBe(200);
  });

  inAllRun(() => {
    it('R§2.6 after Retry-After the next request is granted', async () => {
      const token = await freshKey();
      const { answers } = await storm(150, 10, me(token));
      const refused = answers.find(({ status }) => status === 429) ?? expect.fail();
      expect(refused.headers['retry-after']).toBe('1');
      await expect.poll(async () => (await me(token)()).status, { interval: 200 }).toBe(200);
    });
  });

  it('R§2.5 R§6.8 a changed read rate binds the next request', async () => {
    const site = await service.makeSite(account);
    await service.setReadRate(site, 1);
    const first = await site.call('GET', '/events');
    expect([policyOf(first), first.headers['ratelimit']]).toEqual(['"read";q=3;w=3', '"read";r=2;t=1']);
    const { answers } = await storm(12, 1, () => site.call('GET', '/events'));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    await service.setReadRate(site, 1000);
    const fast = await site.call('GET', '/events');
    expect([fast.status, policyOf(fast)]).toEqual([200, '"read";q=3000;w=3']);
    expect(stateOf(fast).left).toBeGreaterThan(2980);
    await service.setReadRate(site, 7);
    expect(policyOf(await site.call('GET', '/events'))).toBe('"read";q=21;w=3');
  });
});

describe('resellers', () => {
  let reseller: Account;
  let site: Site;
  beforeAll(async () => {
    reseller = await service.makeAccount({ plan: 'free', reseller: true });
    site = await service.makeSite(reseller);
  });

  it('I§8 Account API rate R§2.6 are exempt on every account and group key, without any rate header', async () => {
    const group = await service.makeGroup(reseller);
    const { key } = await service.makeGroupKey(reseller, group);
    for (const token of [reseller.token, key]) {
      const { answers } = await storm(80, 1, me(token));
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        unlimited(answer);
      }
    }
  });

  inAllRun(() => {
    it('R§6.8 R§7.1 are not exempt where a site key reads or sends', async () => {
      await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events'));
      await expectBurst('ingest', { rate: 50, burst: 200 }, () => site.call('POST', '/events', { body: {} }));
    });
  });

  it('R§2.5 the flag binds the next request, on and off', async () => {
    const owner = await service.makeAccount({ plan: 'agency' });
    await storm(60, 10, me(owner.token));
    await service.setReseller(owner, true);
    unlimited(await me(owner.token)());
    await service.setReseller(owner, false);
    expect(policyOf(await me(owner.token)())).toBe('"account";q=30;w=3');
  });
});
