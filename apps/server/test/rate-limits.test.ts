import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, startService, type Account, type Answer, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency' });
});
afterAll(() => service.stop());

type Ask = () => Promise<Answer>;
/** A fresh account key, so a full bucket. */
const freshKey = async (owner: Account = account): Promise<string> => (await service.makeAccountKey(owner)).key;
const me = (token: string): Ask => () => service.call('GET', '/account/me', { token });
const policyOf = ({ headers }: Answer) => headers['ratelimit-policy'];
const stateOf = ({ headers, request }: Answer): { name: string; left: number; seconds: number } => {
  const [, name = '', left, seconds] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit'])) ?? expect.fail(`${request}: ${String(headers['ratelimit'])}`);
  return { name, left: Number(left), seconds: Number(seconds) };
};
const unlimited = (answer: Answer): void => {
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit') || name === 'retry-after'), answer.request).toEqual([]);
};
function limited(answer: Answer, name: string): void {
  answer.refused(429, 'rate limited');
  expect(stateOf(answer)).toMatchObject({ name, left: 0 });
  expect(String(answer.headers['retry-after'])).toMatch(/^[1-9][0-9]*$/);
}
/** Asks many times at once; gives the answers, and how many tokens may have come back meanwhile. */
async function storm(times: number, rate: number, ask: (at: number) => Promise<Answer>): Promise<{ answers: Answer[]; refilled: number }> {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: times }, (_, at) => ask(at)));
  return { answers, refilled: Math.ceil(((performance.now() - begun) / 1000) * rate) };
}
/** A storm on a full bucket: at least the burst is granted, at most what came back beside it; the rest is 429. */
async function expectBurst(name: string, { rate, burst }: { rate: number; burst: number }, ask: (at: number) => Promise<Answer>): Promise<void> {
  const { answers, refilled } = await storm(burst + 40, rate, ask);
  const refused = answers.filter(({ status }) => status === 429);
  const granted = answers.length - refused.length;
  expect(granted).toBeGreaterThanOrEqual(burst);
  expect(granted).toBeLessThanOrEqual(burst + refilled);
  for (const answer of refused) limited(answer, name);
  for (const answer of answers) expect(policyOf(answer)).toBe(`"${name}";q=${burst};w=${burst / rate}`);
}

describe('R§2.6 headers', () => {
  it('R§2.6 I§8 Account API rate the first request of an account key and of a group key', async () => {
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    for (const token of [await freshKey(), key]) {
      const answer = await me(token)();
      expect([policyOf(answer), answer.headers['ratelimit'], answer.headers['retry-after']]).toEqual(['"account";q=30;w=3', '"account";r=29;t=1', undefined]);
    }
  });

  it('R§2.6 R§6.8 R§7.1 the first request of a site key, reading and sending, each with a bucket of its own', async () => {
    const site = await service.makeSite(account);
    const read = await site.call('GET', '/events');
    expect([policyOf(read), read.headers['ratelimit']]).toEqual(['"read";q=30;w=3', '"read";r=29;t=1']);
    const sent = await site.call('POST', '/events', { body: makeEvent() });
    expect([policyOf(sent), sent.headers['ratelimit']]).toEqual(['"ingest";q=200;w=4', '"ingest";r=199;t=1']);
  });

  it('R§2.6 r and t follow the bucket down', async () => {
    const token = await freshKey();
    const begun = performance.now();
    const states = [];
    for (let asked = 0; asked < 25; asked += 1) states.push(stateOf(await me(token)()));
    const refilled = Math.ceil((performance.now() - begun) / 100);
    const last = states.at(-1) ?? expect.fail();
    expect(last.left).toBeGreaterThanOrEqual(5);
    expect(last.left).toBeLessThanOrEqual(5 + refilled);
    for (const { left, seconds } of states) expect([Math.ceil((30 - left) / 10), Math.ceil((31 - left) / 10)]).toContain(seconds);
  });

  it('R§2.6 an answer of the native tRPC carries them as well', async () => {
    const answer = await service.call('GET', '/trpc/account.me', { root: true, token: await freshKey() });
    expect([policyOf(answer), answer.headers['ratelimit']]).toEqual(['"account";q=30;w=3', '"account";r=29;t=1']);
  });

  it('R§2.6 nothing but the three doors is limited', async () => {
    for (const path of ['/openapi.json', '/nothing']) unlimited(await service.call('GET', path));
    for (const path of ['/healthz', '/readyz', '/metrics', '/']) unlimited(await service.call('GET', path, { root: true }));
    const { answers } = await storm(80, 1, () => service.admin('GET', '/accounts', { query: { limit: 1 } }));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      unlimited(answer);
    }
  });
});

