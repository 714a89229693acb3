import { eventDetailShape, siteEventShape } from '@goal/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { freshDomain, makeEvent, sharedService, unique, type Account, type Site } from './harness.ts';

const list = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });

const service = await sharedService();
let account: Account;
let site: Site;
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency' });
  site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  await service.ingest(site, [makeEvent({ message: 'mine' })]);
});

const doors = (id: string | number = 1) =>
  [
    ['GET', '/events'],
    ['GET', `/events/${id}`],
  ] as const;
const newest = async (of: Site): Promise<number> =>
  (await of.call('GET', '/events', { query: { limit: 1 } })).as(200, list).events[0]?.id ?? expect.fail();

describe('R§6.8 the read API', () => {
  it('I§5 Site key R§6.8 domain mismatch: a missing, empty or other header is refused; spellings are compared as domains', async () => {
    const id = await newest(site);
    for (const [method, path] of doors(id)) {
      (await service.call(method, path, { token: site.token })).refused(403, 'domain mismatch');
      for (const domain of [
        '',
        ' ',
        '.',
        'x',
        'localhost',
        freshDomain(),
        `www.${site.domain}`,
        `${site.domain}:443`,
        `http://${site.domain}`,
        `${site.domain}/`,
        `${site.domain}..`,
        `-${site.domain}`,
        `${site.domain}.evil.example`,
        site.domain.slice(1),
      ]) {
        (await site.call(method, path, { domain })).refused(403, 'domain mismatch');
      }
      for (const domain of [site.domain, site.domain.toUpperCase(), `${site.domain}.`, ` ${site.domain} `])
        expect((await site.call(method, path, { domain })).status, domain).toBe(200);
    }
  });

  it('R§5.1 R§6.8 an internationalised domain matches in either spelling', async () => {
    const word = unique();
    const shop = await service.makeSite(account, { domain: `Bücher-${word}.example.com` });
    expect(shop.domain).toMatch(/^xn--bcher-/);
    for (const domain of [
      shop.domain,
      shop.domain.toUpperCase(),
      Buffer.from(`bücher-${word}.example.com`, 'utf8').toString('latin1'),
      Buffer.from(`BÜCHER-${word}.EXAMPLE.com.`, 'utf8').toString('latin1'),
    ]) {
      expect((await shop.call('GET', '/events', { domain })).status, domain).toBe(200);
    }
  });

  it('I§5.R9 R§3.2 R§2.4 every other credential is 401, before the domain is judged', async () => {
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    for (const [method, path] of doors()) {
      (await service.call(method, path)).refused(401, 'missing bearer token');
      (await service.call(method, path, { domain: site.domain })).refused(401, 'missing bearer token');
      for (const token of [
        account.token,
        key,
        service.adminWrite,
        service.adminRead,
        'x',
        `goal_live_abcdefgh_${'b'.repeat(40)}`,
      ])
        (await service.call(method, path, { token, domain: site.domain })).refused(401, 'invalid token');
    }
  });

  it('I§3 active→revoked R§3.3 R§2.5 a revoked site key is 401 at once; the other key keeps working', async () => {
    const own = await service.makeSite(account);
    const { token } = (await account.call('POST', `/sites/${own.id}/tokens`)).body as { token: string };
    (await account.call('DELETE', `/sites/${own.id}/tokens/${own.prefix}`)).done();
    for (const [method, path] of doors()) (await own.call(method, path)).refused(401, 'invalid token');
    (await own.call('POST', '/events', { body: makeEvent() })).refused(401, 'invalid token');
    expect((await own.call('GET', '/events', { token })).status).toBe(200);
  });

  it('R§4.5 R§2.4 a paused site can be read; a revoked one is 403 site revoked, judged after the domain', async () => {
    const own = await service.makeSite(account);
    await service.ingest(own, [makeEvent()]);
    const id = await newest(own);
    await service.revokeSite(own);
    for (const [method, path] of [...doors(id), ...doors('x')]) {
      (await own.call(method, path)).refused(403, 'site revoked');
      (await own.call(method, `${path}?limit=0`)).refused(403, 'site revoked');
      (await own.call(method, path, { domain: 'x.example.com' })).refused(403, 'domain mismatch');
    }
    (await service.admin('POST', `/sites/${own.id}/restore`)).done();
    for (const [method, path] of doors(id)) expect((await own.call(method, path)).status).toBe(200);
    (await own.call('POST', '/events', { body: makeEvent() })).refused(403, 'site paused');
  });

  it('I§5.R5 I§7 403 api access requires a paid plan R§6.8 R§2.4 the free plan is 403, before the domain is judged; a reseller may read on any plan', async () => {
    const owner = await service.makeAccount({ plan: 'free' });
    const own = await service.makeSite(owner);
    await service.ingest(own, [makeEvent()]);
    for (const [method, path] of doors()) {
      (await own.call(method, path)).refused(403, 'api access requires a paid plan');
      (await own.call(method, path, { domain: 'x.example.com' })).refused(403, 'api access requires a paid plan');
    }
    await service.setReseller(owner, true);
    expect((await own.call('GET', '/events')).status).toBe(200);
    await service.setReseller(owner, false);
    (await own.call('GET', '/events')).refused(403, 'api access requires a paid plan');
    await service.setPlan(owner, 'starter');
    expect((await own.call('GET', '/events')).status).toBe(200);
  });
});

