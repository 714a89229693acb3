import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { json, openService, type ServiceUnderTest } from '../testing/service.ts';

let service: ServiceUnderTest;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-drill-'));
  service = await openService();
});
afterEach(async () => {
  await service.end();
  // Should a test have failed under it: the last one out stops the database.
  await service.goal('status', embedded());
  rmSync(folder, { recursive: true, force: true });
});

/** The environment of the copy: an embedded database in a folder of its own. */
const embedded = () => ({ DATABASE_URL: '', DATA_DIR: path.join(folder, 'copy') });

type Page = { events: { id: number; message: string }[]; next_cursor: string };
type Tail = { events: { id: number; message: string }[]; next_after: string; expired?: boolean };

/** An account on the plan starter with a site, whose mail of fair use is due, and ways to use it. */
async function register() {
  const token = await service.adminToken();
  const made = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await service.call('POST', `/admin${path}`, { token, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body as Record<string, unknown>; // an object, or the assertions on its fields fail
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
  return {
    get,
    /** Sends five events; resolves to their messages once they are acknowledged. */
    async send(): Promise<string[]> {
      const messages = Array.from({ length: 5 }, () => `change ${(sent += 1)}`);
      const events = messages.map((message) => ({ ...event, message, occurred_at: new Date().toISOString() }));
      const answer = await service.call('POST', '/events', { token: String(site['token']), domain, body: { events } });
      expect(answer.body).toMatchObject({ accepted: 5 });
      return messages;
    },
    /** Every event that the list holds, newest first. */
    async all(cursor = ''): Promise<Page['events']> {
      const page = (await get(`/account/events?limit=200&cursor=${cursor}`)) as Page;
      return page.next_cursor === '' ? page.events : [...page.events, ...(await this.all(page.next_cursor))];
    },
    /** What the tail tells from its beginning, until it has told so many; a page of it may be empty and lead on. */
    async follow(count: number): Promise<number[]> {
      const told: number[] = [];
      for (let after = '0'; told.length < count;) {
        const page = (await get(`/account/events/tail?limit=200&after=${after}`)) as Tail;
        told.push(...page.events.map(({ id }) => id));
        after = page.next_after;
      }
      return told;
    },
  };
}
const event = { code: 2002, severity: 'low', object: 'post', event_type: 'modified' };

test('R§9.1 a drill: backed up under load, restored into an empty folder and served from there, everything that was acknowledged is there once, keys and cursors work, and no mail is sent twice', async () => {
  const file = path.join(folder, 'goal.backup');
  const original = await service.startServer({ LOG_LEVEL: 'warn' });
  const account = await register();
  await service.goal('plan set starter --fair-use 3');
  const acknowledged = await account.send();
  await account.send();
  // It waits, so that it does whatever the server does meanwhile.
  await service.rows(`update mail set due_at = now() + interval '1 hour'`);
  const { next_cursor: cursor } = (await account.get('/account/events?limit=2')) as Page;
  const { next_after: position } = (await account.get('/account/events/tail?after=0&limit=3')) as Tail;
  const older = (await account.all(cursor)).map(({ message }) => message);

  let isOver = false;
  const load = (async () => {
    const messages: string[] = [];
    while (!isOver) messages.push(...(await account.send()));
    return messages;
  })();
  // Should the test fail before it waits for the load.
  load.catch(() => {});
  for (let round = 0; round < 20; round += 1) acknowledged.push(...(await account.send()));
  const backup = await service.goal(`backup ${file} --json`); // acknowledged is whole before it begins
  // On a slow machine it says how far it is.
  const made = json({ ...backup, err: backup.err.replace(/^\w+: [0-9.,]+ MB\n/gm, '') });
  isOver = true;
  const meanwhile = await load;
  await account.send();
  expect(made).toMatchObject({ file, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['goal.backup']);
  const told = await account.all();
  original.child.kill('SIGTERM');
  await original.ended;
  // The original's mail is told.
  await service.rows('update mail set due_at = now()');
  const sent = await service.goal('worker --once --json');
  expect(JSON.parse(sent.out)).toMatchObject({ held: null, mails: { logged: 1 } });

  const restored = await service.goal(`restore ${file} --json`, embedded());
  expect(restored.code, restored.err).toBe(0);
  expect(JSON.parse(restored.out)).toMatchObject({ rows: made['rows'], applied: [], mails_withheld: 1 });
  expect(restored.err).toMatch(
    /Not sent, because the original may have: the mail of fair use of 20[0-9-]{5} to owner@example\.com\./,
  );
  expect(await service.goal(`restore ${file}`, embedded())).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty'),
  });

  const copy = await service.startServer({ LOG_LEVEL: 'warn', ...embedded() });
  const found = await account.all();
  const messages = found.map(({ message }) => message);
  expect(new Set(messages).size).toBe(messages.length);
  expect(messages).toEqual(expect.arrayContaining(acknowledged));
  const known = new Map(told.map(({ id, message }) => [id, message]));
  for (const { id, message } of found) expect(known.get(id)).toBe(message);
  expect(messages.length).toBeLessThanOrEqual(acknowledged.length + 5 + meanwhile.length);
  // A cursor leads on from where it was; a position of the tail says that it is none any more.
  expect((await account.all(cursor)).map(({ message }) => message)).toEqual(older);
  const expired = (await account.get(`/account/events/tail?after=${position}`)) as Tail;
  expect(expired.expired).toBe(true);
  expect(new Set(await account.follow(found.length))).toEqual(new Set(found.map(({ id }) => id)));
  // An id that the original gave, after the snapshot too, is given to nothing else.
  const fresh = await account.send();
  const ids = (await account.all()).filter(({ message }) => fresh.includes(message)).map(({ id }) => id);
  expect(ids).toHaveLength(5);
  for (const id of ids) expect(id).toBeGreaterThan(Math.max(...known.keys()));

  const round = await service.goal('worker --once --json', { ...embedded(), RETENTION_GRACE_DAYS: '0' });
  expect(JSON.parse(round.out)).toMatchObject({
    deleted: { events: 0 },
    held: { reason: 'another database' },
    mails: { sent: 0, logged: 0 },
  });
  expect(json(await service.goal('status --json', embedded()), 1)['concerns']).toContain(
    'Retention deletes nothing until it is confirmed: goal worker --confirm.',
  );
  copy.child.kill('SIGTERM');
  expect(await copy.ended).toBe(0);
  expect(`${copy.out}${copy.err}${round.err}`).not.toContain('"to":"owner@example.com"');
});

test('R§9.1 backup - writes to standard output; what cannot be done is refused in a sentence and leaves nothing', async () => {
  await service.adminToken();
  const piped = await service.goal('backup -');
  expect(piped).toMatchObject({ code: 0, err: expect.stringMatching(/^Backed up [0-9,]+ rows of/m) });
  expect(piped.out).toMatch(/^\{"goal_backup":1,.*\n[^]*\n\{"complete":true,.*\n$/);
  const file = path.join(folder, 'piped.backup');
  writeFileSync(file, piped.out);
  const refusal = async (args: string): Promise<string> => {
    const { code, out, err } = await service.goal(args);
    expect({ code, out }, err).toEqual({ code: 1, out: '' });
    return err;
  };
  expect(await refusal('backup - --json')).toContain('leave --json out');
  expect(await refusal(`backup ${folder}`)).toBe(`${folder}: it is a folder.\n`);
  expect(await refusal(`backup ${folder}/none/x`)).toBe(`${folder}/none/x: there is no such file or folder.\n`);
  expect(await refusal(`restore ${folder}/none`)).toBe(`${folder}/none: there is no such file or folder.\n`);
  expect(await refusal(`restore ${file}`)).toMatch(/^The database is not empty/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
