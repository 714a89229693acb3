import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { freshDatabase, inLongRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { keptSecret } from '../src/kept-secret.ts';
import { openConsole } from './processes/console.ts';
import { openProcesses, type Processes } from './processes.ts';

let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
});
afterAll(async () => {
  await processes.end();
  await database.drop();
});

async function start(CONSOLE_SECRET: string) {
  const server = await processes.start({ databaseUrl: database.url, env: { CONSOLE_PORT: '0', CONSOLE_SECRET } });
  return { server, console: await openConsole(server) };
}

inLongRun(() => {
  it('the key of the sessions becomes private again when a copy had made it readable to others', async () => {
    const folder = processes.folder();
    const file = path.join(folder, 'console-secret');
    const secret = await keptSecret(folder, 'console-secret');
    chmodSync(file, 0o644);
    expect(await keptSecret(folder, 'console-secret')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

inLongRun(() => {
  it('the key of the sessions is the same for two simultaneous starts', async () => {
    const folder = path.join(processes.folder(), 'new');
    const all = await Promise.all(Array.from({ length: 20 }, () => keptSecret(folder, 'console-secret')));
    expect(new Set(all)).toHaveProperty('size', 1);
    expect(all[0]).toBe(readFileSync(path.join(folder, 'console-secret'), 'utf8').trim());
  });
});

it('CONSOLE_SECRET rotates: the new value goes first, and the old one is removed later', async () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
  const withOld = await start(a);
  const { token } = await processes.admin(withOld.server, database.url, 'turned');
  const old = await withOld.console.signIn(token);
  await withOld.server.end();

  const withBoth = await start(`${b}, ${a}`);
  expect(await withBoth.console.session(old)).toMatchObject({ signedIn: true });
  const renewed = await withBoth.console.signIn(token);
  await withBoth.server.end();

  const withNew = await start(b);
  expect(await withNew.console.session(renewed)).toMatchObject({ signedIn: true });
  expect(await withNew.console.session(old)).toEqual({ signedIn: false });
  await withNew.server.end();
});
