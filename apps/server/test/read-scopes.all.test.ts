import { randomUUID } from 'node:crypto';

import { accountEventShape } from '@goal/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Account, type Group, type GroupKey, type Site } from './harness.ts';

const list = z.object({ events: z.array(accountEventShape), next_cursor: z.string() });

const service = await sharedService();

type World = {
  account: Account;
  groups: [Group, Group];
  keys: [GroupKey, GroupKey];
  sites: [free: Site, one: Site, two: Site];
};
/**
 * Makes an account with two groups of one site each and a site in none; each site’s event names its
 * site.
 */
async function makeWorld(): Promise<World> {
  const account = await service.makeAccount({ plan: 'agency', reseller: true });
  const groups: World['groups'] = [await service.makeGroup(account), await service.makeGroup(account)];
  const keys: World['keys'] = [
    await service.makeGroupKey(account, groups[0]),
    await service.makeGroupKey(account, groups[1]),
  ];
  const sites: World['sites'] = [
    await service.makeSite(account),
    await service.makeSite(account, { group_id: groups[0].id }),
    await service.makeSite(account, { group_id: groups[1].id }),
  ];
  for (const [at, site] of sites.entries()) await service.ingest(site, [makeEvent({ message: `${at}` })]);
  return { account, groups, keys, sites };
}
const messages = async ({ account }: World, query: Record<string, string | string[]> = {}, token?: string) =>
  (await account.call('GET', '/events', { query, ...(token === undefined ? {} : { token }) }))
    .as(200, list)
    .events.map(({ message }) => message)
    .sort();
const missing = async ({ account }: World, query: Record<string, string | string[]>, token?: string): Promise<void> =>
  (await account.call('GET', '/events', { query, ...(token === undefined ? {} : { token }) })).refused(
    404,
    'not found',
  );

describe('I§4 ?site_id and ?group_id', () => {
  it('I§4 ?site_id I§4 ?group_id R§6.5 an account key reads one site, one group, or both combined by AND', async () => {
    const world = await makeWorld();
    const { groups, sites } = world;
    expect(await messages(world)).toEqual(['0', '1', '2']);
    for (const [at, site] of sites.entries()) expect(await messages(world, { site_id: site.id })).toEqual([`${at}`]);
    expect(await messages(world, { site_id: sites[1].id.toUpperCase() })).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id })).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id.toUpperCase(), site_id: sites[1].id })).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id, q: '1' })).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id, q: '2' })).toEqual([]);
    // A site outside the named group of the same account is not an error.
    expect(await messages(world, { group_id: groups[0].id, site_id: sites[2].id })).toEqual([]);
    expect(await messages(world, { group_id: groups[0].id, site_id: sites[0].id })).toEqual([]);
    const empty = await service.makeGroup(world.account);
    expect(await messages(world, { group_id: empty.id })).toEqual([]);
  });

  it('I§4.R6 I§5.R7 I§7 404 not found #3 R§6.5 a group key always reads its own group, and anything outside is 404', async () => {
    const world = await makeWorld();
    const { groups, sites, keys } = world;
    const key = keys[0].key;
    expect(await messages(world, {}, key)).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id }, key)).toEqual(['1']);
    expect(await messages(world, { group_id: groups[0].id.toUpperCase() }, key)).toEqual(['1']);
    expect(await messages(world, { site_id: sites[1].id }, key)).toEqual(['1']);
    for (const query of [
      { group_id: groups[1].id },
      { site_id: sites[0].id },
      { site_id: sites[2].id },
      { group_id: groups[0].id, site_id: sites[2].id },
      { group_id: groups[1].id, site_id: sites[1].id },
      { group_id: groups[1].id, site_id: sites[2].id },
    ])
      await missing(world, query, key);
  });

  it.each([
    '',
    'x',
    'null',
    '0',
    'undefined',
    '%',
    '7b1f3c1e00004000800001234567 89ab',
    randomUUID(),
    randomUUID().replaceAll('-', ''),
  ])('I§7 404 not found #2 R§6.1 R§6.5 R§2.10 what names nothing of the caller is 404: %j', async (id) => {
    const world = await makeWorld();
    for (const token of [undefined, world.keys[0].key]) {
      await missing(world, { site_id: id }, token);
      await missing(world, { group_id: id }, token);
    }
  });

  it('I§4.R8 I§7 404 not found R§6.5 another account’s site or group is 404 with the answer for an unknown one', async () => {
    const [world, other] = [await makeWorld(), await makeWorld()];
    for (const token of [undefined, world.keys[0].key]) {
      await missing(world, { site_id: other.sites[0].id }, token);
      await missing(world, { group_id: other.groups[0].id }, token);
      await missing(world, { group_id: world.groups[0].id, site_id: other.sites[1].id }, token);
      await missing(world, { group_id: other.groups[0].id, site_id: world.sites[1].id }, token);
    }
  });

  it('R§2.11 R§2.4 site_id or group_id given twice is 404, judged after the 400s', async () => {
    const world = await makeWorld();
    const [site, group] = [world.sites[1].id, world.groups[0].id];
    for (const token of [undefined, world.keys[0].key]) {
      await missing(world, { site_id: [site, site] }, token);
      await missing(world, { group_id: [group, group] }, token);
      for (const query of [{ site_id: [site, site] }, { group_id: 'x' }, { site_id: randomUUID() }]) {
        const both = { ...query, limit: '0' };
        (
          await world.account.call('GET', '/events', { query: both, ...(token === undefined ? {} : { token }) })
        ).refused(400, 'invalid limit');
        (
          await world.account.call('GET', '/events', {
            query: { ...query, severity: 'x' },
            ...(token === undefined ? {} : { token }),
          })
        ).refused(400, 'invalid severity');
        (
          await world.account.call('GET', '/events', {
            query: { ...query, cursor: 'x' },
            ...(token === undefined ? {} : { token }),
          })
        ).refused(400, 'invalid cursor');
      }
    }
  });

  it('I§4 GET /events #2 R§2.3 the read API ignores both parameters', async () => {
    const { sites } = await makeWorld();
    for (const query of [
      { site_id: sites[1].id },
      { site_id: 'x' },
      { group_id: randomUUID() },
      { site_id: ['a', 'b'] },
    ]) {
      const { body } = await sites[0].call('GET', '/events', { query });
      expect((body as { events: { message: string }[] }).events.map(({ message }) => message)).toEqual(['0']);
    }
  });
});

