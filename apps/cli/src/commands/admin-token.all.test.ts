import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  authenticate,
  defaultSettings,
  LastUses,
  openCredentials,
  listActions,
  openEventServices,
  type Core,
} from '@goal/core';
import { startEmbedded } from '@goal/db';
import { copyFilledFolder, emptyDatabase, freshDatabase, inAllRun, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { goal, goalProcess, type Ended } from '../testing/goal.ts';

let database: { url: string; drop: () => Promise<void> };
let core: Core;
let base: string;

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'goal admin token '));
  database = await freshDatabase();
  const db = openPatientDatabase({ url: database.url });
  core = {
    db,
    events: await openEventServices(db),
    uses: new LastUses(db),
    wakeReclaimer: () => {},
    settings: defaultSettings,
  };
});
afterAll(async () => {
  await core.events.close();
  await core.db.close();
  await database.drop();
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

const run = (...args: string[]): Promise<Ended> => goal(args, { DATABASE_URL: database.url });
const create = (name: string, ...more: string[]): Promise<Ended> =>
  run('admin-token', 'create', '--scope', 'admin:write', '--name', name, ...more);

const authenticated = (token: unknown): Promise<object> =>
  authenticate({ credentials: openCredentials(core.db), uses: core.uses }, `Bearer ${String(token)}`, ['operator']);

/** Asserts success and returns the one JSON object on standard output. */
function json({ code, out, err }: Ended): Record<string, unknown> {
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toHaveLength(2);
  return JSON.parse(out) as Record<string, unknown>; // otherwise the assertions on its fields fail
}

it('R§9.1 R§8.b4 R§8.b5 R§3.1 create --json prints one object; the token is accepted with its scope, and its secret is shown only once', async () => {
  const made = json(
    await goalProcess(['admin-token', 'create', '--scope', 'admin:write', '--name', '  first ', '--json'], {
      DATABASE_URL: database.url,
    }),
  );
  expect(Object.keys(made)).toEqual(['token', 'prefix', 'name', 'scope']);
  expect(made).toMatchObject({ name: 'first', scope: 'admin:write' });
  expect(made['token']).toMatch(new RegExp(`^goal_admin_${String(made['prefix'])}_[A-Za-z0-9]{32,}$`));
  expect(await authenticated(made['token'])).toMatchObject({ name: 'first', scope: 'admin:write' });

  const list = await run('admin-token', 'list');
  expect(list.out).toContain(`${String(made['prefix'])}  admin:write`);
  const stored = await core.db.work.query('SELECT row_to_json(t)::text AS row FROM admin_token t');
  const { actions } = await listActions(core, {}, { limit: 200 });
  const detail = { prefix: made['prefix'], name: 'first', scope: 'admin:write' };
  const act = { actor_kind: 'cli', actor: 'goal admin-token', action: 'admin_token.create', detail };
  expect(actions).toContainEqual(expect.objectContaining(act));
  const secret = String(made['token']).split('_').at(-1) ?? '';
  for (const text of [list.out, JSON.stringify(actions), JSON.stringify(stored.rows)])
    expect(text).not.toContain(secret);
});

it('R§8.b4 R§8.b9 R§5.2 the name of an active token is refused; once that token is revoked, it is rejected and its name is free', async () => {
  const { token, prefix } = json(await create('support', '--json'));
  const taken = { code: 1, out: '', err: 'an active admin token has this name already\n' };
  expect(await create(' support', '--json')).toEqual(taken);
  expect(json(await run('admin-token', 'revoke', String(prefix), '--reason', ' she left ', '--json'))).toEqual({
    prefix,
    revoked: true,
  });
  const { actions } = await listActions(core, { action: 'admin_token.revoke' }, { limit: 1 });
  expect(actions[0]?.detail).toEqual({ prefix, reason: 'she left' });
  await expect(authenticated(token)).rejects.toMatchObject({ code: 'invalid_token' });
  const again = await run('admin-token', 'revoke', String(prefix));
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('No active admin token');
  const { prefix: next } = json(await create('support', '--json'));
  const { tokens } = json(await run('admin-token', 'list', '--json'));
  expect(tokens).toMatchObject([
    { prefix: next, name: 'support', revoked_at: null },
    { prefix, name: 'support', revoked_at: expect.any(String) },
    { name: 'first' },
  ]);
});

it('R§9.1 R§5.2 wrong usage exits with 1, prints the reason on standard error only, and does not repeat a possible secret', async () => {
  const secret = 'S'.repeat(32);
  const cases: [string[], string][] = [
    [['admin-token', 'create', '--scope', 'admin:read'], '--name'],
    [['admin-token', 'create', '--scope', 'admin:all', '--name', 'x'], 'admin:read, admin:write'],
    [['admin-token', 'create', '--scope', 'admin:read', '--name', '   '], 'name required'],
    [['admin-token', 'create', '--scope', 'admin:read', '--name', '🦊'.repeat(201)], 'name too long'],
    [['admin-token', 'revoke', `goal_acct_abcdefgh_${secret}`], 'eight characters'],
    [['admin-token', 'revoke', 'k3v9x2ab', '--reason', `${secret}${'x '.repeat(300)}`], 'reason too long'],
  ];
  for (const [args, reason] of cases) {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(reason);
    expect(err).not.toContain(secret);
  }
});

it('R§9.1 all faults of the environment are reported at once, without the values', async () => {
  const variables = {
    PORT: '99999',
    BASE_PATH: 'v1',
    DATABASE_URL: 'mysql://me:hidden@host/db',
    RETENTION_GRACE_DAYS: '3651',
  };
  const refused = await goalProcess(['migrate'], variables);
  expect(refused).toMatchObject({ code: 1, out: '' });
  const names = refused.err
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect(names).toEqual(['PORT', 'BASE_PATH', 'DATABASE_URL', 'RETENTION_GRACE_DAYS']);
  expect(refused.err).not.toContain('hidden');
});

inAllRun(() => {
  it('R§9.1 migrate brings an empty database to this version and does nothing the second time', async () => {
    const empty = await emptyDatabase();
    try {
      const { applied } = json(await goal(['migrate', '--json'], { DATABASE_URL: empty.url }));
      expect(applied).not.toEqual([]);
      expect(json(await goal(['migrate', '--json'], { DATABASE_URL: empty.url }))).toEqual({ applied: [] });
    } finally {
      await empty.drop();
    }
  });

  it('R§9.1 a command joins a running embedded database and leaves it running; otherwise it starts and stops it', async () => {
    const variables = { DATA_DIR: path.join(base, 'data') };
    const args = ['admin-token', 'create', '--scope', 'admin:read', '--json', '--name'];
    copyFilledFolder(variables.DATA_DIR);
    const server = await startEmbedded({ dataDir: variables.DATA_DIR });
    const db = openPatientDatabase({ url: server.url });
    try {
      json(await goalProcess([...args, 'beside'], variables));
      expect(await db.prisma.adminToken.findMany({ select: { name: true } })).toEqual([{ name: 'beside' }]);
    } finally {
      await db.close();
      await server.release();
    }
    expect(existsSync(path.join(variables.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
    const { tokens } = json(await goalProcess(['admin-token', 'list', '--json'], variables));
    expect(tokens).toMatchObject([{ name: 'beside' }]);
    expect(existsSync(path.join(variables.DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});

it('R§9.9 a name from the database cannot move the cursor, begin another line or turn the words of one', async () => {
  const name = 'x\u001b[2J\u009b31m\r\nfaked  admin:read\u202e';
  await core.db.work.query(
    `INSERT INTO admin_token (prefix, hash, name, scope) VALUES ('hostile0', sha256('h'), $1, 'admin:read')`,
    [name],
  );
  const list = await run('admin-token', 'list');
  expect(list.out).toContain('  x\\u{1b}[2J\\u{9b}31m\\r\\nfaked  admin:read\\u{202e}\n');
  const asJson = await run('admin-token', 'list', '--json');
  expect(asJson.out).toMatch(/^[\x20-\x7e]+\n$/);
  expect((JSON.parse(asJson.out) as { tokens: { name: string }[] }).tokens.map((one) => one.name)).toContain(name);
});
