import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startService, type Account, type Site as Registered, type TestService } from '../../server/test/harness.ts';
import { runsOf, until } from '../../server/test/processes.ts';
import { openDoor, type Door } from './door.ts';
import { startMariaDb, type MariaDb } from './mariadb.ts';
import { makeSite, type Site } from './php.ts';
import { unpackSqlite } from './sqlite.ts';
import { addressesOf, agesOf, messagesOf, numbers } from './stored-events.ts';

let service: TestService;
let database: MariaDb;
const sqlite = unpackSqlite();
let account: Account;
let door: Door;
let registered: Registered;
let site: Site;
const folder = mkdtempSync(path.join(tmpdir(), 'goal-wordpress-'));
let made = 0;

beforeAll(async () => {
  [service, database] = await Promise.all([startService(), startMariaDb()]);
  account = await service.makeAccount({ plan: 'agency' });
});
afterAll(async () => {
  await Promise.all([service.stop(), database.stop()]);
  sqlite.stop();
  rmSync(folder, { recursive: true });
});

const databases = ['MariaDB', 'SQLite'] as const;

/** A WordPress site with a registered domain, or with another one. */
async function install(key: string, domain: string, kind: (typeof databases)[number] = 'MariaDB'): Promise<Site> {
  const name = `site${(made += 1)}`;
  if (kind === 'MariaDB') await database.create(name);
  const place = kind === 'MariaDB' ? { WP_DB: name, WP_DB_SOCKET: database.socket } : sqlite.site(name);
  const installed = makeSite({ ...place, WP_DOMAIN: domain });
  await installed.run('activate');
  await installed.run('configure', `${door.url}${service.basePath}`, key);
  return installed;
}
beforeEach(async () => {
  door = await openDoor(() => service.origin);
  registered = await service.makeSite(account);
  site = await install(registered.token, registered.domain);
  return () => door.close();
});

const stored = (): Promise<string[]> => messagesOf(service, registered);
/** A further key of the site. */
async function mintReadOnly(): Promise<string> {
  const answer = await account.call('POST', `/sites/${registered.id}/tokens?access=read`);
  return (answer.body as { token: string }).token;
}

