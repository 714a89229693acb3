import { createAdminToken } from '@goal/core';
import type { Database } from '@goal/db';
import { inAllRun, inLongRun, openPatientDatabase, rowsOf, runsOf } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Answer } from './harness/client.ts';
import { freshDomain, unique, type Account, type Factory } from './harness/factory.ts';
import { processesOnDatabase, until, type ServerProcess } from './processes.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();
let servers: [ServerProcess, ServerProcess];
let make: Factory & { token: string };

beforeAll(async () => {
  servers = await Promise.all([processes.start({ databaseUrl }), processes.start({ databaseUrl })]);
  make = await admin(servers[0]);
});

const atOnce = 30;

/**
 * Sends all requests at once, alternating between the two processes, and counts the answers: `{
 * '201': 5, '409 plan site limit reached': 25 }`.
 */
async function race(
  request: (server: ServerProcess, index: number) => Promise<Answer>,
  count = atOnce,
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => request(index % 2 === 0 ? servers[0] : servers[1], index)),
  );
  const tally: Record<string, number> = {};
  for (const { status, body } of answers) {
    const what = status < 400 ? String(status) : `${status} ${(body as { error: string }).error}`; // every refusal has this shape
    tally[what] = (tally[what] ?? 0) + 1;
  }
  return tally;
}

const siteBody = (domain = freshDomain()) => ({ domain, site_url: `https://${domain}/` });
const createSite = (server: ServerProcess, { token }: { token: string }, body: object = siteBody()) =>
  server.call('POST', '/account/sites', { token, body });

async function statuses(account: Account): Promise<Record<string, number>> {
  const { sites } = (await account.call('GET', '/sites')).body as { sites: { status: string }[] }; // another test covers its shape
  const tally: Record<string, number> = {};
  for (const { status } of sites) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
}

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let done = 0; done < count; done += 1) made.push(await work());
  return made;
};

