import { randomUUID } from 'node:crypto';

import { createdSiteShape, eventDetailShape, siteEventShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount();

const siteOf = async (id: string, of = account) => (await service.sitesOf(of)).find((site) => site.id === id);
const patch = (id: string, body: unknown) => account.call('PATCH', `/sites/${id}`, { body });
const page = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });

test('I§4 GET /sites R§5.3: the list holds every site of the account in any state, newest first, and no other account’s', async () => {
  const own = await service.makeAccount();
  expect((await own.call('GET', '/sites')).body).toEqual({ sites: [] });
  const sites = [await service.makeSite(own), await service.makeSite(own), await service.makeSite(own)];
  await service.pauseAllButOldest(own);
  await service.revokeSite({ id: sites[2]?.id ?? '' });
  expect((await service.sitesOf(own)).map(({ id, status }) => [id, status])).toEqual(
    [...sites].reverse().map(({ id }, at) => [id, ['revoked', 'paused', 'active'][at]]),
  );
});

test('I§4 PATCH /sites/{id}: a PATCH renames a site; an empty text, white space or null clears the name; absent fields are unchanged', async () => {
  const site = await service.makeSite(account, { name: 'a' });
  for (const [name, kept] of [
    ['b', 'b'],
    [' c ', 'c'],
    ['', null],
    ['d', 'd'],
    ['  ', null],
    ['e', 'e'],
    [null, null],
  ]) {
    (await patch(site.id, { name })).done();
    expect(await siteOf(site.id)).toMatchObject({ name: kept, group_id: null, domain: site.domain });
  }
});

inAllRun(() => {
  test('I§4 PATCH /sites/{id} moves a site into, between and out of groups; readers see the group’s current name', async () => {
    const [one, two] = [await service.makeGroup(account), await service.makeGroup(account)];
    const site = await service.makeSite(account, { name: 'kept' });
    for (const group of [one, two]) {
      (await patch(site.id, { group_id: group.id.toUpperCase() })).done();
      expect(await siteOf(site.id)).toMatchObject({ name: 'kept', group_id: group.id, group_name: group.name });
    }
    (await patch(site.id, { name: 'new' })).done();
    (await account.call('PATCH', `/groups/${two.id}`, { body: { name: 'renamed group' } })).done();
    expect(await siteOf(site.id)).toMatchObject({ name: 'new', group_id: two.id, group_name: 'renamed group' });
    (await patch(site.id, { group_id: null })).done();
    expect(await siteOf(site.id)).toMatchObject({ group_id: null, group_name: null });
  });
});

test('I§7 400 name or group_id required I§7 404 not found #2: a bad PATCH changes nothing, and the body is judged before its group', async () => {
  const foreign = await service.makeGroup(await service.makeAccount());
  const site = await service.makeSite(account, { name: 'kept' });
  for (const body of [{}, { site_url: 'https://example.com' }, { domain: 'x' }])
    (await patch(site.id, body)).refused(400, 'name or group_id required');
  (await patch(site.id, undefined)).refused(400, 'name or group_id required');
  (await patch(site.id, '')).refused(400, 'name or group_id required');
  for (const name of [5, true, {}, ['a']])
    (await patch(site.id, { name, group_id: randomUUID() })).refused(400, 'name must be a string');
  (await patch(site.id, { name: 'x'.repeat(201), group_id: 'x' })).refused(400, 'name too long');
  for (const group_id of [foreign.id, randomUUID(), 'x', '', 5, false, {}, []])
    (await patch(site.id, { name: 'changed', group_id })).refused(404, 'not found');
  expect(await siteOf(site.id)).toMatchObject({ name: 'kept', group_id: null });
});

test('R§2.10 I§7 404 not found: an id in capitals names the same site; any other spelling is unknown', async () => {
  const { id } = await service.makeSite(account);
  (await patch(id.toUpperCase(), { name: 'a' })).done();
  expect(await siteOf(id)).toMatchObject({ name: 'a' });
  for (const other of [
    id.replaceAll('-', ''),
    `%7B${id}%7D`,
    `%20${id}`,
    `${id}%20`,
    `urn:uuid:${id}`,
    id.slice(0, -1),
    `${id}0`,
    `${id}%00`,
    '0',
  ]) {
    (await patch(other, { name: 'b' })).refused(404, 'not found');
  }
});

test('I§4 POST /sites/{id}/activate I§3 paused→active I§3 active→active: a paused site within the quota becomes active; an active site stays active', async () => {
  const own = await service.makeAccount({ plan: 'starter' });
  const [first, second] = [await service.makeSite(own), await service.makeSite(own)];
  await service.pauseAllButOldest(own, 'starter');
  expect(await siteOf(second.id, own)).toMatchObject({ status: 'paused' });
  (await own.call('POST', `/sites/${second.id}/activate`)).done();
  expect(await siteOf(second.id, own)).toMatchObject({ status: 'active' });
  for (const { id } of [first, second]) (await own.call('POST', `/sites/${id}/activate`)).done();
});

test('I§3 paused→paused I§7 409 plan site limit reached I§8 Site quota: at the quota a paused site stays paused until a slot is free', async () => {
  const own = await service.makeAccount({ plan: 'starter' });
  const sites = [];
  for (let n = 0; n < 5; n += 1) sites.push(await service.makeSite(own));
  await service.pauseAllButOldest(own, 'starter');
  for (let n = 0; n < 4; n += 1) await service.makeSite(own);
  const [active, paused] = sites;
  const activate = () => own.call('POST', `/sites/${paused?.id}/activate`);
  (await activate()).refused(409, 'plan site limit reached');
  expect(await siteOf(paused?.id ?? '', own)).toMatchObject({ status: 'paused' });
  (await own.call('POST', `/sites/${active?.id}/activate`)).done();
  await service.revokeSite({ id: active?.id ?? '' });
  (await own.call('POST', `/sites/${active?.id}/activate`)).refused(
    409,
    'site cannot be reactivated — contact support',
  );
  (await activate()).done();
  (
    await own.call('POST', '/sites', { body: { domain: 'one-more.example.org', site_url: 'https://example.com' } })
  ).refused(409, 'plan site limit reached');
});