describe('R§2.6 bursts', () => {
  it('I§8 Account API rate I§7 429 rate limited R§2.6 an account key: 30 at once, then 10 a second', async () => {
    await expectBurst('account', { rate: 10, burst: 30 }, me(await freshKey()));
  });

  it('I§8 Account API rate R§2.6 a group key as well, and each key has its own bucket', async () => {
    const group = await service.makeGroup(account);
    const keys = [await service.makeGroupKey(account, group), await service.makeGroupKey(account, group)];
    await expectBurst('account', { rate: 10, burst: 30 }, me(keys[0]?.key ?? ''));
    expect(stateOf(await me(keys[1]?.key ?? '')()).left).toBe(29);
    expect(stateOf(await me(await freshKey())()).left).toBe(29);
  });

  it('R§6.8 a site key reads 30 at once with its rate of 10; the other key of the site has its own bucket', async () => {
    const site = await service.makeSite(account);
    const { token } = (await account.call('POST', `/sites/${site.id}/tokens`)).body as { token: string };
    await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events', { query: { limit: 1 } }));
    expect(stateOf(await site.call('GET', '/events', { token })).left).toBe(29);
    // Sending goes on.
    expect((await site.call('POST', '/events', { body: makeEvent() })).status).toBe(200);
  });

  it('R§7.1 a site key sends 200 at once, then 50 a second', async () => {
    const site = await service.makeSite(account);
    await expectBurst('ingest', { rate: 50, burst: 200 }, () => site.call('POST', '/events', { body: {} }));
    expect((await site.call('GET', '/events')).status).toBe(200);
  });

  it('R§2.6 after Retry-After the next request is granted', async () => {
    const token = await freshKey();
    const { answers } = await storm(150, 10, me(token));
    const refused = answers.find(({ status }) => status === 429) ?? expect.fail();
    expect(refused.headers['retry-after']).toBe('1');
    await expect.poll(async () => (await me(token)()).status, { interval: 200, timeout: 5000 }).toBe(200);
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

/** Every request of these finds this many tokens fewer. */
async function taken(token: string, ask: Ask, times = 15): Promise<{ fewest: number; most: number }> {
  const before = stateOf(await me(token)()).left;
  const begun = performance.now();
  for (let asked = 0; asked < times; asked += 1) await ask();
  const after = stateOf(await me(token)()).left;
  const refilled = Math.ceil((performance.now() - begun) / 100) + 1;
  // The last look takes one itself.
  return { fewest: before - after - 1, most: before - after - 1 + refilled };
}

describe('R§2.4 R§2.6 what takes a token', () => {
  it('R§2.4 every request that bears a valid credential takes one, whatever it is answered', async () => {
    const site = await service.makeSite(account);
    const cases: [what: string, status: number, ask: (token: string) => Ask][] = [
      ['200', 200, (token) => me(token)],
      ['404', 404, (token) => () => service.call('GET', `/account/sites/${randomUUID()}/tokens`, { token })],
      ['400', 400, (token) => () => service.call('POST', '/account/groups', { token })],
      ['415', 415, (token) => () => service.call('POST', '/account/groups', { token, body: 'x', headers: { 'Content-Type': 'text/plain' } })],
      ['400 JSON', 400, (token) => () => service.call('POST', '/account/groups', { token, body: '{' })],
      ['400 query', 400, (token) => () => service.call('GET', '/account/events?limit=0', { token })],
      ['409', 409, (token) => () => service.call('POST', '/account/sites', { token, body: { domain: site.domain, site_url: 'https://x.example' } })],
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

  it('R§2.4 what is judged before the limiter takes none: unknown paths, wrong methods, OPTIONS', async () => {
    const token = await freshKey();
    for (const ask of [() => service.call('GET', '/account/nothing', { token }), () => service.call('PUT', '/account/me', { token }), () => service.call('OPTIONS', '/account/me', { token }), () => service.call('GET', '/account/me/', { token }), () => service.call('GET', '/trpc/account.nothing', { root: true, token })]) {
      const { fewest } = await taken(token, ask);
      expect(fewest).toBeLessThanOrEqual(0);
      unlimited(await ask());
    }
  });

  it('R§2.4 R§2.6 the free plan behind the gate takes one too, and over the limit it is 429 and no longer 403', async () => {
    const owner = await service.makeAccount({ plan: 'free' });
    const site = await service.makeSite(owner);
    const answer = await me(owner.token)();
    answer.refused(403, 'api access requires a paid plan');
    expect(stateOf(answer).left).toBe(29);
    await expectBurst('account', { rate: 10, burst: 30 }, me(await freshKey(owner)));
    await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events'));
  });

  it('R§2.4 R§6.8 R§7.1 site keys: domain mismatch and a revoked site take one, and are 429 over the limit', async () => {
    const site = await service.makeSite(account);
    await expectBurst('read', { rate: 10, burst: 30 }, (at) => site.call('GET', at % 2 === 0 ? '/events' : '/events/1', { domain: 'other.example.com' }));
    const other = await service.makeSite(account);
    await service.revokeSite(other);
    await expectBurst('ingest', { rate: 50, burst: 200 }, (at) => other.call('POST', '/events', { body: '{', ...(at % 2 === 0 ? { domain: 'x.example.com' } : {}) }));
  });

  it('I§5.R6 R§2.4 a group key where an account key is required takes one', async () => {
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    await expectBurst('account', { rate: 10, burst: 30 }, (at) => service.call(at % 2 === 0 ? 'POST' : 'GET', '/account/groups', { token: key, body: { name: 'x' } }));
  });

  it('R§2.6 a missing or invalid credential is never 429 and carries no such header', async () => {
    const token = await freshKey();
    const prefix = token.split('_')[2] ?? '';
    const guess = `goal_acct_${prefix}_${'x'.repeat(32)}`;
    const tokens = [undefined, 'x', guess, `goal_acct_zzzzzzzz_${'x'.repeat(32)}`, account.token.replace('acct', 'grp')];
    const { answers } = await storm(200, 1, (at) => service.call('GET', '/account/me', { token: tokens[at % tokens.length] }));
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      unlimited(answer);
    }
    // Guessing at a key's secret takes nothing from the key.
    expect(stateOf(await me(token)()).left).toBe(29);
  });
});

describe('I§8 resellers', () => {
  let reseller: Account;
  let site: Site;
  beforeAll(async () => {
    reseller = await service.makeAccount({ plan: 'free', reseller: true });
    site = await service.makeSite(reseller);
  });

  it('I§8 Account API rate R§2.6 exempt on every account and group key, without any of the headers', async () => {
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

  it('R§6.8 R§7.1 not exempt where a site key reads or sends', async () => {
    await expectBurst('read', { rate: 10, burst: 30 }, () => site.call('GET', '/events'));
    await expectBurst('ingest', { rate: 50, burst: 200 }, () => site.call('POST', '/events', { body: {} }));
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
