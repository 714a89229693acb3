import { randomUUID } from 'node:crypto';

import { accountEventShape, createdHoldShape, siteEventShape } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  makeEvent,
  startService,
  unique,
  type Account,
  type Answer,
  type Group,
  type GroupKey,
  type Site,
  type TestService,
} from './harness.ts';
import { accountRoutes, fillPath, type PathIds } from './harness/routes.ts';

// Two accounts with everything an account can have. Questions of one about the other’s things must
// get the answer for unknown things.
type Tenant = { account: Account; group: Group; groupKey: GroupKey; site: Site; ids: PathIds };

let service: TestService;
let mine: Tenant;
let theirs: Tenant;

async function makeTenant(): Promise<Tenant> {
  const account = await service.makeAccount({ reseller: true });
  const group = await service.makeGroup(account, { external_ref: unique() });
  const groupKey = await service.makeGroupKey(account, group);
  const site = await service.makeSite(account, { group_id: group.id, name: `site ${unique()}` });
  const event = await service.sendOne(
    site,
    makeEvent({ message: `secret of ${site.domain}`, username: `user-${unique()}` }),
  );
  const redaction = await service.makeRedaction(account);
  const stream = await service.makeStream(account);
  // The service writes nothing to a stream that rests.
  (await account.call('POST', `/streams/${stream.id}/pause`)).done();
  const { id: hold } = (await account.call('POST', '/holds', { body: { reason: 'case' } })).as(201, createdHoldShape);
  return {
    account,
    group,
    groupKey,
    site,
    ids: {
      site: site.id,
      siteKey: site.prefix,
      group: group.id,
      groupKey: groupKey.prefix,
      stream: stream.id,
      export: (await service.makeExport(account)).id,
      hold,
      event: String(event),
      redaction: redaction.id,
    },
  };
}

beforeAll(async () => {
  service = await startService();
  mine = await makeTenant();
  theirs = await makeTenant();
});
afterAll(() => service.stop());

/** Returns everything in an answer except what differs between any two requests. */
const told = ({ status, text, headers }: Answer) => {
  const differing = new Set(['date', 'x-request-id', 'ratelimit']);
  return { status, text, headers: Object.entries(headers).filter(([name]) => !differing.has(name)) };
};
/** What the service notes of the key that asks, some time later. */
const ofTheAsker = "'{last_used_at,last_refusal,last_refused_at}'::text[]";
const everything = async () => {
  const tables = [
    'account',
    'site',
    'site_group',
    'site_key',
    'group_key',
    'account_key',
    'action',
    'stream',
    'legal_hold',
  ];
  return Promise.all(
    tables.map(
      async (table) =>
        (await service.db.work.query(`SELECT to_jsonb(t) - ${ofTheAsker} AS row FROM ${table} t ORDER BY 1`)).rows,
    ),
  );
};

// A tile has its place in the log of whoever asks, and so no id.
describe.each(accountRoutes.filter(({ path }) => path.includes('{') && !path.includes('{level}')))(
  '$method $path',
  ({ method, path, body, demands }) => {
    test.each(['account', 'group'] as const)(
      'I§4.R8 I§7 404 not found I§7 404 not found #2: another account’s id and an unknown id give byte-equal answers (%s key)',
      async (kind) => {
        const token = kind === 'account' ? mine.account.token : mine.groupKey.key;
        const ask = async (ids: PathIds, given: unknown) =>
          told(
            await service.call(method, fillPath(path, ids), {
              token,
              body: given,
              ...(method === 'DELETE' ? { query: { confirm: 'true' } } : {}),
            }),
          );
        const unknown = {
          site: randomUUID(),
          group: randomUUID(),
          siteKey: 'zzzzzzzz',
          groupKey: 'zzzzzzzz',
          stream: randomUUID(),
          export: randomUUID(),
          hold: randomUUID(),
          event: '9007199254740991',
          redaction: randomUUID(),
        };
        const before = await everything();
        for (const given of [
          body?.(),
          body === undefined ? undefined : '{',
          body === undefined ? undefined : { name: 5 },
        ]) {
          const nobody = await ask(unknown, given);
          expect(nobody.status).toBe(demands === 'unscoped' && kind === 'group' ? 403 : 404);
          expect(await ask(theirs.ids, given)).toEqual(nobody);
          expect(await ask({ ...theirs.ids, site: 'x', group: 'x', stream: 'x' }, given)).toEqual(nobody);
        }
        // Also one’s own site or group with the prefix of another’s key.
        if (path.includes('Key}') && !(demands === 'unscoped' && kind === 'group')) {
          expect(
            await ask({ ...mine.ids, siteKey: theirs.site.prefix, groupKey: theirs.groupKey.prefix }, undefined),
          ).toEqual(await ask({ ...mine.ids, siteKey: 'zzzzzzzz', groupKey: 'zzzzzzzz' }, undefined));
        }
        expect(await everything()).toEqual(before);
      },
    );
  },
);

