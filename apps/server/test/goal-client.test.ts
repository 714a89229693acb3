import { inspect } from 'node:util';

import { createGoalClient, GoalError } from '@goal/client';
import { inAllRun } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { faultyFetch } from './faulty-fetch.ts';
import { makeEvent, sharedService, unique, type Account, type Site } from './harness.ts';
import { operations } from './openapi-document.ts';

const service = await sharedService();
let account: Account;
let site: Site;
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account, { name: 'Shop' });
  await service.setReadRate(site, 1000);
});

const baseUrl = (): string => `${service.origin}${service.basePath}`;
const ofAccount = (token = account.token, through = fetch) =>
  createGoalClient({ baseUrl: baseUrl(), token, fetch: through });
const ofSite = (through = fetch) =>
  createGoalClient({ baseUrl: `${baseUrl()}/`, token: site.token, siteDomain: site.domain, fetch: through });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );

/** Every function in a tree of namespaces. */
function functionsOf(tree: object): ((input: object) => unknown)[] {
  return Object.values(tree).flatMap((part: unknown) => {
    if (typeof part === 'function') return [part as (input: object) => unknown]; // every function takes an input first
    return typeof part === 'object' && part !== null ? functionsOf(part) : [];
  });
}

describe('createGoalClient', () => {
  inAllRun(() => {
    it('reaches every operation of the document, each with its full path', async () => {
      const { fetch: through, requests } = faultyFetch(...Array.from({ length: 200 }, () => ({ status: 404 })));
      const input = {
        id: '{id}',
        group_id: '{group_id}',
        hold_id: '{hold_id}',
        member_id: '{member_id}',
        prefix: '{prefix}',
        slug: '{slug}',
        level: '{level}',
        index: '{index}',
        events: [],
      };
      for (const call of functionsOf({
        account: ofAccount(account.token, through),
        site: ofSite(through).events,
        exports: ofSite(through).exports,
        log: ofSite(through).log,
      })) {
        const made = call(input);
        const isStream = typeof made === 'object' && made !== null && Symbol.asyncIterator in made;
        // A stream is started, and its content is discarded.
        await failure(
          isStream ? (made as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : Promise.resolve(made),
        );
      }
      const asked = requests.map(({ method, path }) => {
        const [bare = ''] = decodeURIComponent(path.slice(service.basePath.length)).split('?');
        return `${method} ${bare}`;
      });
      expect([...new Set(asked)].toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    });
  });

  it('covers the account API: sites, keys, groups, events', async () => {
    const client = ofAccount();
    expect(await client.me()).toMatchObject({ account_id: account.id, is_reseller: true });
    const group = await client.groups.create({ name: `group ${unique()}`, external_ref: 'r 1' });
    expect((await client.groups.list({ external_ref: 'r 1' })).groups).toMatchObject([{ id: group.id, site_count: 0 }]);
    const domain = `${unique()}.example.com`;
    const made = await client.sites.create({
      domain,
      site_url: `https://${domain}`,
      group_id: group.id,
      access: 'send',
    });
    expect(made.access).toBe('send');
    expect(await client.sites.update({ id: made.site_id, name: 'A/B «ü»' })).toBeUndefined();
    expect((await client.sites.list()).sites).toContainEqual(
      expect.objectContaining({ id: made.site_id, name: 'A/B «ü»', group_id: group.id }),
    );
    const second = await client.sites.tokens.create({ id: made.site_id, access: 'read' });
    expect((await client.sites.tokens.list({ id: made.site_id })).tokens.map(({ access }) => access)).toEqual([
      'read',
      'send',
    ]);
    await client.sites.tokens.revoke({ id: made.site_id, prefix: second.prefix });
    const key = await client.groups.keys.create({ id: group.id, access: 'read' });
    expect(await ofAccount(key.key).me()).toMatchObject({ group: { id: group.id }, key: { access: 'read' } });
    await client.sites.delete({ id: made.site_id, confirm: true });
    await client.groups.delete({ id: group.id });
  });

  inAllRun(() => {
    it('covers the operator API with an admin token', async () => {
      const { admin } = ofAccount(service.adminWrite);
      const email = `${unique()}@example.com`;
      const { id } = await admin.accounts.create({ email, plan: 'starter' });
      await admin.accounts.setReseller({ id, enabled: true });
      expect(await admin.accounts.get({ id })).toMatchObject({ email, plan: 'starter', is_reseller: true });
      const actions: string[] = [];
      for await (const { action } of admin.actions.list({ account_id: id, limit: 1 })) actions.push(action);
      expect(actions).toEqual(['account.reseller', 'account.create']);
      expect(await failure(ofAccount(service.adminRead).admin.accounts.delete({ id, confirm: true }))).toMatchObject({
        status: 403,
        message: 'missing scope: admin:write',
      });
    });
  });

  it('sends one event or a batch, and reads a single event', async () => {
    const client = ofSite();
    const { occurred_at: at } = makeEvent();
    const event = { occurred_at: String(at), code: 1, severity: 'high', object: 'a', event_type: 'b' } as const;
    const uuid = crypto.randomUUID();
    expect(await client.events.send({ ...event, message: 'one', event_uuid: uuid })).toMatchObject({ accepted: 1 });
    const batch = [
      { ...event, message: 'again', event_uuid: uuid },
      { ...event, message: 'bad', code: -1 },
    ];
    expect(await client.events.send({ events: batch })).toEqual({
      accepted: 0,
      duplicates: 1,
      rejected: [{ index: 1, error: 'invalid code' }],
    });
    const [newest] = (await client.events.list({ limit: 1 }).page()).events;
    expect(await client.events.get({ id: newest?.id ?? 0 })).toMatchObject({ ...newest, post_id: null });
  });
});

inAllRun(() => {
  describe('a list', () => {
    it('is read page by page on demand, with multi-value filters', async () => {
      const owner = await service.makeAccount({ plan: 'agency', reseller: true });
      const own = await service.makeSite(owner);
      const levels = ['info', 'low', 'medium', 'high', 'critical'];
      await service.ingest(
        own,
        Array.from({ length: 25 }, (_, at) => makeEvent({ severity: levels[at % 5], message: `${at}` })),
      );
      const { fetch: through, requests } = faultyFetch();
      const list = ofAccount(owner.token, through).events.list({ severity: ['critical', 'high'], limit: 4 });
      const found: string[] = [];
      for await (const { severity, message } of list) {
        expect(['critical', 'high']).toContain(severity);
        found.push(message);
      }
      expect(new Set(found).size).toBe(10);
      expect(requests).toHaveLength(3);
      for await (const { message } of list) {
        expect(message).toBe(found[0]);
        break;
      }
      expect(requests).toHaveLength(4);
      const sizes: number[] = [];
      for await (const { events } of list.pages()) sizes.push(events.length);
      expect(sizes).toEqual([4, 4, 2]);
      const { next_cursor: cursor, events } = await list.page();
      const rest = await ofAccount(owner.token)
        .events.list({ severity: ['critical', 'high'], cursor })
        .page();
      expect([...events, ...rest.events].map(({ message }) => message)).toEqual(found);
    });
  });
});

describe('a failure', () => {
  it('is a GoalError with status, sentence and the request id of the log', async () => {
    const error = await failure(ofAccount().sites.create({ domain: 'x', site_url: 'https://x' }));
    expect(error).toBeInstanceOf(GoalError);
    expect(error).toMatchObject({ name: 'GoalError', status: 400, message: 'invalid domain', retryAfter: undefined });
    const { requestId } = error as GoalError;
    expect(service.log.some((line) => line.includes(requestId) && line.includes('/account/sites'))).toBe(true);
  });

  it('is a GoalError when a proxy answers in place of the service', async () => {
    const html = { body: '<h1>no</h1>', headers: { 'Retry-After': new Date(Date.now() + 90_000).toUTCString() } };
    const refused = ofAccount(account.token, faultyFetch({ status: 500, ...html }).fetch).me();
    const error = await failure(refused);
    expect(error).toMatchObject({ status: 500, message: 'HTTP 500' });
    expect((error as GoalError).retryAfter).toBeGreaterThan(60);
    const odd = ofAccount(account.token, faultyFetch({ status: 200, ...html }).fetch).me();
    expect(await failure(odd)).toMatchObject({ status: 200, message: expect.stringContaining('not JSON') as string });
    const moved = { status: 301, headers: { Location: 'https://elsewhere.example.com/' }, body: '' };
    expect(await failure(ofAccount(account.token, faultyFetch(moved).fetch).me())).toMatchObject({ status: 301 });
  });

  it('never reveals the key', async () => {
    const secret = 'goal_acct_abcdefgh_SECRET';
    const client = createGoalClient({ baseUrl: baseUrl(), token: secret });
    const far = createGoalClient({ baseUrl: 'http://127.0.0.1:1', token: secret, retries: 0 });
    const seen = [client, await failure(client.me()), await failure(far.me())];
    for (const bad of [`${secret}\n`, `${secret} ü`, ''])
      seen.push(await failure((async () => createGoalClient({ baseUrl: baseUrl(), token: bad }))()));
    for (const one of seen) expect(inspect(one, { depth: 12, showHidden: true })).not.toContain('SECRET');
    expect(seen.slice(3).every((error) => error instanceof TypeError)).toBe(true);
    expect(() => createGoalClient({ baseUrl: 'ftp://x', token: secret })).toThrow('baseUrl must be an http(s) URL');
  });

  it('never lets an id lead to another path', async () => {
    const { fetch: through, requests } = faultyFetch();
    const client = ofAccount(account.token, through);
    for (const id of ['', '.', '..'])
      await expect(failure(client.sites.activate({ id }))).resolves.toBeInstanceOf(TypeError);
    expect(requests).toEqual([]);
    expect(await failure(client.sites.activate({ id: '../me?x=#y' }))).toMatchObject({ status: 404 });
    expect(requests[0]?.path).toBe(`${service.basePath}/account/sites/..%2Fme%3Fx%3D%23y/activate`);
  });
});
