import { arrivalShape, ingestResultShape } from '@goal/contract';
import { freshDatabase, inAllRun } from '@goal/db/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { serve } from '../src/serve.ts';
import { openClient, type Client } from './harness/client.ts';
import { makeEvent, startService, testEnv, type Account, type Answer, type Site, type TestService } from './harness.ts';

// Two instances on one database. The plan «free» stores at most 10 events a month.
const limit = 10;
let service: TestService;
let second: Awaited<ReturnType<typeof serve>>;
let elsewhere: Client;
beforeAll(async () => {
  service = await startService();
  await setLimit(limit);
  const env = testEnv();
  second = await serve(env, service.databaseUrl, pino({ level: 'silent' }), {});
  elsewhere = openClient(second.origin, env.basePath);
});
afterAll(async () => {
  elsewhere.close();
  await second.stop();
  await service.stop();
});

const setLimit = (events: number) =>
  service.db.work.query(`update plan set hard_limit_events = $1 where slug = 'free'`, [events]);

async function makeFree(): Promise<{ account: Account; site: Site }> {
  const account = await service.makeAccount({ plan: 'free' });
  return { account, site: await service.makeSite(account) };
}
const send = (site: Site, count: number, instance: Pick<Client, 'call'> = service): Promise<Answer> =>
  instance.call('POST', '/events', {
    token: site.token,
    domain: site.domain,
    body: { events: Array.from({ length: count }, () => makeEvent()) },
  });
const acceptedBy = (answer: Answer): number => answer.as(200, ingestResultShape).accepted;
const isOver = (answer: Answer): boolean => answer.text.includes('monthly limit reached');
/** The events of the account that are counted and stored. */
async function stored({ id }: Account): Promise<{ counted: number; stored: number }> {
  const { rows } = await service.db.work.query<{ counted: number; stored: number }>(
    `select (select coalesce(sum(events), 0)::int from accepted_day d where d.account = a.no) as counted,
       (select count(*)::int from event e where e.account = a.no) as stored from account a where id = $1`,
    [id],
  );
  return rows[0] ?? expect.fail('no such account');
}

test('R§10.39 a request that begins below the limit is stored whole, and the next one is 429 monthly limit reached until the month ends', async () => {
  const { account, site } = await makeFree();
  for (const count of [6, 6]) expect(acceptedBy(await send(site, count))).toBe(count);
  const before = Date.now();
  const refused = await send(site, 1);
  const after = Date.now();
  refused.refused(429, 'monthly limit reached');
  const now = new Date(before);
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(Math.floor((monthEnd - after) / 1000));
  expect(seconds).toBeLessThanOrEqual(Math.ceil((monthEnd - before) / 1000));
  expect(await stored(account)).toEqual({ counted: 12, stored: 12 });
  // Whoever asks why nothing arrives is told.
  await expect
    .poll(async () => {
      const answer = await service.admin('GET', `/accounts/${account.id}/arrivals`);
      return answer.as(200, z.object({ arrivals: z.array(arrivalShape) })).arrivals[0]?.last_refusal;
    })
    .toBe('monthly limit reached');
});

test('R§2.4 R§10.39 the limit is judged after the state of the site and before the body', async () => {
  const { account, site } = await makeFree();
  await send(site, limit);
  const nonsense = { headers: { 'Content-Type': 'text/plain' }, body: '{' };
  const ask = (domain: string) => service.call('POST', '/events', { token: site.token, domain, ...nonsense });
  // What was stored counts before the body half a second later at the latest.
  await expect.poll(async () => (await ask(site.domain)).text).toContain('monthly limit reached');
  (await ask('another.example.com')).refused(403, 'domain mismatch');
  await service.db.work.query(`update site set status = 'paused' where id = $1`, [site.id]);
  await expect.poll(async () => (await ask(site.domain)).text).toContain('site paused');
  expect(await stored(account)).toEqual({ counted: limit, stored: limit });
});

test('R§10.39 R§2.5 a plan without the limit, the reseller flag, and both taken back bind the next request', async () => {
  const { account, site } = await makeFree();
  await send(site, limit);
  const expectRefused = async () => (await send(site, 1)).refused(429, 'monthly limit reached');
  const expectStored = async () => expect(acceptedBy(await send(site, 1))).toBe(1);
  await expectRefused();
  await service.setPlan(account, 'starter');
  await expectStored();
  await service.setPlan(account, 'free');
  await expectRefused();
  await service.setReseller(account, true);
  await expectStored();
  await service.setReseller(account, false);
  await expectRefused();
});

