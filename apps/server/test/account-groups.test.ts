import { randomUUID } from 'node:crypto';

import { createdGroupShape } from '@goal/contract';
import { expect, test } from 'vitest';

import { makeEvent, sharedService, unique } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ reseller: true });

const post = (body: unknown, of = account) => of.call('POST', '/groups', { body });
const patch = (id: string, body: unknown) => account.call('PATCH', `/groups/${id}`, { body });
const groupOf = async (id: string) => (await service.groupsOf(account)).find((group) => group.id === id);

test('I§4 POST /groups I§4 GET /groups R§5.3: a new group is 201 and is listed, newest first, with its current number of sites', async () => {
  const own = await service.makeAccount();
  expect((await own.call('GET', '/groups')).body).toEqual({ groups: [] });
  const first = (await post({ name: ' Nord ', external_ref: ' n-1 ', id: randomUUID(), site_count: 9 }, own)).as(
    201,
    createdGroupShape,
  );
  expect(first).toEqual({ id: expect.any(String), name: 'Nord', external_ref: 'n-1' });
  const second = (await post({ name: 'Süd' }, own)).as(201, createdGroupShape);
  for (let n = 0; n < 2; n += 1) await service.makeSite(own, { group_id: first.id });
  await service.pauseAllButOldest(own);
  const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher, not a text
  expect(await service.groupsOf(own)).toEqual([
    { id: second.id, name: 'Süd', external_ref: null, site_count: 0, created_at },
    { id: first.id, name: 'Nord', external_ref: 'n-1', site_count: 2, created_at },
  ]);
});

test('I§4 GET /groups R§5.3 R§2.11: the reference filter is exact and normalized like a stored one; empty means no filter, twice is invalid', async () => {
  const own = await service.makeAccount();
  const [one] = [
    await service.makeGroup(own, { external_ref: 'Ref-1' }),
    await service.makeGroup(own, { external_ref: 'ref-2' }),
  ];
  await service.makeGroup(await service.makeAccount(), { external_ref: 'elsewhere' });
  const found = async (external_ref: string) =>
    (await service.groupsOf(own, { query: { external_ref } })).map((group) => group.external_ref);
  expect(await found('Ref-1')).toEqual(['Ref-1']);
  expect(await found(' Ref-1\t')).toEqual(['Ref-1']);
  for (const none of ['ref-1', 'Ref', 'Ref-%', 'elsewhere']) expect(await found(none)).toEqual([]);
  for (const all of ['', ' ']) expect(await found(all)).toHaveLength(2);
  expect(await found('x'.repeat(200))).toEqual([]);
  (await own.call('GET', '/groups', { query: { external_ref: 'x'.repeat(201) } })).refused(
    400,
    'external_ref too long',
  );
  (await own.call('GET', '/groups', { query: { external_ref: ['a', 'a'] } })).refused(400, 'invalid external_ref');
  expect(one.external_ref).toBe('Ref-1');
});

test('R§5.3 I§4 GET /groups: a group key gets exactly its own row, or none when the reference differs', async () => {
  const group = await service.makeGroup(account, { external_ref: unique() });
  const sibling = await service.makeGroup(account, { external_ref: unique() });
  const { key: token } = await service.makeGroupKey(account, group);
  expect(await service.groupsOf(account, { token })).toMatchObject([{ id: group.id }]);
  expect(await service.groupsOf(account, { token, query: { external_ref: group.external_ref ?? '' } })).toMatchObject([
    { id: group.id },
  ]);
  expect(await service.groupsOf(account, { token, query: { external_ref: sibling.external_ref ?? '' } })).toEqual([]);
});

const long = 'x'.repeat(201);
test.each<[body: object, message: string]>([
  [{}, 'name required'],
  [{ name: null }, 'name required'],
  [{ name: '' }, 'name required'],
  [{ name: ' \t\n\u00a0\ufeff' }, 'name required'],
  [{ external_ref: long }, 'name required'],
  [{ name: 5, external_ref: 5 }, 'name must be a string'],
  [{ name: long, external_ref: 5 }, 'name too long'],
  [{ name: 'a', external_ref: 5 }, 'external_ref must be a string'],
  [{ name: 'a', external_ref: long }, 'external_ref too long'],
])(
  'I§7 400 name required I§7 400 name too long I§7 400 external_ref too long R§2.3: POST /groups %j',
  async (body, message) => {
    (await post(body)).refused(400, message);
  },
);

test('R§2.12 POST /groups without a body or with an empty one answers `name required`', async () => {
  (await post(undefined)).refused(400, 'name required');
  (await post('')).refused(400, 'name required');
  (await account.call('POST', '/groups', { headers: { 'Content-Type': 'text/plain', 'Content-Length': '0' } })).refused(
    400,
    'name required',
  );
});

