import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

import { serverOf } from '@goal/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serve, type Service } from '../src/serve.ts';
import { openClient, type Client } from './harness/client.ts';
import { makeEvent, startService, testEnv, type Account, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account);
});
afterAll(() => service.stop());

const allow5xx = true;

/** Runs `work` while the table is missing, so that its users fail unexpectedly. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await service.db.work.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    await work();
  } finally {
    await service.db.work.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

describe('R§2.2 crashes', () => {
  it('R§2.1 R§2.2 a crash is 500 internal error without details, on every door', async () => {
    await without('plan', async () => {
      (await account.call('GET', '/me', { allow5xx })).refused(500, 'internal error');
      (await account.call('POST', '/groups', { body: { name: 'x' }, allow5xx })).refused(500, 'internal error');
      (await site.call('GET', '/events', { allow5xx })).refused(500, 'internal error');
      (await site.call('POST', '/events', { body: makeEvent(), allow5xx })).refused(500, 'internal error');
      const native = await service.call('GET', '/trpc/account.me', { root: true, token: account.token, allow5xx });
      expect(native.status).toBe(500);
      expect(native.body).toEqual({
        error: {
          message: 'internal error',
          code: -32603,
          data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, path: 'account.me' },
        },
      });
    });
    await without('site', async () => {
      (await account.call('GET', '/sites', { allow5xx })).refused(500, 'internal error');
      (
        await account.call('POST', '/sites', {
          body: { domain: 'crash.example.com', site_url: 'https://crash.example.com' },
          allow5xx,
        })
      ).refused(500, 'internal error');
    });
    await without('event', async () => {
      (await site.call('GET', '/events', { allow5xx })).refused(500, 'internal error');
      (await site.call('POST', '/events', { body: makeEvent(), allow5xx })).refused(500, 'internal error');
    });
    expect((await account.call('GET', '/me')).status).toBe(200);
    await service.ingest(site, [makeEvent()]);
  });

  it('R§2.2 the log holds the whole crash under the request id, and no secret', async () => {
    // An unused key is not cached, so its check needs the table.
    const { token } = await service.makeAccount();
    await without('plan', async () => {
      const answer = await service.call('GET', '/account/me?q=private-text', {
        token,
        headers: { 'X-Request-Id': 'crash-1' },
        allow5xx,
      });
      expect(answer.headers['x-request-id']).toBe('crash-1');
    });
    const lines = service.log
      .filter((line) => line.includes('crash-1'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const [failure] = lines.filter(({ level }) => level === 50);
    expect(failure).toMatchObject({ id: 'crash-1', route: 'GET /account/me' });
    expect(JSON.stringify(failure)).toMatch(/relation \\"plan\\" does not exist/);
    expect(JSON.stringify(failure)).toMatch(/find-keys/);
    expect(JSON.stringify(service.log)).not.toContain(token);
    expect(JSON.stringify(service.log)).not.toContain('private-text');
    expect(JSON.stringify(service.log)).not.toContain(site.token);
  });

  it('R§2.2 a refusal is not a failure and is never logged as an error', async () => {
    const before = service.log.filter((line) => line.includes('"level":50')).length;
    (await account.call('POST', '/groups', { body: '{' })).refused(400, 'invalid JSON body');
    (await account.call('GET', '/nothing')).refused(404, 'not found');
    expect(service.log.filter((line) => line.includes('"level":50'))).toHaveLength(before);
  });
});

/** A proxy between the service and its database that can refuse connections or fall silent. */
async function openRelay(url: string) {
  const target = serverOf(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const relay: Server = createServer((near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!isSilent) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => relay.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = relay.address() as AddressInfo; // listens on TCP
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    /** Refuses connections from now on. */
    async close() {
      const closed = new Promise((resolve) => relay.close(resolve));
      cut();
      await closed;
    },
    open: () => listen(port),
    silence(silent: boolean) {
      isSilent = silent;
      // Bytes lost meanwhile stay lost, so these connections end.
      if (!silent) cut();
    },
  };
}

describe('R§2.2 the database out of reach', () => {
  let relay: Awaited<ReturnType<typeof openRelay>>;
  let behind: Service;
  let client: Client;
  beforeAll(async () => {
    relay = await openRelay(service.databaseUrl);
    behind = await serve(testEnv(), relay.url, pino({ level: 'silent' }));
    client = openClient(behind.origin, '/v1/goal');
  });
  afterAll(async () => {
    client.close();
    await behind.stop();
    await relay.close();
  });

  const requests = (): Promise<Awaited<ReturnType<Client['call']>>>[] => [
    client.call('GET', '/account/me', { token: account.token, allow5xx }),
    client.call('POST', '/account/groups', { token: account.token, body: { name: 'x' }, allow5xx }),
    client.call('GET', '/events', { token: site.token, domain: site.domain, allow5xx }),
    client.call('POST', '/events', { token: site.token, domain: site.domain, body: makeEvent(), allow5xx }),
    client.call('GET', '/admin/accounts', { token: service.adminRead, allow5xx }),
  ];
  const ready = () => client.call('GET', '/readyz', { root: true, allow5xx });
  const works = async (): Promise<void> => {
    await expect
      .poll(async () => (await Promise.all(requests())).map(({ status }) => status))
      .toEqual([200, expect.toBeOneOf([201, 409]), 200, 200, 200]);
    await expect.poll(async () => (await ready()).status).toBe(200);
  };

  it.each(['refuses connections', 'falls silent'])(
    'R§2.2 503 service unavailable with Retry-After while it %s, then recovery without a restart',
    async (how) => {
      await works();
      if (how === 'falls silent') relay.silence(true);
      else await relay.close();
      try {
        for (const answer of await Promise.all(requests())) {
          answer.refused(503, 'service unavailable');
          expect(Number(answer.headers['retry-after']), answer.request).toBeGreaterThanOrEqual(1);
        }
        await expect.poll(async () => (await ready()).status).toBe(503);
        (await ready()).refused(503, 'service unavailable');
        const native = await client.call('GET', '/trpc/account.me', { root: true, token: account.token, allow5xx });
        expect(native.status).toBe(503);
        expect(native.body).toMatchObject({ error: { message: 'service unavailable' } });
        expect(Number(native.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        // Routes without the database still answer.
        (await client.call('GET', '/account/me')).refused(401, 'missing bearer token');
        (await client.call('GET', '/account/me', { token: 'x' })).refused(401, 'invalid token');
        (await client.call('GET', '/nothing')).refused(404, 'not found');
        expect((await client.call('GET', '/healthz', { root: true })).status).toBe(200);
        expect((await client.call('GET', '/openapi.json')).status).toBe(200);
        expect((await client.call('GET', '/metrics', { root: true })).status).toBe(200);
      } finally {
        if (how === 'falls silent') relay.silence(false);
        else await relay.open();
      }
      await works();
    },
  );
});
