import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { bad, good } from './fixtures.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
type Diagnostic = { code: string; filename: string };
let folder: string;
let found: Diagnostic[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'goal-lint-'));
  for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) await cp(path.join(root, name), path.join(folder, name));
  // The linter looks there for its type-aware half.
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await write('tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', compilerOptions: { noEmit: true } }));
  for (const [file, source] of [...bad, ...good]) await write(file, `${source}\n`);
  found = await lint(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const of = (file: string): string[] => [
  ...new Set(found.filter((each) => each.filename === file).map((each) => each.code)),
];

describe('lint, with the settings of the project', () => {
  test.each(bad)('rejects %s', (file, _source, rule) => {
    expect(of(file)).toEqual([rule]);
  });
  test.each(good)('accepts %s', (file) => {
    expect(of(file)).toEqual([]);
  });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

/** Ignores the exit code: the linter exits with 1 because the fixtures contain errors. */
function lint(cwd: string): Promise<Diagnostic[]> {
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, '--format=json'],
      { cwd, timeout: waitLimitMs, maxBuffer: 2 ** 26 },
      (error, output) => {
        try {
          // The cast trusts oxlint's own format; every test here fails if that changes.
          resolve((JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics);
        } catch {
          reject(error ?? new Error(output));
        }
      },
    );
  });
}