describe('the WordPress sender and the service', () => {
  it.each(['MariaDB', 'SQLite'] as const)(
    'deliver thousands of events of four processes through an outage, a lost answer, a restart and a killed process without a loss or a duplicate, on %s',
    async (kind) => {
      site = await install(registered.token, registered.domain, kind);
      door.expect('lost', 'refused', 'busy', 'held'); // the first three leave all events in the queue
      const logged = kind === 'MariaDB' ? runsOf(250, 2500) : runsOf(60, 600);
      const logging = [0, 1, 2, 3].map((nth) => site.start('log', `${nth * logged + 1}`, `${(nth + 1) * logged}`));
      const done = path.join(folder, 'done');
      const tick = () => [1, 2, 3].map(() => site.start('keep-ticking', done));
      const killed = tick();
      await until(() => door.held() === 1);
      // The service stores the events of this request, but the process that sent them, whichever of
      // the three it is, never gets the answer.
      for (const { child } of killed) child.kill('SIGKILL');
      await service.restart();
      door.release();
      await Promise.all([...killed, ...logging].map(({ ended }) => ended));
      expect((await site.state()).queue.count).toBeGreaterThan(0);
      writeFileSync(done, '');
      // The lock that the killed process left ends after a minute.
      site = site.under({ GOAL_DATABASE_AHEAD: '61' });
      await Promise.all(tick().map(({ ended }) => ended));
      rmSync(done);
      expect((await stored()).toSorted()).toEqual(numbers(4 * logged).toSorted());
      expect(door.duplicates()).toBeGreaterThan(0);
      expect((await site.state()).queue.count).toBe(0);
    },
  );

  it('agree on the address: none, that of the network or the whole one, as chosen when it is queued and when it is sent', async () => {
    const address = '::ffff:203.0.113.77';
    await site.run('log', '1', '1', '203.0.113.77');
    await site.run('tick');
    await site.run('choose-ip', 'whole');
    for (const [number, recorded] of [address, '2001:DB8:1:2::3', 'Error E01: Invalid IP Address'].entries())
      await site.run('log', String(number + 2), String(number + 2), recorded);
    await site.run('tick');
    await site.run('log', '5', '5', address);
    await site.run('choose-ip', 'shortened');
    await site.run('tick');
    await site.run('log', '6', '6', '2001:db8:1:2::3');
    await site.run('choose-ip', 'off');
    await site.run('tick');
    const none = undefined;
    const kept = ['203.0.113.0', '203.0.113.77', '2001:db8:1:2::3', none, '203.0.113.0', none];
    expect(await addressesOf(registered)).toEqual(kept);
  });

  it('agree that a site that keeps no addresses stores none, whatever is chosen', async () => {
    registered = await service.makeSite(account);
    await service.db.work.query('UPDATE site SET keep_ip = false WHERE id = $1', [registered.id]);
    site = await install(registered.token, registered.domain);
    await site.run('choose-ip', 'whole');
    await site.run('log', '1', '1', '203.0.113.77');
    await site.run('tick');
    expect(await addressesOf(registered)).toEqual([undefined]);
  });

  it('keep what a read-only key could not send, and send it with the next one (403)', async () => {
    await site.run('configure', `${door.url}${service.basePath}`, await mintReadOnly());
    expect(await site.run('press', 'test')).toContain(
      'This key can only read, but this plugin needs a key that can send.',
    );
    await site.run('log', '1', '3');
    await site.run('tick');
    expect(await site.state()).toMatchObject({ queue: { count: 3 }, last_failure: [403, 'read-only key'], pause: 15 });
    await site.run('configure', `${door.url}${service.basePath}`, registered.token);
    await site.run('tick');
    expect(await stored()).toEqual(numbers(3));
  });

  it.each(['MariaDB', 'SQLite'] as const)(
    'send one process at a time: while one waits for its answer, another neither sends nor waits, on %s',
    async (kind) => {
      site = await install(registered.token, registered.domain, kind);
      await site.run('log', '1', '5');
      door.expect('held');
      const first = site.start('tick');
      await until(() => door.held() === 1);
      await site.run('log', '6', '7');
      await site.run('tick');
      expect(door.requests()).toBe(1);
      door.release();
      await first.ended;
      expect(await stored()).toEqual(numbers(7));
    },
  );

  it('keep what a revoked key could not send, and send it with the next one (401)', async () => {
    (await account.call('DELETE', `/sites/${registered.id}/tokens/${registered.prefix}`)).done();
    await site.run('log', '1', '3');
    await site.run('tick');
    expect(await site.state()).toMatchObject({ queue: { count: 3 }, last_failure: [401, 'invalid token'], pause: 15 });
    const { token } = (await account.call('POST', `/sites/${registered.id}/tokens`)).body as { token: string };
    await site.run('configure', `${door.url}${service.basePath}`, token);
    await site.run('tick');
    expect(await stored()).toEqual(numbers(3));
  });

  it('keep the events of a paused site and of a wrong domain (403)', async () => {
    await site.run('log', '1', '3');
    await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [registered.id]);
    await site.run('tick');
    expect(await site.state()).toMatchObject({ queue: { count: 3 }, last_failure: [403, 'site paused'] });
    (await account.call('POST', `/sites/${registered.id}/activate`)).done();
    await site.run('tick');
    expect(await stored()).toEqual(numbers(3));

    const stranger = await install(registered.token, 'other.example.com');
    await stranger.run('log', '1', '1');
    await stranger.run('tick');
    expect(await stranger.state()).toMatchObject({ queue: { count: 1 }, last_failure: [403, 'domain mismatch'] });
  });

  it('get through a proxy that accepts only small bodies (413)', async () => {
    door.limit(100_000);
    await site.run('log', '1', '1000');
    await site.run('tick');
    expect(await stored()).toEqual(numbers(1000));
    expect(door.statuses.slice(0, 2)).toEqual([413, 413]);
  });

  it('wait as long as the service asks after too many requests (429), and as long as a proxy asks', async () => {
    let isFlooding = true;
    const flood = async (): Promise<void> => {
      while (isFlooding) await registered.call('POST', '/events', { body: {} });
    };
    const floods = Array.from({ length: 40 }, flood);
    let last = 0;
    // At 50 requests a second one may still pass; then the next one does not.
    await until(async () => {
      last += 1;
      await site.run('log', String(last), String(last));
      await site.run('tick');
      return (await site.state()).last_failure[0] === 429;
    });
    expect(await site.state()).toMatchObject({ last_failure: [429, 'rate limited'] });
    isFlooding = false;
    await Promise.all(floods);
    door.expect('busy');
    await site.run('tick');
    expect(await site.state()).toMatchObject({ last_failure: [503, 'HTTP 503'], pause: 60 });
    await site.run('tick');
    expect(await stored()).toEqual(numbers(last));
  });

  it('deliver all other events when some are poisoned', async () => {
    await site.run('log', '1', '40');
    await site.run('queue', '{"occurred_at":');
    await site.run('queue', JSON.stringify({ occurred_at: new Date().toISOString(), code: 1, severity: 'awful' }));
    await site.run('log', '41', '60');
    await site.run('tick');
    // A single event refused as a whole ends the run, because a wrong address refuses everything.
    await site.run('tick');
    expect(await stored()).toEqual(numbers(60));
    expect((await site.state()).queue).toMatchObject({ count: 2, aside: 2 });
  });

  it('give each event the right time if the clock of the web server is 40 days behind or 2 days ahead, even on a plan that keeps 7 days and cannot read', async () => {
    const free = await service.makeAccount({ plan: 'free' });
    registered = await service.makeSite(free);
    site = await install(registered.token, registered.domain);
    const behind = site.under({ GOAL_CLOCK_WRONG: String(-40 * 86_400) });
    const ahead = site.under({ GOAL_CLOCK_WRONG: String(2 * 86_400) });
    await behind.run('log', '1', '3');
    await behind.run('tick');
    await ahead.run('log', '4', '6');
    await ahead.run('tick');
    await behind.run('log', '7', '9');
    // Somebody sets the clock while they wait.
    await site.run('log', '10', '12');
    await site.run('tick');
    const all = numbers(12);
    expect((await stored()).filter((text) => all.includes(text)).toSorted()).toEqual(all.toSorted());
    // The test's own duration is the bound: far less than days, however slow the machine is.
    for (const age of await agesOf(service, registered, all)) expect(age).toBeLessThan(3600);
    expect((await site.state()).queue.count).toBe(0);
  });

  it('duplicate nothing when the plugin is deleted, installed again, and told to import what WP Activity Log holds', async () => {
    await site.run('log-stored', '1', '30');
    await site.run('tick');
    await site.run('delete');
    await site.under({ WP_WITHOUT_GOAL_SENDER: '1' }).run('log-stored', '31', '32');
    await site.run('activate');
    await site.run('configure', `${door.url}${service.basePath}`, registered.token);
    await site.run('import');
    await site.run('tick');
    await site.run('tick');
    const of = (text: string): boolean => text.startsWith('Modified');
    expect((await stored()).filter(of).toSorted()).toEqual(numbers(32).toSorted());
    expect(door.duplicates()).toBe(30);
  });

  it('report once that WP Activity Log is missing, to the administrator and in the log, and once that it is back', async () => {
    const bare = site.under({ WP_WITHOUT_ACTIVITY_LOG: '1' });
    await bare.run('tick');
    await bare.run('tick');
    expect(await bare.run('notices')).toContain('it needs the plugin WP Activity Log');
    await site.run('tick');
    await site.run('tick');
    expect(await site.run('notices')).toBe('');
    expect(await stored()).toEqual([
      'WP Activity Log is not active: nothing is logged',
      'WP Activity Log is active again',
    ]);
  });
});
