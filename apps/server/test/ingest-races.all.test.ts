import { arrivalShape, ingestResultShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { expectRefusal, openRaw } from './http-raw.ts';
import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';

/** With this token /metrics reports current values. */
const metricsToken = 'the-token-of-metrics';
let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService({ metricsToken });
  account = await service.makeAccount({ plan: 'agency', reseller: true });
});
afterAll(() => service.stop());

/** An ingest with half of its body sent; `finish` sends the rest and returns the answer. */
function slowIngest(site: Site, body: string) {
  const client = openRaw(service.origin);
  const head = [
    'POST /v1/goal/events HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${site.token}`,
    `X-Site-Domain: ${site.domain}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Request-Id: slow',
    '',
    '',
  ];
  client.write(head.join('\r\n'));
  client.write(body.slice(0, 20));
  return async () => {
    client.write(body.slice(20));
    const answer = await client.answer();
    client.close();
    return answer;
  };
}
/** Waits until the service has authenticated a site's key, so that only the body is missing. */
async function authenticated(site: Site): Promise<void> {
  await expect
    .poll(
      async () =>
        (await service.call('GET', '/metrics', { root: true, token: metricsToken })).text.match(
          /goal_rate_limit_total\{bucket="ingest",result="granted"\} (\d+)/,
        )?.[1] ?? '0',
    )
    .not.toBe(before.get(site.id) ?? '0');
}
const before = new Map<string, string>();
async function begin(site: Site, body: string) {
  const text = (await service.call('GET', '/metrics', { root: true, token: metricsToken })).text;
  before.set(site.id, text.match(/goal_rate_limit_total\{bucket="ingest",result="granted"\} (\d+)/)?.[1] ?? '0');
  const finish = slowIngest(site, body);
  await authenticated(site);
  return finish;
}

describe('R§2.5 a deletion overtakes an ingest', () => {
  const one = JSON.stringify(makeEvent({ message: 'too late' }));
  const batch = JSON.stringify({ events: Array.from({ length: 200 }, () => makeEvent({ message: 'too late' })) });

  it.each([
    ['one event', one],
    ['a batch', batch],
  ])(
    'R§2.5 R§5.6 I§3 any→deleted a site deleted while a body is on its way answers 401 invalid token and stores nothing, for %s',
    async (_what, body) => {
      const site = await service.makeSite(account);
      await service.ingest(site, [makeEvent()]);
      const finish = await begin(site, body);
      (await account.call('DELETE', `/sites/${site.id}?confirm=true`)).done();
      expectRefusal(await finish(), 401, 'invalid token');
      expect(JSON.stringify((await account.call('GET', '/events?limit=200')).body)).not.toContain('too late');
      (await site.call('GET', '/events')).refused(401, 'invalid token');
      const again = await service.makeSite(account, { domain: site.domain });
      expect((await again.call('GET', '/events')).body).toEqual({ events: [], next_cursor: '' });
    },
  );

  inAllRun(() => {
    it('R§2.5 R§8 DELETE /admin/accounts/{id}?confirm=true an account deleted while a body is on its way stores nothing', async () => {
      const owner = await service.makeAccount({ plan: 'agency' });
      const site = await service.makeSite(owner);
      const finish = await begin(site, batch);
      (await service.admin('DELETE', `/accounts/${owner.id}?confirm=true`)).done();
      expectRefusal(await finish(), 401, 'invalid token');
      (await site.call('GET', '/events')).refused(401, 'invalid token');
    });

    it('R§2.5 a deleted site’s events are reclaimed, even those that came at the last moment', async () => {
      const site = await service.makeSite(account);
      const finishes = [await begin(site, one), await begin(site, batch)];
      (await account.call('DELETE', `/sites/${site.id}?confirm=true`)).done();
      for (const finish of finishes) expectRefusal(await finish(), 401, 'invalid token');
      const left = async (): Promise<number | undefined> =>
        (
          await service.db.work.query<{ n: number }>(
            `SELECT count(*)::int AS n FROM event e WHERE NOT EXISTS (SELECT FROM site s WHERE s.no = e.site)`,
          )
        ).rows[0]?.n;
      await expect.poll(left).toBe(0);
    });

    it('R§2.5 during deletions among many requests each answer is 200 or 401, and nothing remains', async () => {
      const site = await service.makeSite(account);
      const other = await service.makeSite(account);
      const send = (to: Site) => to.call('POST', '/events', { body: { events: [makeEvent({ message: to.id })] } });
      const storm = [...Array.from({ length: 40 }, () => send(site)), ...Array.from({ length: 40 }, () => send(other))];
      (await account.call('DELETE', `/sites/${site.id}?confirm=true`)).done();
      for (const answer of await Promise.all(storm)) {
        if (answer.status === 200) answer.as(200, ingestResultShape);
        else answer.refused(401, 'invalid token');
      }
      const all = JSON.stringify((await account.call('GET', '/events?limit=200')).body);
      expect(all).not.toContain(`"message":"${site.id}"`);
      expect(all.split(`"message":"${other.id}"`)).toHaveLength(41);
    });
  });
});

describe('why nothing arrives: GET /admin/accounts/{id}/arrivals', () => {
  const arrivals = z.object({ arrivals: z.array(arrivalShape) });
  const known = async (owner: Account, site: Site) => {
    const answer = (await service.admin('GET', `/accounts/${owner.id}/arrivals`)).as(200, arrivals);
    return answer.arrivals.find(({ site_id }) => site_id === site.id);
  };

  it('R§8.b2 it shows the last accepted event and the last refusal’s sentence per site, and never an event text', async () => {
    const owner = await service.makeAccount({ plan: 'agency' });
    const cases: [sentence: string, refuse: (site: Site) => Promise<unknown>][] = [
      [
        'invalid token',
        (site) =>
          site.call('POST', '/events', {
            body: makeEvent(),
            token: `${site.token.slice(0, -1)}${site.token.endsWith('x') ? 'y' : 'x'}`,
          }),
      ],
      ['domain mismatch', (site) => site.call('POST', '/events', { body: makeEvent(), domain: 'other.example.com' })],
      [
        'site paused',
        async (site) => {
          await service.revokeSite(site);
          (await service.admin('POST', `/sites/${site.id}/restore`)).done();
          return site.call('POST', '/events', { body: makeEvent() });
        },
      ],
      [
        'site revoked',
        async (site) => {
          await service.revokeSite(site);
          return site.call('POST', '/events', { body: makeEvent() });
        },
      ],
      ['invalid code', (site) => site.call('POST', '/events', { body: makeEvent({ code: -1 }) })],
      [
        'severity required',
        (site) => site.call('POST', '/events', { body: { events: [makeEvent(), makeEvent({ severity: null })] } }),
      ],
      ['invalid JSON body', (site) => site.call('POST', '/events', { body: '{' })],
      ['events must hold 1 to 1000 events', (site) => site.call('POST', '/events', { body: { events: [] } })],
      [
        'content type must be application/json',
        (site) => site.call('POST', '/events', { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
      ],
      [
        // Far more than the bucket holds and regains meanwhile, on a slow machine too, because a
        // batch has twenty; some are stored.
        'rate limited',
        (site) => {
          const path = `/trpc/${Array<string>(20).fill('ingest.events.send').join(',')}?batch=1`;
          const batch = () => ({ ...Array.from({ length: 20 }, () => makeEvent()) });
          return Promise.all(
            Array.from({ length: 30 }, () => site.call('POST', path, { body: batch(), root: true, allow5xx: true })),
          );
        },
      ],
    ];
    const sites = await Promise.all(cases.map(() => service.makeSite(owner)));
    const begun = Date.now();
    for (const [at, [, refuse]] of cases.entries()) await refuse(sites[at] ?? expect.fail());
    const quiet = await service.makeSite(owner);
    await service.restart();
    for (const [at, [sentence]] of cases.entries()) {
      const arrival = await known(owner, sites[at] ?? expect.fail());
      expect(arrival, sentence).toMatchObject({ last_refusal: sentence });
      expect(Date.parse(arrival?.last_refused_at ?? ''), sentence).toBeGreaterThan(begun - 1000);
      expect(Date.parse(arrival?.last_refused_at ?? ''), sentence).toBeLessThan(Date.now() + 1000);
      const hadGoodOnes = sentence === 'severity required' || sentence === 'rate limited';
      expect(arrival?.last_accepted_at === null, sentence).toBe(!hadGoodOnes);
    }
    expect(await known(owner, quiet)).toEqual({
      site_id: quiet.id,
      last_accepted_at: null,
      domain: quiet.domain,
      last_refused_at: null,
      last_refusal: null,
    });
    expect(JSON.stringify((await service.admin('GET', `/accounts/${owner.id}/arrivals`)).body)).not.toContain('Prices');
  });
});