test('I§4.R8 I§7 404 not found #2: another account’s group in a body or a filter is 404 like an unknown one', async () => {
  const before = await everything();
  const ask = (id: string) => [
    mine.account.call('POST', '/sites', {
      body: { domain: 'never.example.org', site_url: 'https://example.com', group_id: id },
    }),
    mine.account.call('PATCH', `/sites/${mine.site.id}`, { body: { group_id: id, name: 'x' } }),
    mine.account.call('GET', '/events', { query: { group_id: id } }),
    mine.account.call('GET', '/events', { query: { site_id: id } }),
  ];
  const toldOf = async (id: string) => (await Promise.all(ask(id))).map(told);
  const nobody = await toldOf(randomUUID());
  expect(nobody.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  for (const id of [theirs.group.id, theirs.site.id, 'x']) expect(await toldOf(id)).toEqual(nobody);
  expect(await everything()).toEqual(before);
});

test('I§5 Account key I§5 Group key I§5 Site key: no list of one account names anything of another', async () => {
  const foreign = [
    theirs.account.id,
    theirs.account.email,
    theirs.site.id,
    theirs.site.domain,
    theirs.site.prefix,
    theirs.group.id,
    theirs.group.name,
    theirs.groupKey.prefix,
    theirs.account.prefix,
  ];
  for (const token of [mine.account.token, mine.groupKey.key]) {
    for (const path of [
      '/me',
      '/sites',
      '/groups',
      '/events',
      `/sites/${mine.site.id}/tokens`,
      `/groups?external_ref=${theirs.group.external_ref}`,
      `/events?q=${theirs.site.domain}`,
    ]) {
      const { text } = await service.call('GET', `/account${path}`, { token });
      for (const one of foreign) expect(text.replace(/external_ref=.*/, '')).not.toContain(one);
    }
  }
});

test('R§6.7 I§4 GET /events/{id}: an event of another site, of the same account or not, is 404 like an unknown one', async () => {
  const sister = await service.makeSite(mine.account);
  await service.ingest(sister, [makeEvent()]);
  const page = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });
  const idOf = async (site: Site) => (await site.call('GET', '/events')).as(200, page).events[0]?.id;
  const ask = async (id: number | string | undefined) => told(await mine.site.call('GET', `/events/${id}`));
  const nobody = await ask(9_007_199_254_740_991);
  expect(nobody).toMatchObject({ status: 404, text: '{"error":"not found"}' });
  for (const site of [sister, theirs.site]) expect(await ask(await idOf(site))).toEqual(nobody);
  expect((await ask(await idOf(mine.site))).status).toBe(200);
});

test('I§5 Site key R§6.8: neither of two keys opens anything with the other’s domain', async () => {
  for (const [token, domain] of [
    [mine.site.token, theirs.site.domain],
    [theirs.site.token, mine.site.domain],
  ] as const) {
    for (const method of ['GET', 'POST']) {
      (
        await service.call(method, '/events', { token, domain, ...(method === 'POST' ? { body: makeEvent() } : {}) })
      ).refused(403, 'domain mismatch');
    }
  }
});

test('R§6.4 a cursor gives no access by itself: with another’s key it is a position among that key’s own events', async () => {
  for (let n = 0; n < 3; n += 1)
    for (const { site } of [mine, theirs]) await service.ingest(site, [makeEvent({ message: `of ${site.domain}` })]);
  const page = z.object({ events: z.array(accountEventShape), next_cursor: z.string() });
  const { next_cursor: cursor } = (await theirs.account.call('GET', '/events', { query: { limit: 1 } })).as(200, page);
  const { events } = (await mine.account.call('GET', '/events', { query: { cursor } })).as(200, page);
  expect(new Set(events.map((event) => event.domain))).not.toContain(theirs.site.domain);
  expect(events.length).toBeGreaterThan(0);
});
