import { accountTailShape, summaryKeys } from '@goal/contract';
import { expect } from 'vitest';

import type { Account, Site, TestService } from '../harness.ts';
import { fillPath, operatorRoutes, type PathIds } from '../harness/routes.ts';
import { openSession } from '../sessions.ts';

export type Scopes = { group: string; groupToken: string; site: Site };

/** Asks for summaries by every key, with and without words, from events and from the counters. */
export async function summarizeEvents(
  service: TestService,
  account: Account,
  { group, groupToken, site }: Scopes,
): Promise<void> {
  const owner = await openSession(service, account);
  const asked: object[] = [
    ...summaryKeys.flatMap((by) => [
      { by, tz: 'Europe/Berlin' },
      { by, q: 'prices' },
    ]),
    ...[{}, { not_code: [1000] }, { not_code: [1000], username: 'ada' }].map((filter) => ({
      ...filter,
      by: 'site,user',
    })),
    { by: 'day,severity' },
    { by: 'site', severity: ['low'] },
    ...[{}, { q: 'prices' }].map((filter) => ({ ...filter, by: 'code', buckets: 7 })),
  ];
  for (const query of asked) {
    for (const scope of [{}, { group_id: group }, { site_id: site.id }]) {
      const summary = { ...owner, root: true, query: { input: JSON.stringify({ ...query, ...scope }) } };
      expect((await service.call('GET', '/trpc/dashboard.events.summary', summary)).status).toBe(200);
    }
  }
  await account.call('GET', '/events/summary', { token: groupToken });
  await site.call('GET', '/events/summary');
}

export async function readEvents(account: Account, { group, groupToken, site }: Scopes): Promise<void> {
  const filters = [
    {},
    { code: 1000 },
    { q: 'prices' },
    { object: 'post' },
    { user_id: 1, q: 'prices', severity: 'low' },
  ];
  for (const filter of filters) {
    for (const scope of [{}, { group_id: group }, { site_id: site.id }]) {
      await account.call('GET', '/events', { query: { ...filter, ...scope } });
      for (const order of ['asc', 'desc'])
        await account.call('GET', '/events/export', { query: { ...filter, ...scope, order } });
    }
    await account.call('GET', '/events', { token: groupToken, query: filter });
    await site.call('GET', '/events', { query: filter });
    await site.call('GET', '/events/export', { query: { ...filter, format: 'csv' } });
    const tail = await account.call('GET', '/events/tail', { query: { ...filter, after: 0 } });
    const { next_after: after, events } = tail.as(200, accountTailShape);
    await account.call('GET', '/events/tail', { token: groupToken, query: { after, wait: 1 } });
    await site.call('GET', '/events/tail', { query: { ...filter, after: 0 } });
    for (const { id } of events) await site.call('GET', `/events/${id}`);
  }
}

/** Asks what the pages of a member show, of the account, a group and a site. */
export async function askDashboard(service: TestService, account: Account, { group, site }: Scopes): Promise<void> {
  const owner = await openSession(service, account);
  const ask = async (procedure: string, input: object): Promise<void> => {
    const query = { input: JSON.stringify(input) };
    const answer = await service.call('GET', `/trpc/dashboard.${procedure}`, { ...owner, root: true, query });
    expect([procedure, answer.status]).toEqual([procedure, 200]);
  };
  for (const scope of [{}, { group_id: group }, { site_id: site.id }]) {
    for (const one of ['activity', 'topSites', 'topCodes']) await ask(one, { days: 7, ...scope });
    await ask('silentSites', scope);
    await ask('report', { month: new Date().toISOString().slice(0, 7), ...scope });
  }
  await ask('usage', {});
  for (const sort of [undefined, 'busiest']) await ask('sites.list', { sort });
  await ask('sites.list', { health: ['silent', 'ok'], group_id: group });
  await ask('sites.get', { id: site.id });
  await ask('groups.list', {});
  await ask('groups.get', { id: group });
  await ask('events.list', {});
  const { rowId } = await service.db.prisma.group.findFirstOrThrow({ where: { id: group } });
  const ofGroup = { ...(await openSession(service, account, rowId)), root: true };
  expect((await service.call('GET', '/trpc/dashboard.usage', ofGroup)).status).toBe(200);
}

export async function askOperatorDoors(service: TestService, ids: PathIds): Promise<void> {
  for (const { method, path: one, query = '' } of operatorRoutes) {
    if (method !== 'GET') continue;
    const filled = fillPath(one, ids);
    await service.call('GET', `${filled}${query === '' ? '' : `?${query}`}`, { token: service.adminWrite });
  }
}
