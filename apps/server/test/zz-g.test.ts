import { freshDatabase } from '@goal/db/testing';
import { it } from 'vitest';
import { openProcesses, databaseUrlOf } from './processes.ts';
import { readFileSync } from 'node:fs';
import { openRelay } from './processes/relay.ts';
import { freshDomain, makeEvent } from './harness/factory.ts';
it('probe', async () => {
  const processes = openProcesses();
  const database = await freshDatabase();
  const relay = await openRelay(database.url);
  const server = await processes.start({ databaseUrl: relay.url });
  const make = await processes.admin(server, database.url);
  const accounts = []; for (let i = 0; i < 6; i++) accounts.push(await make.makeAccount({ plan: 'agency', reseller: true }));
  for (const wait of [5, 20, 40, 60, 80]) {
    const t = performance.now();
    const lat: string[] = [];
    const work = accounts.flatMap((account, i) => [1, 2, 3].map(async () => {
      const d = freshDomain();
      const b = performance.now();
      const a = await server.call('POST', '/account/sites', { token: account.token, body: { domain: d, site_url: `https://${d}/` }, allow5xx: true });
      lat.push(`${a.status}:${Math.round(performance.now() - b)}`);
    }));
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
it('embedded', async () => {
  const processes = openProcesses();
  const folder = processes.folder();
  const t = performance.now();
  const say = (w: string) => console.log(w, Math.round(performance.now() - t));
  const server = await processes.start({ folder });
  say('started');
  const make = await processes.admin(server, databaseUrlOf(folder));
  const account = await make.makeAccount({ reseller: true });
  say('account');
  process.kill(Number(readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0]), 'SIGKILL');
  let last = '';
  for (;;) { const a = await server.call('GET', '/account/me', { token: account.token, allow5xx: true }); if (String(a.status) !== last) say(last = String(a.status)); if (a.status === 200) break; await new Promise((r) => setTimeout(r, 50)); }
  await server.end();
  say('ended');
  console.log(server.printed().split('\n').filter((l) => !l.includes('"request"')).map((l) => l.slice(0, 300)).join('\n'));
  await processes.end();
}, 120000);