test('I§3 revoked→revoked I§7 409 site cannot be reactivated R§4.4: only the operator restores a revoked site, as paused', async () => {
  const site = await service.makeSite(account);
  await service.revokeSite(site);
  (await account.call('POST', `/sites/${site.id}/activate`)).refused(
    409,
    'site cannot be reactivated — contact support',
  );
  expect(await siteOf(site.id)).toMatchObject({ status: 'revoked' });
  (await service.admin('POST', `/sites/${site.id}/restore`)).done();
  expect(await siteOf(site.id)).toMatchObject({ status: 'paused' });
  (await account.call('POST', `/sites/${site.id}/activate`)).done();
  expect(await siteOf(site.id)).toMatchObject({ status: 'active' });
});

test('R§4.5 a paused site can be read but not sent to; a revoked site refuses its keys and stays visible in the account API', async () => {
  const own = await service.makeAccount();
  await service.makeSite(own);
  const site = await service.makeSite(own);
  await service.ingest(site, [makeEvent()]);
  const events = async () =>
    (await own.call('GET', '/events', { query: { site_id: site.id } })).body as { events: unknown[] }; // the contract says so
  await service.pauseAllButOldest(own);
  (await site.call('POST', '/events', { body: makeEvent() })).refused(403, 'site paused');
  expect((await site.call('GET', '/events')).as(200, page).events).toHaveLength(1);
  await service.revokeSite(site);
  (await site.call('POST', '/events', { body: makeEvent() })).refused(403, 'site revoked');
  (await site.call('GET', '/events')).refused(403, 'site revoked');
  (await site.call('GET', '/events/1')).refused(403, 'site revoked');
  expect((await events()).events).toHaveLength(1);
});

inAllRun(() => {
  test('R§8.b6 names and keys of paused and revoked sites can be managed as usual', async () => {
    const own = await service.makeAccount();
    const [, paused, revoked] = [await service.makeSite(own), await service.makeSite(own), await service.makeSite(own)];
    await service.pauseAllButOldest(own);
    await service.revokeSite(revoked);
    for (const { id, prefix } of [paused, revoked]) {
      (await own.call('PATCH', `/sites/${id}`, { body: { name: 'still here' } })).done();
      expect((await own.call('POST', `/sites/${id}/tokens`)).status).toBe(201);
      (await own.call('DELETE', `/sites/${id}/tokens/${prefix}`)).done();
      expect(await siteOf(id, own)).toMatchObject({ name: 'still here', active_token_count: 1 });
    }
  });
});

test('I§4.R7 I§7 400 destructive: pass ?confirm=true R§2.11: nothing is deleted unless confirm=true is given exactly once', async () => {
  const site = await service.makeSite(account);
  for (const query of [
    '',
    '?confirm',
    '?confirm=',
    '?confirm=TRUE',
    '?confirm=1',
    '?confirm=false',
    '?confirm=true&confirm=true',
    '?confirm=%20true',
    '?Confirm=true',
    '?confirm[]=true',
  ]) {
    (await account.call('DELETE', `/sites/${site.id}${query}`)).refused(
      400,
      'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
    );
  }
  (await account.call('DELETE', `/sites/${site.id}`, { body: { confirm: true } })).refused(
    400,
    'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
  );
  expect(await siteOf(site.id)).toBeDefined();
});

test('I§4 DELETE /sites/{id}?confirm=true I§3 any→deleted I§6.R2 R§5.6: a site in any state disappears for every reader at once, with its keys, events and domain', async () => {
  const own = await service.makeAccount();
  const group = await service.makeGroup(own);
  const kept = await service.makeSite(own, { group_id: group.id });
  const gone = [
    await service.makeSite(own, { group_id: group.id }),
    await service.makeSite(own),
    await service.makeSite(own),
  ];
  for (const site of [kept, ...gone]) await service.ingest(site, [makeEvent({ message: site.id })]);
  const events = (query = {}) => own.call('GET', '/events', { query });
  const id = (await gone[0]?.call('GET', '/events'))?.as(200, page).events[0]?.id;
  expect((await gone[0]?.call('GET', `/events/${id}`))?.as(200, eventDetailShape).id).toBe(id);
  await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [gone[1]?.id]);
  await service.revokeSite({ id: gone[2]?.id ?? '' });
  for (const site of gone) {
    (await own.call('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).done();
    for (const path of ['/events', `/events/${id}`]) (await site.call('GET', path)).refused(401, 'invalid token');
    (await site.call('POST', '/events', { body: makeEvent() })).refused(401, 'invalid token');
    (await events({ site_id: site.id })).refused(404, 'not found');
    (await own.call('DELETE', `/sites/${site.id}`, { query: { confirm: 'true' } })).refused(404, 'not found');
    (await own.call('POST', '/sites', { body: { domain: site.domain, site_url: 'https://example.com' } })).as(
      201,
      createdSiteShape,
    );
  }
  for (const query of [{}, { group_id: group.id }])
    expect((await events(query)).body).toMatchObject({ events: [{ message: kept.id }], next_cursor: '' });
  const stored = async () =>
    (
      await service.db.work.query<{ n: number }>('SELECT count(*) AS n FROM event WHERE message = ANY($1)', [
        gone.map((site) => site.id),
      ])
    ).rows;
  await expect.poll(stored).toEqual([{ n: 0 }]);
});
