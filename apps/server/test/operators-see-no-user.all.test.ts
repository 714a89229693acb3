import { eventDetailShape } from '@goal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { begin, rest } from './export-reader.ts';
import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';
import { fillPath, operatorRoutes } from './harness/routes.ts';
import { siteList } from './read-world.ts';
import { openSession } from './sessions.ts';

// Operators see neither who nor from where (rulings §11.5): a username and an address are sent,
// looked for and left out at every door, and then stand nowhere that an operator looks.

/** Both stand in no other text of the service. */
const [username, ip, network] = ['zyxw-the-user', '203.0.113.77', '203.0.113.64/26'];

let service: TestService;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency' });
  site = await service.makeSite(account);
  await service.ingest(site, [makeEvent({ username, ip, code: 1002 }), makeEvent({ username: 'another' })]);
  await askEverywhere();
});
afterAll(() => service.stop());

/** Looks for both, and leaves the user out, at each door that has the filters. */
async function askEverywhere(): Promise<void> {
  const filters = [{ username }, { ip }, { ip: network }, { not_username: username }, { username, ip: 'nonsense' }];
  const session = await openSession(service, account);
  for (const query of filters) {
    for (const what of ['/events', '/events/summary', '/events/tail'])
      for (const on of [account, site]) await on.call('GET', what, { query });
    const search = new URLSearchParams({ ...query, user_id: '7' }).toString();
    for (const format of ['csv', 'ndjson']) {
      const bearer = { Authorization: `Bearer ${account.token}` };
      await rest(await begin(service, `/account/events/export?format=${format}&${search}`, bearer));
    }
    for (const name of ['search_events', 'summarize_events']) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: query } };
      await service.call('POST', '/mcp', { token: account.token, body });
    }
    const input = JSON.stringify(query);
    for (const procedure of ['list', 'summary'])
      await service.call('GET', `/trpc/dashboard.events.${procedure}`, { root: true, ...session, query: { input } });
  }
  const { events } = (await site.call('GET', '/events', { query: { username } })).as(200, siteList);
  const detail = (await site.call('GET', `/events/${events[0]?.id}`)).as(200, eventDetailShape);
  expect([detail.username, detail.ip]).toEqual([username, ip]);
}

const tells = /zyxw|203\.0\.113\./;

it('R§11.5 R§8.b2 operators see neither addresses nor usernames: no answer of their API, no record, no metric and no line of the log has one', async () => {
  const { id: groupId } = await service.makeGroup(account);
  const ids = { account: account.id, site: site.id, group_id: groupId, slug: 'pro', person: account.id };
  const reads = operatorRoutes.filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(15);
  for (const { path, query = '' } of reads) {
    const answer = await service.call('GET', `${fillPath(path, ids)}${query === '' ? '' : `?${query}`}`, {
      token: service.adminRead,
    });
    expect(answer.status, path).toBe(200);
    expect(answer.text, path).not.toMatch(tells);
  }
  const record = await service.admin('GET', `/actions?account_id=${account.id}&action=events.export`);
  expect(record.text).toContain('"ip":"not recorded"');
  expect(record.text).toContain('"username":"not recorded"');
  expect(record.text).toContain('"user_id":"not recorded"');
  expect((await service.call('GET', '/metrics', { root: true })).text).not.toMatch(tells);
  const { rows } = await service.db.work.query<{ text: string }>(
    'SELECT a::text AS text FROM action a UNION ALL SELECT a::text FROM site_arrival a UNION ALL SELECT m::text FROM mail m',
  );
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(tells);
  // The log is written whole once the service has stopped.
  await service.restart();
  const log = service.log.join('\n');
  for (const route of ['dashboard.events.summary', 'GET /account/events', 'POST /events']) expect(log).toContain(route);
  expect(log).not.toMatch(tells);
});
