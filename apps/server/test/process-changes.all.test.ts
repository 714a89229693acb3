import { setTimeout as sleep } from 'node:timers/promises';

import { revokeAdminToken } from '@goal/core';
import { openPatientDatabase } from '@goal/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Answer } from './harness/client.ts';
import { freshDomain, makeEvent, openFactory, type Account, type Factory, type Site } from './harness/factory.ts';
import { processesOnDatabase, type ServerProcess } from './processes.ts';

// A change that one process has answered reaches the other within a second (rulings §2.5).
const aSecondLater = (): Promise<void> => sleep(1000);

const { processes, databaseUrl, admin } = await processesOnDatabase();
let here: ServerProcess;
let there: ServerProcess;
let make: Factory & { token: string };
let account: Account;
let site: Site;

beforeAll(async () => {
  [here, there] = await Promise.all([processes.start({ databaseUrl }), processes.start({ databaseUrl })]);
  make = await admin(here);
});
beforeEach(async () => {
  account = await make.makeAccount();
  site = await make.makeSite(account);
});

/** Sends requests to the other process with the keys of the account and the site. */
const me = (): Promise<Answer> => there.call('GET', '/account/me', { token: account.token });
const sites = (token = account.token): Promise<Answer> => there.call('GET', '/account/sites', { token });
const read = ({ token, domain }: Pick<Site, 'token' | 'domain'> = site): Promise<Answer> =>
  there.call('GET', '/events', { token, domain });
const send = ({ token, domain }: Pick<Site, 'token' | 'domain'> = site): Promise<Answer> =>
  there.call('POST', '/events', { token, domain, body: makeEvent() });

const ids = (answer: Answer): string[] => {
  expect(answer.status).toBe(200);
  return (answer.body as { sites: { id: string }[] }).sites.map(({ id }) => id); // another test covers its shape
};

