import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '@goal/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { isSigned, messagesOf, openHooks } from '../testing/hooks.ts';
import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-drill-'));
  service = await openService();
});
afterEach(async () => {
  await service.end();
  // After a failed test the embedded database may still run: the last process that leaves stops it.
  if (existsSync(embedded().DATA_DIR)) await service.goalProcess('status', embedded());
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of the restored copy: an embedded database in a folder of its own. */
const embedded = () => ({ DATABASE_URL: '', DATA_DIR: path.join(folder, 'copy') });

type Page = { events: { id: number; message: string }[]; next_cursor: string };
type Tail = { events: { id: number; message: string }[]; next_after: string; expired?: boolean };

/**
 * Makes an account on the starter plan with one site; returns functions that send and read its
 * events.
 */
async function register() {
  const token = await service.adminToken();
  const made = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await service.call('POST', `/admin${path}`, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body as Record<string, unknown>; // otherwise the assertions on its fields fail
  };
  const { id } = await made('/accounts', { email: 'owner@example.com', plan: 'starter' });
  const { key } = await made(`/accounts/${String(id)}/keys`, {});
  const domain = 'shop.example.com';
  const site = await made(`/accounts/${String(id)}/sites`, { domain, site_url: 'https://shop.example.com' });
  const get = async (at: string): Promise<unknown> => {
    const answer = await service.call('GET', at, { token: String(key) });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  let sent = 0;
  const post = async (at: string, body: object = {}): Promise<Record<string, unknown>> => {
    const answer = await service.call('POST', at, { token: String(key), body });
    expect(answer.status).toBeLessThan(300);
    return answer.body as Record<string, unknown>; // otherwise the assertions on its fields fail
  };
  return {
    get,
    post,
    /** Sends five events; resolves to their messages once they are acknowledged. */
    async send(): Promise<string[]> {
      const messages = Array.from({ length: 5 }, () => `change ${(sent += 1)}`);
      const events = messages.map((message) => ({ ...event, message, occurred_at: new Date().toISOString() }));
      const answer = await service.call('POST', '/events', { token: String(site['token']), domain, body: { events } });
      expect(answer.body).toMatchObject({ accepted: 5 });
      return messages;
    },
    /** Every event in the list, newest first. */
    async all(cursor = ''): Promise<Page['events']> {
      const page = (await get(`/account/events?limit=200&cursor=${cursor}`)) as Page;
      return page.next_cursor === '' ? page.events : [...page.events, ...(await this.all(page.next_cursor))];
    },
    /**
     * Follows the tail from its beginning until it has returned `count` events; a page may be
     * empty.
     */
    async follow(count: number): Promise<number[]> {
      const ids: number[] = [];
      for (let after = '0'; ids.length < count;) {
        const page = (await get(`/account/events/tail?limit=200&after=${after}`)) as Tail;
        ids.push(...page.events.map(({ id }) => id));
        after = page.next_after;
      }
      return ids;
    },
  };
}
const event = { code: 2002, severity: 'low', object: 'post', event_type: 'modified' };

/** What a command told, without its progress, which it prints on a slow machine. */
const withoutProgress = (told: string): string => told.replace(/^\w+: [0-9.,]+ MB\n/gm, '');

test('R§9.1 R§15.11 a drill: a backup taken under load and restored into an empty folder holds every acknowledged event once, keys and cursors work, no mail is sent twice, and no stream sends until it is resumed', async () => {
  const file = path.join(folder, 'goal.backup');
  const hooks = await openHooks();
  const nets = { STREAM_ALLOW_NETS: '127.0.0.0/8' };
  const original = await service.startServer({ LOG_LEVEL: 'warn', ...nets });
  const account = await register();
  const header = 'hunter2-header';
  const sink = { type: 'webhook', url: hooks.url, headers: { 'X-Key': header } };
  const stream = await account.post('/account/streams', { name: 'To the SIEM', sink });
  await service.goal('plan set starter --fair-use 3');
  const acknowledged = await account.send();
  await account.send();
  // Postpones the fair-use mail, so that the backup contains it unsent.
  await service.rows(`update mail set due_at = now() + interval '1 hour'`);
  const { next_cursor: cursor } = (await account.get('/account/events?limit=2')) as Page;
  const { next_after: position } = (await account.get('/account/events/tail?after=0&limit=3')) as Tail;
  const older = (await account.all(cursor)).map(({ message }) => message);

  let isOver = false;
  const load = (async () => {
    const messages: string[] = [];
    while (!isOver) {
      messages.push(...(await account.send()));
      // Leaves the processor to the backup.
      await sleep(20);
    }
    return messages;
  })();
  // Prevents an unhandled rejection if the test fails before it awaits the load.
  load.catch(() => {});
  for (let round = 0; round < 20; round += 1) acknowledged.push(...(await account.send()));
  const backup = await service.goalProcess(`backup ${file} --json`); // begins after the last acknowledgement
  const made = json({ ...backup, err: withoutProgress(backup.err) });
  isOver = true;
  const meanwhile = await load;
  await account.send();
  expect(made).toMatchObject({ file, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['goal.backup']);
  // What streams keep secret is sealed in the file, and no command lists it.
  const inFile = `${backup.out}${backup.err}${readFileSync(file, 'latin1')}`;
  for (const secret of [header, String(stream['secret'])]) expect(inFile).not.toContain(secret);
  const originals = await account.all();
  original.child.kill('SIGTERM');
  await original.ended;
  // The original service sends its mail; without SMTP_URL that means it logs it.
  await service.rows(`update mail set due_at = 'epoch'`);
  const sent = await service.goal('worker --once --json');
  expect(JSON.parse(sent.out)).toMatchObject({ held: null, mails: { logged: 1 } });

  const restored = await service.goalProcess(`restore ${file} --json`, embedded());
  expect(restored.code, restored.err).toBe(0);
  expect(JSON.parse(restored.out)).toMatchObject({ rows: made['rows'], applied: [], mails_withheld: 1 });
  expect(restored.err).toMatch(
    /Not sent, because the original service may have sent it: the fair-use mail for 20[0-9-]{5} to owner@example\.com\./,
  );
  expect(await service.goalProcess(`restore ${file}`, embedded())).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty'),
  });

  // The original's last batches have arrived by now, since it has ended.
  const sentBefore = hooks.taken.length;
  expect(sentBefore).toBeGreaterThan(0);
  const copy = await service.startServer({ LOG_LEVEL: 'warn', ...nets, ...embedded() });
  const found = await account.all();
  const messages = found.map(({ message }) => message);
  expect(new Set(messages).size).toBe(messages.length);
  expect(messages).toEqual(expect.arrayContaining(acknowledged));
  const known = new Map(originals.map(({ id, message }) => [id, message]));
  for (const { id, message } of found) expect(known.get(id)).toBe(message);
  expect(messages.length).toBeLessThanOrEqual(acknowledged.length + 5 + meanwhile.length);
  // A cursor continues where it was; a tail position is reported as expired.
  expect((await account.all(cursor)).map(({ message }) => message)).toEqual(older);
  const expired = (await account.get(`/account/events/tail?after=${position}`)) as Tail;
  expect(expired.expired).toBe(true);
  expect(new Set(await account.follow(found.length))).toEqual(new Set(found.map(({ id }) => id)));
  // The copy never reuses an id of the original, not even one given after the snapshot.
  const fresh = await account.send();
  const at = `/account/streams/${String(stream['id'])}`;
  expect(await account.get(at)).toMatchObject({
    status: 'paused',
    last_error: 'the database was restored or failed over',
  });
  const ids = (await account.all()).filter(({ message }) => fresh.includes(message)).map(({ id }) => id);
  expect(ids).toHaveLength(5);
  for (const id of ids) expect(id).toBeGreaterThan(Math.max(...known.keys()));

  const round = await service.goalProcess('worker --once --json', {
    ...nets,
    ...embedded(),
    RETENTION_GRACE_DAYS: '0',
  });
  expect(hooks.taken).toHaveLength(sentBefore);
  // Resumed, it sends what comes from now on, with the secrets that it had.
  await account.post(`${at}/resume`);
  const last = await account.send();
  await until(() => hooks.taken.length > sentBefore);
  const after = hooks.taken.slice(sentBefore);
  expect(hooks.messages().slice(-last.length)).toEqual(last);
  expect(after.flatMap(messagesOf)).toHaveLength(last.length);
  for (const hook of after) {
    expect(hook.headers['x-key']).toBe(header);
    expect(isSigned(hook, String(stream['secret']))).toBe(true);
  }
  expect(JSON.parse(round.out)).toMatchObject({
    streams: { events: 0, failing: 0 },
    deleted: { events: 0 },
    held: { reason: 'another database' },
    mails: { sent: 0, logged: 0 },
  });
  expect(json(await service.goalProcess('status --json', embedded()), 1)['concerns']).toContain(
    'Retention deletes nothing until it is confirmed: goal worker --confirm. After a failover first try goal worker --confirm --same-history.',
  );
  copy.child.kill('SIGTERM');
  expect(await copy.ended).toBe(0);
  const said = `${copy.out}${copy.err}${round.err}`;
  expect(said).not.toContain('"to":"owner@example.com"');
  for (const secret of [header, String(stream['secret'])]) expect(said).not.toContain(secret);
  await hooks.close();
});

test('R§9.1 backup - writes to standard output; a backup or restore that cannot run is refused in a sentence and leaves no file', async () => {
  await service.adminToken();
  const piped = await service.goalProcess('backup -');
  expect(piped).toMatchObject({ code: 0, err: expect.stringMatching(/^Backed up [0-9,]+ rows of/m) });
  expect(piped.out).toMatch(/^\{"goal_backup":1,.*\n[^]*\n\{"complete":true,.*\n$/);
  const file = path.join(folder, 'piped.backup');
  writeFileSync(file, piped.out);
  const refusal = async (args: string): Promise<string> => {
    const { code, out, err } = await service.goal(args);
    expect({ code, out }, err).toEqual({ code: 1, out: '' });
    return withoutProgress(err);
  };
  expect(await refusal('backup - --json')).toContain('leave out --json');
  expect(await refusal(`backup ${folder}`)).toBe(`${folder}: it is a folder.\n`);
  expect(await refusal(`backup ${folder}/none/x`)).toBe(`${folder}/none/x: no such file or folder.\n`);
  expect(await refusal(`restore ${folder}/none`)).toBe(`${folder}/none: no such file or folder.\n`);
  expect(await refusal(`restore ${file}`)).toMatch(/^The database is not empty/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
