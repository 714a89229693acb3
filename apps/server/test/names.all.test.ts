import { createdGroupShape, mintedAccountKeyShape, mintedGroupKeyShape } from '@goal/contract';
import { describe, expect, test } from 'vitest';

import { freshDomain, sharedService, unique } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ reseller: true });
const group = await service.makeGroup(account);
const site = await service.makeSite(account);

/**
 * Every place where a caller gives a name, with how to send it and how to read back the stored one.
 */
const places: {
  what: string;
  tooLong: string;
  keep: (name: string) => Promise<string | null | undefined>;
  refuse: (name: string) => Promise<unknown>;
}[] = [
  {
    what: 'name of a new site',
    tooLong: 'name too long',
    async keep(name) {
      const { id } = await service.makeSite(account, { name });
      return (await service.sitesOf(account)).find((row) => row.id === id)?.name;
    },
    refuse: async (name) =>
      (
        await account.call('POST', '/sites', { body: { domain: freshDomain(), site_url: 'https://example.com', name } })
      ).refused(400, 'name too long'),
  },
  {
    what: 'name of a site',
    tooLong: 'name too long',
    async keep(name) {
      (await account.call('PATCH', `/sites/${site.id}`, { body: { name } })).done();
      return (await service.sitesOf(account)).find((row) => row.id === site.id)?.name;
    },
    refuse: async (name) =>
      (await account.call('PATCH', `/sites/${site.id}`, { body: { name } })).refused(400, 'name too long'),
  },
  {
    what: 'name of a group',
    tooLong: 'name too long',
    async keep(name) {
      (await account.call('PATCH', `/groups/${group.id}`, { body: { name } })).done();
      return (await service.groupsOf(account)).find((row) => row.id === group.id)?.name;
    },
    refuse: async (name) => (await account.call('POST', '/groups', { body: { name } })).refused(400, 'name too long'),
  },
  {
    what: 'reference of a group',
    tooLong: 'external_ref too long',
    async keep(name) {
      const made = (await account.call('POST', '/groups', { body: { name: unique(), external_ref: name } })).as(
        201,
        createdGroupShape,
      );
      const found = await service.groupsOf(account, { query: { external_ref: ` ${name} ` } });
      expect(found.map(({ id }) => id)).toEqual([made.id]);
      (await account.call('DELETE', `/groups/${made.id}`)).done();
      return found[0]?.external_ref;
    },
    refuse: async (name) =>
      (await account.call('PATCH', `/groups/${group.id}`, { body: { external_ref: name } })).refused(
        400,
        'external_ref too long',
      ),
  },
  {
    what: 'name of a group key',
    tooLong: 'name too long',
    async keep(name) {
      const made = (await account.call('POST', `/groups/${group.id}/keys`, { body: { name } })).as(
        201,
        mintedGroupKeyShape,
      );
      (await account.call('DELETE', `/groups/${group.id}/keys/${made.prefix}`)).done();
      return made.name;
    },
    refuse: async (name) =>
      (await account.call('POST', `/groups/${group.id}/keys`, { body: { name } })).refused(400, 'name too long'),
  },
  {
    what: 'name of an account key',
    tooLong: 'name too long',
    keep: async (name) =>
      (await service.admin('POST', `/accounts/${account.id}/keys`, { body: { name } })).as(201, mintedAccountKeyShape)
        .name,
    refuse: async (name) =>
      (await service.admin('POST', `/accounts/${account.id}/keys`, { body: { name } })).refused(400, 'name too long'),
  },
];

const wide = '😀'.repeat(199);
const names: [given: string, kept: string][] = [
  ['\t\v\u00a0\ufeff\u2028 trimmed \u2029\ufeff\n', 'trimmed'],
  ['\u200b not white space \u200b', '\u200b not white space \u200b'],
  ['a\0b', 'a\ufffdb'],
  ['\ud83d alone \udc4d', '\ufffd alone \ufffd'],
  ['Größe 大きさ 👩‍👩‍👧 עברית', 'Größe 大きさ 👩‍👩‍👧 עברית'],
  ['e\u0301', 'e\u0301'],
  ["'; DROP TABLE site; --", "'; DROP TABLE site; --"],
  ['<script>alert(1)</script> ${x} %s \\u0000 "', '<script>alert(1)</script> ${x} %s \\u0000 "'],
  [` ${wide}\ud800 `, `${wide}\ufffd`],
];

describe.each(places)('$what', ({ keep, refuse }) => {
  test.each(names)('R§5.2 I§8 Group name length: %j is kept as %j', async (given, kept) => {
    expect(await keep(given)).toBe(kept);
  });

  test('R§5.2 200 code points are kept and 201 are too long, whatever their size in bytes', async () => {
    expect(await keep(`${wide}x`)).toBe(`${wide}x`);
    for (const name of [`${wide}xx`, 'x'.repeat(201), `${wide}x\0`, 'x'.repeat(500_000)]) await refuse(name);
  });
});

test('R§5.2 a NUL reaches no query, in a prefix, an id, a plan or a filter', async () => {
  for (const path of [
    `/sites/${site.id}/tokens/%00`,
    `/groups/${group.id}/keys/a%00`,
    '/groups/%00/keys/a',
    '/sites/%00/tokens/a',
  ]) {
    (await account.call('DELETE', path)).refused(404, 'not found');
  }
  (await service.admin('DELETE', `/accounts/${account.id}/keys/%00`)).refused(404, 'not found');
  for (const plan of ['\0', 'pro\0', '\ud800']) {
    (await service.admin('POST', `/accounts/${account.id}/plan`, { body: { plan } })).refused(400, 'unknown plan');
    (await service.admin('POST', '/accounts', { body: { email: `${unique()}@example.com`, plan } })).refused(
      400,
      'unknown plan',
    );
    (await service.admin('GET', '/accounts', { query: { plan } })).refused(400, 'unknown plan');
  }
  expect((await service.admin('GET', '/accounts', { query: { q: '\0' } })).body).toEqual({
    accounts: [],
    next_cursor: '',
  });
  (await service.admin('GET', '/actions', { query: { account_id: '\0' } })).refused(404, 'not found');
  (await service.admin('GET', '/actions', { query: { cursor: '\0' } })).refused(400, 'invalid cursor');
  expect((await account.call('GET', '/groups', { query: { external_ref: '\0' } })).body).toEqual({ groups: [] });
  for (const query of [{ q: '\0' }, { object: '\0' }, { event_type: '\ud800' }])
    expect((await account.call('GET', '/events', { query })).body).toEqual({ events: [], next_cursor: '' });
});