describe('I§6.R2 moves and deletions', () => {
  it('R§2.5 I§4.R6 a moved site takes its events along at once', async () => {
    const world = await makeWorld();
    const { account, groups, keys, sites } = world;
    (await account.call('PATCH', `/sites/${sites[0].id}`, { body: { group_id: groups[0].id } })).done();
    expect(await messages(world, {}, keys[0].key)).toEqual(['0', '1']);
    (await account.call('PATCH', `/sites/${sites[1].id}`, { body: { group_id: groups[1].id } })).done();
    expect(await messages(world, {}, keys[0].key)).toEqual(['0']);
    expect(await messages(world, {}, keys[1].key)).toEqual(['1', '2']);
    await missing(world, { site_id: sites[1].id }, keys[0].key);
    (await account.call('PATCH', `/sites/${sites[0].id}`, { body: { group_id: null } })).done();
    expect(await messages(world, {}, keys[0].key)).toEqual([]);
    expect(await messages(world, { group_id: groups[0].id })).toEqual([]);
    expect(await messages(world)).toEqual(['0', '1', '2']);
  });

  it('I§6.R2 R§5.5 deleting a group keeps its events; its id and its keys stop working', async () => {
    const world = await makeWorld();
    (await world.account.call('DELETE', `/groups/${world.groups[0].id}`)).done();
    expect(await messages(world)).toEqual(['0', '1', '2']);
    await missing(world, { group_id: world.groups[0].id });
    (await world.account.call('GET', '/events', { token: world.keys[0].key })).refused(401, 'invalid token');
  });

  it('I§6.R2 I§3 any→deleted R§5.6 R§2.5 deleting a site removes its events for every reader at the same moment', async () => {
    const world = await makeWorld();
    const { account, groups, keys, sites } = world;
    await service.ingest(
      sites[1],
      Array.from({ length: 300 }, (_, at) => makeEvent({ message: `many ${at}` })),
    );
    (await account.call('DELETE', `/sites/${sites[1].id}?confirm=true`)).done();
    expect(await messages(world)).toEqual(['0', '2']);
    expect(await messages(world, { group_id: groups[0].id })).toEqual([]);
    expect(await messages(world, {}, keys[0].key)).toEqual([]);
    expect(await messages(world, { q: 'many' })).toEqual([]);
    await missing(world, { site_id: sites[1].id });
    (await sites[1].call('GET', '/events')).refused(401, 'invalid token');
    const again = await service.makeSite(account, { domain: sites[1].domain, group_id: groups[0].id });
    expect(await messages(world, {}, keys[0].key)).toEqual([]);
    await service.ingest(again, [makeEvent({ message: 'new' })]);
    expect(await messages(world, {}, keys[0].key)).toEqual(['new']);
  });

  it('R§6.6 renaming a site shows at once, and a removed name is omitted', async () => {
    const world = await makeWorld();
    const { account, sites } = world;
    const names = async () =>
      (await account.call('GET', '/events', { query: { site_id: sites[0].id } }))
        .as(200, list)
        .events.map((event) => (Object.hasOwn(event, 'site_name') ? event.site_name : 'omitted'));
    expect(await names()).toEqual(['omitted']);
    (await account.call('PATCH', `/sites/${sites[0].id}`, { body: { name: 'Ä shop' } })).done();
    expect(await names()).toEqual(['Ä shop']);
    (await account.call('PATCH', `/sites/${sites[0].id}`, { body: { name: '' } })).done();
    expect(await names()).toEqual(['omitted']);
  });

  it('R§4.5 the account API shows the events of paused and revoked sites', async () => {
    const world = await makeWorld();
    await service.revokeSite(world.sites[0]);
    await service.revokeSite(world.sites[1]);
    (await service.admin('POST', `/sites/${world.sites[1].id}/restore`)).done();
    expect(await messages(world)).toEqual(['0', '1', '2']);
    expect(await messages(world, {}, world.keys[0].key)).toEqual(['1']);
  });
});
