import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { rowsOf, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { freshDomain, sharedService } from './harness.ts';
import { nodeOf, otherNodes } from '../../cli/bin/other-nodes.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const packedShape = z
  .array(z.object({ filename: z.string(), size: z.int(), files: z.array(z.object({ path: z.string() })) }))
  .length(1);

const service = await sharedService();
let folder: string;
let packed: z.output<typeof packedShape>[number] | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'goal-packed-'));
  const { stdout } = await run(process.execPath, [path.join(root, 'packages/client/pack.mjs'), folder, '--json']);
  [packed] = packedShape.parse(JSON.parse(stdout));
  await write('package.json', { name: 'empty', private: true, type: 'module' });
  // Without dependencies it needs no registry.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed?.filename}`]);
  // Packages that its users may have beside it.
  await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true });
  await symlink(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...env }, timeout: waitLimitMs });
const write = (name: string, content: object | string): Promise<void> =>
  writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

describe('the packed client', () => {
  it('holds only what integrators need, has no dependencies, and is small', async () => {
    const paths = packed?.files.map((file) => file.path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'package.json']));
    expect(paths.filter((file) => /trpc|\.map$|\.test\.|^src/.test(file))).toEqual([]);
    const installed = path.join(folder, 'node_modules/@goal/client');
    const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as object;
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
    for (const name of await readdir(path.join(installed, 'dist'), { recursive: true })) {
      if (!/\.(js|d\.ts)$/.test(name)) continue;
      const source = await readFile(path.join(installed, 'dist', name), 'utf8');
      const imported = [...source.matchAll(/(?<!["'])\b(?:from|import) ?\(?['"]([^'"]+)['"]/g)].map(
        ([, one = '']) => one,
      );
      expect(
        imported.filter((one) => !/^(\.|node:)/.test(one)),
        name,
      ).toEqual([]);
    }
    expect(packed?.size).toBeLessThan(64 * 1024);
  });

  it('is not packed from sources that are not installed: a sentence says what to do', async () => {
    const script = path.join(folder, 'bare/packages/client/pack.mjs');
    await mkdir(path.dirname(script), { recursive: true });
    await copyFile(path.join(root, 'packages/client/pack.mjs'), script);
    await expect(run(process.execPath, [script])).rejects.toMatchObject({
      code: 1,
      stderr: 'The compiler is not installed yet: run npm start or npm test once, then pack again.\n',
    });
  });

  const settings = rowsOf<[name: string, options: object]>(
    [
      ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
      ['types of Node instead of the DOM', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ],
    [
      ['node16', { module: 'node16', moduleResolution: 'node16' }],
      ['exact optional types', { module: 'node16', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
    ],
  );
  it.each(settings)('has types that compile with %s', async (_, options) => {
    await write('program.ts', program);
    await write('tsconfig.json', {
      compilerOptions: { target: 'es2022', strict: true, noEmit: true, skipLibCheck: false, ...options },
      files: ['program.ts'],
    });
    const { stdout } = await run(process.execPath, [tsc, '-p', '.']).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });

  it('R§15.3 holds the receiver that the guide shows, of about twenty lines', async () => {
    const example = path.join(folder, 'node_modules/@goal/client/examples/receiver.mjs');
    const [, , ...lines] = (await readFile(example, 'utf8')).split('\n');
    expect(lines.length).toBeLessThanOrEqual(21);
    expect(await readFile(path.join(root, 'docs/guide/stream-webhook.md'), 'utf8')).toContain(
      `\`\`\`js\n${lines.join('\n')}\`\`\``,
    );
  });

  it.each(rowsOf([process.versions.node], otherNodes))('runs its example, Node %s', async (version) => {
    const account = await service.makeAccount({ plan: 'pro' });
    const example = 'node_modules/@goal/client/examples/first-steps.mjs';
    const source = await readFile(path.join(folder, example), 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    const env = { GOAL_URL: `${service.origin}${service.basePath}`, GOAL_KEY: account.token };
    await write('main.mjs', `console.log(process.version);\nawait import('./${example}');\n`);
    const { stdout } = await run(await nodeOf(version), ['main.mjs', freshDomain()], env);
    expect(stdout.split('\n')).toEqual([
      `v${version}`,
      `account ${account.email}, plan pro`,
      'sent { accepted: 2, duplicates: 0, rejected: 0 }',
      'listed high Deleted the user jo',
      'exported Deleted the user jo',
      'exported Deleted the user li',
      'followed Deleted the user jo',
      '',
    ]);
  });
});

/** Code that must compile, and mistakes that must not. */
const program = `
import { createGoalClient, GoalError, type AccountClient, type Input, type Output, type components } from '@goal/client';

const account: AccountClient = createGoalClient({ baseUrl: 'https://x.example.com/v1/goal', token: 'goal_acct_x' });
const site = createGoalClient({ baseUrl: new URL('https://x.example.com'), token: 'y', siteDomain: 'x', sending: { batchSize: 10 } });

export async function all(signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const me: Output<'GET /account/me'> = await account.me({}, { signal });
  const limit: number = me.limits.sites;
  const query: Input<'GET /account/events'> = { severity: ['critical'], limit };
  for await (const event of account.events.list(query)) {
    const same: components['schemas']['AccountEvent'] = event;
    found.push(same.message, event.domain ?? '');
  }
  for await (const { received_at } of site.events.tail({ after: '0' }, { signal })) found.push(received_at);
  for await (const { id } of account.events.export({ order: 'asc' })) found.push(id.toFixed());
  await account.sites.delete({ id: 'x', confirm: true });
  const gone: void = await account.groups.delete({ id: 'x' });
  await site.sendEvents({ occurred_at: '', code: 1, severity: 200, object: '', event_type: '', message: '' });
  const { rejected } = await site.flush();
  try {
    await account.admin.accounts.setPlan({ id: 'x', plan: 'pro' });
  } catch (error) {
    if (error instanceof GoalError) found.push(error.message, error.requestId, error.status.toFixed());
  }
  return [...found, String(gone), rejected.toFixed()];
}

export const mistakes = [
  // @ts-expect-error the deletion is to be confirmed
  () => account.sites.delete({ id: 'x' }),
  // @ts-expect-error no such severity
  () => account.events.list({ severity: ['fatal'] }),
  // @ts-expect-error a site key reads no groups
  () => site.groups.list(),
  // @ts-expect-error an account key sends no events
  () => account.sendEvents([]),
  // @ts-expect-error the id is missing
  () => account.groups.update({ name: 'x' }),
  // @ts-expect-error options are the second argument
  () => account.me({ signal: new AbortController().signal }),
];
`;