test('R§10.39 of requests at once on two instances, all judged below the limit, none is stored once a commit has reached it', async () => {
  const { account, site } = await makeFree();
  // No two of them fit into one commit.
  const answers = await Promise.all(
    [service, elsewhere, service, elsewhere].map((instance) => send(site, 501, instance)),
  );
  const [stored501, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(stored501 && acceptedBy(stored501)).toBe(501);
  for (const answer of others) {
    answer.refused(429, 'monthly limit reached');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await stored(account)).toEqual({ counted: 501, stored: 501 });
});

inAllRun(() => {
  test('R§10.39 a full month holds up nobody whose events share a statement with it', async () => {
    const [full, other] = [await makeFree(), await makeFree()];
    await send(full.site, limit);
    const sent = [full, other, full, other].map(({ site }) => send(site, 1));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual([429, 200, 429, 200]);
    expect(await stored(other.account)).toEqual({ counted: 2, stored: 2 });
  });

  test('R§10.39 R§9.3 events of the month before and duplicates do not count, and those of a deleted site do', async () => {
    const { account, site } = await makeFree();
    await service.db.work.query(
      `insert into accepted_day (account, day, events, bytes)
     select no, date_trunc('month', now() at time zone 'utc')::date - 1, 1000, 0 from account where id = $1`,
      [account.id],
    );
    const event = makeEvent({ event_uuid: crypto.randomUUID() });
    for (let n = 0; n < 15; n += 1)
      expect((await site.call('POST', '/events', { body: event })).as(200, ingestResultShape).duplicates).toBe(
        n === 0 ? 0 : 1,
      );
    await send(site, limit - 1);
    (await service.admin('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).done();
    (await send(await service.makeSite(account), 1)).refused(429, 'monthly limit reached');
  });

  test('R§10.39 senders at once on two instances are all stopped, and every event that was acknowledged is stored', async () => {
    const { account, site } = await makeFree();
    let acknowledged = 0;
    const sendOn = async (instance: Pick<Client, 'call'>): Promise<void> => {
      for (;;) {
        const answer = await send(site, 1, instance);
        if (isOver(answer)) return;
        if (answer.status === 200) acknowledged += acceptedBy(answer);
        else answer.refused(429, 'rate limited');
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => sendOn(n % 2 === 0 ? service : elsewhere)));
    // An instance may have answered by what it knew before the others had stored.
    for (const instance of [service, elsewhere])
      await expect.poll(async () => isOver(await send(site, 1, instance))).toBe(true);
    const now = await stored(account);
    expect(now.stored).toBe(now.counted);
    expect(now.counted).toBeGreaterThanOrEqual(Math.max(limit, acknowledged));
    for (const instance of [service, elsewhere]) (await send(site, 1, instance)).refused(429, 'monthly limit reached');
    expect(await stored(account)).toEqual(now);
  });

  test('R§10.20 R§10.39 with SIGN_UP=on and no hard limit on the plan free the start ends with the command that sets one', async () => {
    const database = await freshDatabase();
    try {
      const start = startService({ signUp: true, smtpUrl: 'smtp://127.0.0.1:1' }, database);
      await expect(start).rejects.toThrow(/npm run -s goal -- plan set free --hard-limit 30000/);
    } finally {
      await database.drop();
    }
  });
});

test('R§10.39 the figures of the plan and of the account show the limit only where there is one; for a reseller it is -1', async () => {
  const { account } = await makeFree();
  const limitsOf = async () => {
    const { body } = await service.admin('GET', `/accounts/${account.id}/summary`);
    return (body as { limits: object; plan_limits: object }).limits;
  };
  expect(await limitsOf()).toMatchObject({ hard_limit_events: limit });
  await service.setReseller(account, true);
  expect(await limitsOf()).toMatchObject({ hard_limit_events: -1 });
  await service.setReseller(account, false);
  await service.setPlan(account, 'starter');
  expect(await limitsOf()).not.toHaveProperty('hard_limit_events');
  const { plans } = (await service.admin('GET', '/plans')).body as { plans: { slug: string }[] };
  expect(plans.filter((plan) => 'hard_limit_events' in plan).map(({ slug }) => slug)).toEqual(['free']);
});