describe('R§2.5 a change answered by one process binds every request to another one second later', () => {
  it('R§2.5 R§3.3 I§3 active→revoked: a revoked site key', async () => {
    expect((await read()).status).toBe(200);
    (await account.call('DELETE', `/sites/${site.id}/tokens/${site.prefix}`)).done();
    await aSecondLater();
    (await read()).refused(401, 'invalid token');
    (await send()).refused(401, 'invalid token');
  });

  it('R§2.5 R§3.3 I§5.R1: a revoked account key', async () => {
    const { key, prefix } = await make.makeAccountKey(account);
    expect((await sites(key)).status).toBe(200);
    (await make.admin('DELETE', `/accounts/${account.id}/keys/${prefix}`)).done();
    await aSecondLater();
    (await sites(key)).refused(401, 'invalid token');
  });

  it('R§2.5 R§3.3: a revoked group key', async () => {
    const group = await make.makeGroup(account);
    const { key, prefix } = await make.makeGroupKey(account, group);
    expect((await sites(key)).status).toBe(200);
    (await account.call('DELETE', `/groups/${group.id}/keys/${prefix}`)).done();
    await aSecondLater();
    (await sites(key)).refused(401, 'invalid token');
  });

  it('R§2.5 R§8.b4: a revoked admin token', async () => {
    const { token } = await admin(here, 'to be revoked');
    const ask = () => there.call('GET', '/admin/accounts', { token });
    expect((await ask()).status).toBe(200);
    const db = openPatientDatabase({ url: databaseUrl, sizes: { work: 1 } });
    await revokeAdminToken({ db }, { kind: 'cli', name: 'test' }, token.split('_')[2] ?? '');
    await db.close();
    await aSecondLater();
    (await ask()).refused(401, 'invalid token');
  });

  it('R§2.5 R§5.5: a deleted group, its keys and its sites', async () => {
    const group = await make.makeGroup(account);
    const { key } = await make.makeGroupKey(account, group);
    (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: group.id } })).done();
    expect(ids(await sites(key))).toEqual([site.id]);
    (await account.call('DELETE', `/groups/${group.id}`)).done();
    await aSecondLater();
    (await sites(key)).refused(401, 'invalid token');
    expect((await sites()).body).toMatchObject({ sites: [{ id: site.id, group_id: null, group_name: null }] });
    (await there.call('GET', `/account/groups/${group.id}/keys`, { token: account.token })).refused(404, 'not found');
  });

  it('R§2.5 R§5.6: a deleted site, its keys, its events and its domain', async () => {
    await make.ingest(site, [makeEvent(), makeEvent()]);
    const all = () => there.call('GET', '/account/events', { token: account.token });
    expect((await all()).body).toMatchObject({ events: [{ site_id: site.id }, { site_id: site.id }] });
    expect([(await read()).status, (await send()).status]).toEqual([200, 200]);
    (await account.call('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).done();
    await aSecondLater();
    (await send()).refused(401, 'invalid token');
    (await read()).refused(401, 'invalid token');
    expect((await all()).body).toEqual({ events: [], next_cursor: '' });
    expect(ids(await sites())).toEqual([]);
    const body = { domain: site.domain, site_url: `https://${site.domain}/` };
    expect((await there.call('POST', '/account/sites', { token: account.token, body })).status).toBe(201);
  });

  it('R§2.5 I§4.R5: a site moved between groups', async () => {
    const [from, to] = [await make.makeGroup(account), await make.makeGroup(account)];
    const [before, after] = [await make.makeGroupKey(account, from), await make.makeGroupKey(account, to)];
    (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: from.id } })).done();
    expect(ids(await sites(before.key))).toEqual([site.id]);
    (await account.call('PATCH', `/sites/${site.id}`, { body: { group_id: to.id } })).done();
    expect(ids(await sites(before.key))).toEqual([]);
    expect(ids(await sites(after.key))).toEqual([site.id]);
    (await there.call('GET', `/account/sites/${site.id}/tokens`, { token: before.key })).refused(404, 'not found');
  });

  it('R§2.5 R§4.2 I§5.R5: a plan, with its gate, its limits and the retention of the sites', async () => {
    await make.setPlan(account, 'free');
    await aSecondLater();
    (await me()).refused(403, 'api access requires a paid plan');
    (await read()).refused(403, 'api access requires a paid plan');
    await make.setPlan(account, 'starter');
    await aSecondLater();
    expect((await me()).body).toMatchObject({ plan: 'starter', limits: { sites: 5, retention_days: 30 } });
    expect((await sites()).body).toMatchObject({ sites: [{ retention_days: 30 }] });
    expect((await read()).status).toBe(200);
  });

  it('R§2.5 R§3.6 I§3 false→true I§3 true→false: the reseller flag, with limits, gate and rate', async () => {
    await make.setPlan(account, 'free');
    await make.setReseller(account, true);
    await aSecondLater();
    const exempt = await me();
    expect(exempt.body).toMatchObject({
      is_reseller: true,
      limits: { sites: -1, retention_days: -1, keys_per_site: -1 },
    });
    expect(exempt.headers['ratelimit']).toBeUndefined();
    await make.setReseller(account, false);
    await aSecondLater();
    (await me()).refused(403, 'api access requires a paid plan');
  });

  it('R§2.5 R§4.4 R§4.5: the status of a site', async () => {
    await make.revokeSite(site);
    await aSecondLater();
    (await read()).refused(403, 'site revoked');
    (await send()).refused(403, 'site revoked');
    (await make.admin('POST', `/sites/${site.id}/restore`)).done();
    await aSecondLater();
    expect((await read()).status).toBe(200);
    (await send()).refused(403, 'site paused');
    (await account.call('POST', `/sites/${site.id}/activate`)).done();
    await aSecondLater();
    expect((await send()).status).toBe(200);
  });

  it('R§2.5 R§6.8 R§8 PATCH /admin/sites/{id}: the rate of a site', async () => {
    expect((await read()).headers['ratelimit-policy']).toBe('"read";q=30;w=3');
    await make.setReadRate(site, 70);
    await aSecondLater();
    expect((await read()).headers['ratelimit-policy']).toBe('"read";q=210;w=3');
  });

  it('R§2.5 R§8 DELETE /admin/accounts/{id}?confirm=true: a deleted account', async () => {
    expect([(await me()).status, (await read()).status]).toEqual([200, 200]);
    (await make.admin('DELETE', `/accounts/${account.id}`, { query: { confirm: 'true' } })).done();
    await aSecondLater();
    (await me()).refused(401, 'invalid token');
    (await read()).refused(401, 'invalid token');
    (await openFactory(there, make.token).admin('GET', `/accounts/${account.id}`)).refused(404, 'not found');
    const body = { domain: site.domain, site_url: `https://${site.domain}/` };
    const other = await make.makeAccount();
    expect((await there.call('POST', '/account/sites', { token: other.token, body })).status).toBe(201);
  });

  it('R§2.5 R§3.8: a freed slot and a taken slot', async () => {
    await make.setPlan(account, 'starter');
    for (let more = 0; more < 4; more += 1) await make.makeSite(account);
    const create = () => {
      const domain = freshDomain();
      return there.call('POST', '/account/sites', {
        token: account.token,
        body: { domain, site_url: `https://${domain}/` },
      });
    };
    (await create()).refused(409, 'plan site limit reached');
    (await account.call('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).done();
    expect((await create()).status).toBe(201);
    (await create()).refused(409, 'plan site limit reached');
  });
});

it('R§3.1 no log line of these servers contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
