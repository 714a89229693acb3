import { createGoalClient, type CallOptions } from '@goal/client';
import { until } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';

import { faultyFetch, type Fault } from './faulty-fetch.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

const baseUrl = (): string => `${service.origin}${service.basePath}`;
function clientsWith(...faults: Fault[]) {
  const { fetch: through, requests } = faultyFetch(...faults);
  const shared = { baseUrl: baseUrl(), fetch: through };
  return {
    requests,
    account: createGoalClient({ ...shared, token: account.token }),
    site: createGoalClient({ ...shared, token: site.token, siteDomain: site.domain }),
  };
}
const occurred_at = new Date().toISOString();
const newEvent = { occurred_at, code: 1, severity: 'low', object: 'a', event_type: 'b', message: 'once' } as const;

describe('a request that reads', () => {
  it.each<[string, Fault]>([
    ['got lost', 'lost'],
    ['was answered where nobody heard it', 'unheard'],
    ['met a service out of reach', { status: 503, headers: { 'Retry-After': '0' } }],
    ['was over its rate', { status: 429, headers: { 'Retry-After': '0' } }],
  ])('is retried when it %s', async (_, fault) => {
    const { account: client, requests } = clientsWith(fault, fault);
    expect(await client.me()).toMatchObject({ account_id: account.id });
    expect(requests).toHaveLength(3);
  });

  it('waits at least as long as Retry-After says', async () => {
    const { account: client, requests } = clientsWith({ status: 429, headers: { 'Retry-After': '1' } });
    await client.me();
    const [first, second] = requests.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('succeeds when the key exceeds the service’s rate limit', async () => {
    const limited = await service.makeAccount({ plan: 'pro' });
    const { fetch: through, requests } = faultyFetch();
    const client = createGoalClient({ baseUrl: baseUrl(), token: limited.token, fetch: through, retries: 20 });
    const answers: string[] = [];
    // On a slow machine 60 requests may fit while the bucket refills, so continue until one is
    // refused.
    while (requests.length === answers.length) {
      const all = await Promise.all(Array.from({ length: 60 }, () => client.me()));
      answers.push(...all.map(({ account_id: id }) => id));
    }
    expect(new Set(answers)).toEqual(new Set([limited.id]));
  });

  it('gives up in the end, and at once when told to or when a retry cannot help', async () => {
    const lost = clientsWith(...Array.from({ length: 9 }, (): Fault => 'lost'));
    await expect(lost.account.me({}, { retries: 1 })).rejects.toMatchObject({
      name: 'GoalError',
      status: 0,
      message: 'the connection failed',
      cause: expect.any(TypeError) as TypeError,
    });
    expect(lost.requests).toHaveLength(2);
    await expect(lost.account.me({}, { retries: 0 })).rejects.toMatchObject({ status: 0 });
    expect(lost.requests).toHaveLength(3);
    const refused = clientsWith();
    await expect(refused.site.events.get({ id: 0 })).rejects.toMatchObject({ status: 404, message: 'not found' });
    const far = clientsWith({ status: 503, headers: { 'Retry-After': '86400' } });
    await expect(far.account.me()).rejects.toMatchObject({ status: 503, retryAfter: 86_400 });
    for (const { requests } of [refused, far]) expect(requests).toHaveLength(1);
  });
});

describe('a request that changes something', () => {
  it('is never sent twice', async () => {
    const { account: client, requests } = clientsWith('unheard', { status: 503 });
    await expect(client.groups.create({ name: 'once' })).rejects.toMatchObject({ status: 0 });
    await expect(client.groups.create({ name: 'never' })).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(2);
    expect((await client.groups.list()).groups.filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  it('is retried if it sends events with event_uuid, which are stored once', async () => {
    const withUuid = clientsWith('unheard', 'lost');
    const events = [{ ...newEvent, event_uuid: crypto.randomUUID() }];
    expect(await withUuid.site.events.send({ events })).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    expect(withUuid.requests).toHaveLength(3);
    const without = clientsWith('lost');
    await expect(without.site.events.send({ events: [...events, newEvent] })).rejects.toMatchObject({ status: 0 });
    expect(without.requests).toHaveLength(1);
  });
});

describe('a request that takes too long', () => {
  const hanging: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const end = (): void => reject(new Error('ended'));
      init?.signal?.addEventListener('abort', end);
    });
  const clientOf = (options: CallOptions) =>
    createGoalClient({ baseUrl: baseUrl(), token: account.token, fetch: hanging, ...options });

  it('is a GoalError', async () => {
    await expect(clientOf({ timeoutMs: 20, retries: 1 }).me()).rejects.toMatchObject({
      status: 0,
      message: 'no answer in time',
    });
  });

  it('aborts with the caller’s reason, also during the pause before a retry', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const asked = clientOf({}).me({}, { signal: caller.signal });
    const { account: client, requests } = clientsWith({ status: 429, headers: { 'Retry-After': '200' } });
    const paused = client.me({}, { signal: caller.signal });
    await until(() => requests.length === 1);
    caller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(paused).rejects.toBe(reason);
    await expect(client.me({}, { signal: caller.signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});