describe('R§3.8 thirty concurrent requests to two processes on one database fill the cap exactly', () => {
  it('R§3.8 I§8 Site quota I§7 409 plan site limit reached: creating sites on a plan of five', async () => {
    for (const account of await times(runsOf(1, 3), () => make.makeAccount({ plan: 'starter' }))) {
      expect(await race((server) => createSite(server, account))).toEqual({
        '201': 5,
        '409 plan site limit reached': 25,
      });
      expect(await statuses(account)).toEqual({ active: 5 });
    }
  });

  inLongRun(() => {
    it('R§3.8 I§8 Site quota R§4.2: reactivating sites on a plan of five with four free places', async () => {
      const account = await make.makeAccount({ plan: 'agency' });
      const sites = await times(atOnce + 1, () => make.makeSite(account));
      await make.setPlan(account, 'free');
      await make.setPlan(account, 'starter');
      expect(await statuses(account)).toEqual({ active: 1, paused: 30 });
      const activate = (server: ServerProcess, index: number) =>
        server.call('POST', `/account/sites/${sites[index + 1]?.id}/activate`, { token: account.token });
      expect(await race(activate)).toEqual({ '204': 4, '409 plan site limit reached': 26 });
      expect(await statuses(account)).toEqual({ active: 5, paused: 26 });
    });
  });

  inAllRun(() => {
    it('R§3.8 R§8.b8 I§8 Site quota: customers reactivating one by one and operators in bulk, on a plan of five with four free places', async () => {
      const account = await make.makeAccount({ plan: 'agency' });
      const sites = await times(atOnce + 1, () => make.makeSite(account));
      await make.setPlan(account, 'free');
      await make.setPlan(account, 'starter');
      const path = `/admin/accounts/${account.id}/sites/activate`;
      const tally = await race((server, index) => {
        const own = sites[index + 1]?.id;
        if (index % 3 === 0) return server.call('POST', `/account/sites/${own}/activate`, { token: account.token });
        const body = index > 20 ? { paused_by: 'last_downgrade' } : { ids: [own] };
        return server.call('POST', path, { token: make.token, body });
      });
      expect(
        Object.keys(tally).filter((what) => !['200', '204', '409 plan site limit reached'].includes(what)),
      ).toEqual([]);
      expect(await statuses(account)).toEqual({ active: 5, paused: 26 });
    });
  });

  inLongRun(() => {
    it('R§3.8 R§4.2 I§8 Site quota: creating and reactivating sites while the plan is lowered to five', async () => {
      for (const account of await times(runsOf(1, 3), () => make.makeAccount({ plan: 'starter' }))) {
        const paused = await times(5, () => make.makeSite(account));
        await make.setPlan(account, 'free');
        await make.setPlan(account, 'pro');
        const { key: second } = await make.makeAccountKey(account);
        const tally = await race((server, index) => {
          if (index === 14)
            return server.call('POST', `/admin/accounts/${account.id}/plan`, {
              token: make.token,
              body: { plan: 'starter' },
            });
          const token = index % 4 < 2 ? account.token : second;
          if (index % 6 === 0)
            return server.call('POST', `/account/sites/${paused[index / 6]?.id}/activate`, { token });
          return createSite(server, { token });
        });
        expect(
          Object.keys(tally).filter((what) => !['201', '204', '409 plan site limit reached'].includes(what)),
        ).toEqual([]);
        // The downgrade paused earlier sites down to the cap; later requests met the cap.
        expect((await statuses(account))['active']).toBe(5);
      }
    });
  });

  it('R§3.8 I§8 Active site keys I§5.R3 I§7 409 two active keys already — revoke one before minting another: minting site keys for a site that has one', async () => {
    const account = await make.makeAccount();
    const site = await make.makeSite(account);
    const mint = (server: ServerProcess) =>
      server.call('POST', `/account/sites/${site.id}/tokens`, { token: account.token });
    expect(await race(mint)).toEqual({
      '201': 1,
      '409 two active keys already — revoke one before minting another': 29,
    });
  });

  it('R§3.8 I§8 Active group keys I§5.R2 R§3.6: minting group keys, also for a reseller', async () => {
    for (const reseller of rowsOf([false], [true])) {
      const account = await make.makeAccount({ reseller });
      const group = await make.makeGroup(account);
      const mint = (server: ServerProcess) =>
        server.call('POST', `/account/groups/${group.id}/keys`, { token: account.token, body: {} });
      expect(await race(mint)).toEqual({
        '201': 10,
        '409 ten active group keys already — revoke one before minting another': 20,
      });
    }
  });

  inLongRun(() => {
    it('R§3.8 I§8 Active account keys I§5.R1 R§3.6: minting account keys for an account that has one', async () => {
      const account = await make.makeAccount();
      const mint = (server: ServerProcess) =>
        server.call('POST', `/admin/accounts/${account.id}/keys`, { token: make.token, body: {} });
      expect(await race(mint)).toEqual({
        '201': 9,
        '409 ten active account keys already — revoke one before minting another': 21,
      });
    });
  });

  inAllRun(() => {
    it('R§3.8 R§15.1 ten streams already — delete one before adding another: making streams', async () => {
      const account = await make.makeAccount();
      const sink = { type: 'webhook', url: 'https://hooks.invalid/goal' };
      const create = (server: ServerProcess) =>
        server.call('POST', '/account/streams', { token: account.token, body: { name: unique(), sink } });
      expect(await race(create)).toEqual({
        '201': 10,
        '409 ten streams already — delete one before adding another': 20,
      });
    });

    it('R§3.8 R§4.1 I§7 409 site already registered: registering one domain from two accounts', async () => {
      const accounts = await times(2, () => make.makeAccount());
      const body = siteBody();
      const create = (server: ServerProcess, index: number) =>
        createSite(server, accounts[Math.floor(index / 2) % 2] ?? { token: '' }, body);
      expect(await race(create)).toEqual({ '201': 1, '409 site already registered': 29 });
    });

    it('R§3.8 I§7 409 group name already exists: creating and renaming to one group name', async () => {
      const account = await make.makeAccount();
      const { key: second } = await make.makeAccountKey(account);
      const groups = await times(10, () => make.makeGroup(account));
      const name = `one ${unique()}`;
      const tally = await race((server, index) =>
        index % 3 === 0
          ? server.call('PATCH', `/account/groups/${groups[index / 3]?.id}`, { token: second, body: { name } })
          : server.call('POST', '/account/groups', { token: account.token, body: { name } }),
      );
      expect((tally['201'] ?? 0) + (tally['204'] ?? 0)).toBe(1);
      expect(tally['409 group name already exists']).toBe(29);
    });
  });

  inLongRun(() => {
    it('R§3.8 I§7 409 external_ref already exists: creating and changing to one external_ref', async () => {
      const account = await make.makeAccount();
      const { key: second } = await make.makeAccountKey(account);
      const groups = await times(10, () => make.makeGroup(account));
      const ref = `ref ${unique()}`;
      const tally = await race((server, index) =>
        index % 3 === 0
          ? server.call('PATCH', `/account/groups/${groups[index / 3]?.id}`, {
              token: second,
              body: { external_ref: ref },
            })
          : server.call('POST', '/account/groups', {
              token: account.token,
              body: { name: unique(), external_ref: ref },
            }),
      );
      expect((tally['201'] ?? 0) + (tally['204'] ?? 0)).toBe(1);
      expect(tally['409 external_ref already exists']).toBe(29);
    });
  });

  inLongRun(() => {
    it('R§8 POST /admin/accounts R§8 PATCH /admin/accounts/{id}: creating and changing to one e-mail succeeds once', async () => {
      const accounts = await times(10, () => make.makeAccount());
      const email = `race-${unique()}@example.com`;
      const tally = await race((server, index) =>
        index % 3 === 0
          ? server.call('PATCH', `/admin/accounts/${accounts[index / 3]?.id}`, { token: make.token, body: { email } })
          : server.call('POST', '/admin/accounts', { token: make.token, body: { email } }),
      );
      expect((tally['201'] ?? 0) + (tally['204'] ?? 0)).toBe(1);
      expect(tally['409 account already exists']).toBe(29);
    });
  });

  inLongRun(() => {
    it('R§8.b4 creating one admin token name over two pools succeeds once', async () => {
      const pools: Database[] = [1, 2].map(() => openPatientDatabase({ url: databaseUrl, name: 'goal-test' }));
      try {
        const name = `token ${unique()}`;
        const made = await Promise.allSettled(
          Array.from({ length: atOnce }, (_, index) => {
            const db = pools[index % 2];
            if (db === undefined) throw new Error('there are two pools');
            return createAdminToken({ db }, { kind: 'cli', name: 'test' }, { name, scope: 'admin:read' });
          }),
        );
        const refusals = made.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
        expect(refusals).toEqual(
          Array.from({ length: 29 }, () => 'DomainError: an active admin token has this name already'),
        );
      } finally {
        for (const db of pools) await db.close();
      }
    });
  });
});

inAllRun(() => {
  it('R§3.8 thirty changes that wait for one account’s lock delay no other account, and complete when it is free', async () => {
    const [flooded, other] = await times(2, () => make.makeAccount({ plan: 'agency', reseller: true }));
    if (flooded === undefined || other === undefined) throw new Error('two were made');
    const db = openPatientDatabase({ url: databaseUrl, name: 'goal-test' });
    const holder = await db.work.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [flooded.id]);
      const waiting = Promise.all(Array.from({ length: 30 }, () => createSite(servers[0], flooded)));
      await until(
        async () =>
          (
            await db.work.query(
              `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).rows.length > 0,
      );
      for (const answer of await Promise.all(Array.from({ length: 10 }, () => createSite(servers[0], other))))
        expect(answer.status).toBe(201);
      expect((await servers[0].call('GET', '/account/sites', { token: other.token })).status).toBe(200);
      await holder.query('ROLLBACK');
      for (const answer of await waiting) expect(answer.status).toBe(201);
    } finally {
      holder.release(true);
      await db.close();
    }
  });
});

it('R§3.1 no log line of these servers contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
