import { freshDatabase } from '@goal/db/testing';
import { it } from 'vitest';
import { openProcesses } from './processes.ts';
import { openRelay } from './processes/relay.ts';
import { freshDomain, makeEvent } from './harness/factory.ts';
it('probe', async () => {
  const processes = openProcesses();
  const database = await freshDatabase();
  const relay = await openRelay(database.url);
  const server = await processes.start({ databaseUrl: relay.url });
  const make = await processes.admin(server, database.url);
  const accounts: any[] = []; const sites: any[] = []; for (let i = 0; i < 6; i++) { accounts.push(await make.makeAccount({ plan: 'agency', reseller: true })); sites.push(await make.makeSite(accounts[i])); }
  for (const wait of [20, 60, 120, 200, 300]) {
    const warm = () => Promise.all(accounts.flatMap((a) => [1, 2, 3].flatMap(async () => {
      await server.call('GET', '/account/me', { token: a.token, allow5xx: true });
      await server.call('POST', '/account/groups', { token: a.token, allow5xx: true, body: { name: freshDomain() } });
      })));
    await warm(); await warm();
    await Promise.all(sites.map((s) => server.call('POST', '/events', { token: s.token, domain: s.domain, body: { events: Array.from({ length: 100 }, () => makeEvent()) }, allow5xx: true })));
    const lat: string[] = [];
    const timed = async (what: string, p: Promise<any>) => { const b = performance.now(); const a = await p; const ms = Math.round(performance.now() - b); if (a.status !== 201 && a.status !== 200 || ms > 2500) lat.push(`${what}${a.status}:${ms}`); };
    const work = accounts.flatMap((account, i) => [1, 2, 3].map(async () => {
      const d = freshDomain();
      await timed('c', server.call('POST', '/account/sites', { token: account.token, body: { domain: d, site_url: `https://${d}/` }, allow5xx: true }));
      await timed('d', server.call('POST', '/account/groups', { token: account.token, body: { name: freshDomain() }, allow5xx: true }));
    }));
    work.push(...sites.flatMap((s) => [1, 60].map((n) => timed('e' + n, server.call('POST', '/events', { token: s.token, domain: s.domain, body: { events: Array.from({ length: n }, () => makeEvent()) }, allow5xx: true })))));
    await new Promise((r) => setTimeout(r, wait));
    await relay.set('silent');
    await Promise.all(work);
    console.log(wait, lat.join(' '));
    await relay.set('open');
    for (;;) { const a = await server.call('GET', '/account/me', { token: accounts[0]!.token, allow5xx: true }); if (a.status === 200) break; await new Promise((r) => setTimeout(r, 100)); }
    await new Promise((r) => setTimeout(r, 1000));
  }
  await processes.end(); await relay.close(); await database.drop();
}, 120000);