test('I§4 PATCH /groups/{id}: an absent field is unchanged; null, an empty text or white space clears a reference', async () => {
  const group = await service.makeGroup(account);
  for (const clear of [null, '', '  ']) {
    const external_ref = unique();
    (await patch(group.id, { external_ref })).done();
    expect(await groupOf(group.id)).toMatchObject({ name: group.name, external_ref });
    (await patch(group.id, { external_ref: clear })).done();
    expect(await groupOf(group.id)).toMatchObject({ name: group.name, external_ref: null });
  }
  const name = unique();
  (await patch(group.id.toUpperCase(), { name: ` ${name} ` })).done();
  expect(await groupOf(group.id)).toMatchObject({ name, external_ref: null });
});

test.each<[body: object, message: string]>([
  [{}, 'name or external_ref required'],
  [{ group_id: 'x' }, 'name or external_ref required'],
  [{ name: '' }, 'name required'],
  [{ name: null }, 'name required'],
  [{ name: ' ', external_ref: long }, 'name required'],
  [{ name: 5, external_ref: 5 }, 'name must be a string'],
  [{ name: long }, 'name too long'],
  [{ external_ref: true }, 'external_ref must be a string'],
  [{ external_ref: long }, 'external_ref too long'],
])(
  'I§7 400 name or external_ref required I§7 400 name required R§5.2: PATCH /groups/{id} %j',
  async (body, message) => {
    const group = await service.makeGroup(account);
    (await patch(group.id, body)).refused(400, message);
    expect(await groupOf(group.id)).toMatchObject(group);
  },
);

test('I§7 409 group name already exists I§7 409 external_ref already exists R§2.4: each conflict has its own sentence, the name first; a group never conflicts with itself', async () => {
  const taken = await service.makeGroup(account, { external_ref: unique() });
  const group = await service.makeGroup(account, { external_ref: unique() });
  const { name, external_ref } = taken;
  for (const send of [post, (body: object) => patch(group.id, body)]) {
    (await send({ name: ` ${name} ` })).refused(409, 'group name already exists');
    (await send({ name, external_ref })).refused(409, 'group name already exists');
    (await send({ name: unique(), external_ref: ` ${external_ref} ` })).refused(409, 'external_ref already exists');
  }
  expect(await groupOf(group.id)).toMatchObject(group);
  (await patch(group.id, { name: group.name, external_ref: group.external_ref })).done();
  // The comparison is case-sensitive and per account. Groups without a reference never conflict.
  await service.makeGroup(account, { name: name.toUpperCase() });
  await service.makeGroup(await service.makeAccount(), { name, external_ref });
  await service.makeGroup(account, { external_ref: '' });
  await service.makeGroup(account, { external_ref: null });
});

test('I§4 DELETE /groups/{id} I§3 active (group key)→revoked R§5.5: its keys stop, its sites stay with their events, its name and reference become free', async () => {
  const group = await service.makeGroup(account, { external_ref: unique() });
  const { key } = await service.makeGroupKey(account, group);
  const site = await service.makeSite(account, { group_id: group.id });
  await service.ingest(site, [makeEvent()]);
  (await account.call('DELETE', `/groups/${group.id}`)).done();
  (await service.call('GET', '/account/me', { token: key })).refused(401, 'invalid token');
  const row = (await service.sitesOf(account)).find(({ id }) => id === site.id);
  expect(row).toMatchObject({ group_id: null, group_name: null, status: 'active', active_token_count: 1 });
  expect((await site.call('GET', '/events')).body).toMatchObject({ events: [{ site_id: site.id }] });
  (await account.call('GET', '/events', { query: { group_id: group.id } })).refused(404, 'not found');
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/keys'],
    ['POST', '/keys'],
  ] as const) {
    (await account.call(method, `/groups/${group.id}${path}`)).refused(404, 'not found');
  }
  const { name, external_ref } = group;
  expect((await service.makeGroup(account, { name, external_ref })).id).not.toBe(group.id);
});

test('I§8 Groups I§6.R2: no plan limits the number of groups', async () => {
  const own = await service.makeAccount({ plan: 'starter' });
  for (let n = 0; n < 40; n += 1) await service.makeGroup(own);
  expect(await service.groupsOf(own)).toHaveLength(40);
});

test('I§8 Group name length I§8 external_ref length I§7 400 name too long R§5.2: 200 code points after trimming are accepted, 201 are refused', async () => {
  const wide = '😀'.repeat(200);
  const made = await service.makeGroup(account, { name: ` ${wide}\u00a0\ufeff`, external_ref: `\n${wide} ` });
  expect(made).toMatchObject({ name: wide, external_ref: wide });
  (await post({ name: `${wide}x` })).refused(400, 'name too long');
  (await post({ name: unique(), external_ref: `${wide}x` })).refused(400, 'external_ref too long');
});
