import { createTrpcClient } from '@goal/client/trpc';
import { describe, expect, it } from 'vitest';

import { sharedService, unique } from './harness.ts';

const service = await sharedService();

const clientOf = (token: string, through?: typeof fetch) =>
  createTrpcClient({ url: `${service.origin}/trpc`, token, ...(through === undefined ? {} : { fetch: through }) });

describe('createTrpcClient', () => {
  it('queries and mutates over native tRPC with its token', async () => {
    const client = clientOf(service.adminWrite);
    const email = `${unique()}@example.com`;
    const { id } = await client.admin.accounts.create.mutate({ email });
    expect(await client.admin.accounts.get.query({ id })).toMatchObject({ id, email, plan: 'free' });
  });

  it("throws the contract's sentence and status", async () => {
    const refused = await clientOf('goal_admin_aaaaaaaa_nothing')
      .admin.accounts.list.query({})
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'TRPCClientError', message: 'invalid token', data: { httpStatus: 401 } });
  });

  it('R§2.4 batches simultaneous calls, at most 20 per request', async () => {
    const sent: number[] = [];
    const client = clientOf(service.adminRead, (input, init) => {
      // The client passes a text.
      sent.push(new URL(input as string).pathname.split(',').length);
      return fetch(input, init);
    });
    const all = await Promise.all(Array.from({ length: 45 }, () => client.admin.whoami.query()));
    expect(new Set(all.map(({ name }) => name))).toEqual(new Set(['reader']));
    expect(sent.reduce((sum, count) => sum + count)).toBe(45);
    expect(Math.max(...sent)).toBeLessThanOrEqual(20);
    expect(sent.length).toBeLessThan(10);
  });

  it('aborts when its caller does', async () => {
    const caller = new AbortController();
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const hanging: typeof fetch = (_input, init) => {
      begin();
      return new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('gave up'))),
      );
    };
    const asked = clientOf(service.adminRead, hanging).admin.whoami.query(undefined, { signal: caller.signal });
    await begun;
    caller.abort();
    await expect(asked).rejects.toThrow('gave up');
  });
});