describe('I§4 GET /events/{id}', () => {
  it('I§4 GET /events/{id} R§6.6 one event comes whole: the fields of the list and five more', async () => {
    const sent = makeEvent({
      user_agent: 'Mozilla/5.0',
      session_id: 's1',
      post_id: 7,
      post_type: 'page',
      post_status: 'draft',
      occurred_at: new Date().toISOString(),
    });
    await service.ingest(site, [sent]);
    const id = await newest(site);
    expect((await site.call('GET', `/events/${id}`)).as(200, eventDetailShape)).toEqual({
      ...sent,
      id,
      site_id: site.id,
    });
    await service.ingest(site, [
      { occurred_at: new Date().toISOString(), code: 1, severity: 'info', object: '', event_type: '', message: '' },
    ]);
    const bare = (await site.call('GET', `/events/${await newest(site)}`)).as(200, eventDetailShape);
    expect(bare).toMatchObject({
      user_id: 0,
      username: '',
      user_agent: null,
      session_id: null,
      post_id: null,
      post_type: null,
      post_status: null,
    });
  });

  it('R§6.7 R§2.8 every spelling of the same integer finds the event', async () => {
    const id = await newest(site);
    for (const path of [
      String(id).padStart(16, '0'),
      [...String(id)].map((digit) => `%3${digit}`).join(''),
      `${id}?x=1`,
    ]) {
      expect((await site.call('GET', `/events/${path}`)).as(200, eventDetailShape).id).toBe(id);
    }
  });

  it.each([
    '0',
    '-1',
    '-0',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '99999999999999999999',
    '00000000000000005',
    '+1',
    '1.0',
    '1.',
    '.1',
    '1e0',
    '0x1',
    'x',
    'NaN',
    '%201',
    '1%20',
    '1%00',
    '%00',
    '%D9%A1',
    '1,2',
    'null',
    '7b1f3c1e-0000-4000-8000-0123456789ab',
    "1'--",
    '%2B1',
    '1%0A',
    '[1]',
    '1n',
    '1_0',
  ])('R§6.7 R§2.8 unknown, out of range or no integer is 404: %s', async (id) => {
    (await site.call('GET', `/events/${id}`)).refused(404, 'not found');
  });

  it('R§6.7 I§4.R8 another site’s event, of the same account or another, is 404 with the answer for an unknown one', async () => {
    const neighbour = await service.makeSite(account);
    const stranger = await service.makeSite(await service.makeAccount());
    for (const other of [neighbour, stranger]) {
      await service.ingest(other, [makeEvent()]);
      const id = await newest(other);
      expect((await other.call('GET', `/events/${id}`)).status).toBe(200);
      (await site.call('GET', `/events/${id}`)).refused(404, 'not found');
      (await other.call('GET', `/events/${await newest(site)}`)).refused(404, 'not found');
    }
  });

  it('R§2.3 list parameters are ignored', async () => {
    const id = await newest(site);
    expect(
      (await site.call('GET', `/events/${id}?limit=0&severity=x&cursor=x&id=5`)).as(200, eventDetailShape).id,
    ).toBe(id);
  });

  it('I§4 GET /events the account API has no single event', async () => {
    (await account.call('GET', `/events/${await newest(site)}`)).refused(404, 'not found');
  });
});
