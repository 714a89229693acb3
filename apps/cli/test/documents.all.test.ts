import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { newEventShape } from '@goal/contract';
import type { Command } from 'commander';
import { expect, test } from 'vitest';

import { goalProgram } from '../src/run-goal.ts';

// Lists in documents that can be derived from the code, compared with it.

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
/** What stands in backticks. */
const quotedIn = (text: string): string[] => found(text, /`([^`\n]+)`/g);

/** The cells of the rows of a page's table whose head begins with these words. */
function rowsOf(page: string, head: string): string[][] {
  const [, table = ''] = read(page).split(`\n| ${head} |`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));
}

const leavesOf = ({ commands }: Command, above: string): string[] =>
  commands.flatMap((one) =>
    one.commands.length === 0 ? [`${above}${one.name()}`] : leavesOf(one, `${above}${one.name()} `),
  );

test('README.md names every command of goal, and no other', () => {
  const named = found(read('README.md'), /^npm run -s goal -- ([a-z].*)$/gm);
  const commands = leavesOf(goalProgram(), '');
  const isOf = (line: string, command: string): boolean => `${line} `.startsWith(`${command} `);
  expect(commands.filter((command) => !named.some((line) => isOf(line, command)))).toEqual([]);
  expect(named.filter((line) => !commands.some((command) => isOf(line, command)))).toEqual([]);
});

test('README.md has a row for every environment variable of the service', () => {
  const named = rowsOf('README.md', 'variable').flatMap(([cell = '']) => quotedIn(cell));
  const known = ['env.ts', 'env-forms.ts'].flatMap((file) =>
    found(read(`apps/server/src/${file}`), /^ {2}([A-Z][A-Z0-9_]+): \{/gm),
  );
  const ofSignOn = found(read('packages/core/src/sign-in/sso/sso-settings.ts'), /\bread\('(\w+)'\)/g);
  expect(named.toSorted()).toEqual([...known, ...ofSignOn, 'TEST_DATABASE_URL'].toSorted());
});

test.each([
  ['apps/cli/README.md', 'apps/cli/src'],
  ['apps/console/README.md', 'apps/console/src'],
  ['apps/console/README.md', 'apps/console/src/features'],
  ['apps/dashboard/README.md', 'apps/dashboard/src'],
  ['apps/dashboard/README.md', 'apps/dashboard/src/features'],
  ['apps/server/README.md', 'apps/server/src'],
  ['packages/api/README.md', 'packages/api/src'],
  ['packages/core/README.md', 'packages/core/src'],
  ['packages/db/README.md', 'packages/db/src'],
  ['packages/sinks/README.md', 'packages/sinks/src'],
  ['packages/ui/README.md', 'packages/ui/src'],
  ['packages/core/README.md', 'packages/core/src/event'],
  ['packages/core/README.md', 'packages/core/src/signed-log'],
  ['packages/core/README.md', 'packages/core/src/stream'],
])('%s names every folder of %s', (page, folder) => {
  const named = new Set(quotedIn(read(page)).flatMap((one) => one.split('/')));
  expect(foldersIn(folder).filter((name) => name !== 'generated' && !named.has(name))).toEqual([]);
});

test('docs/architecture.md says of each room what its package.json lets it import', () => {
  const rooms = [...['packages', 'apps'].flatMap((above) => foldersIn(above).map((name) => `${above}/${name}`)), 'e2e'];
  const names = new Set(rooms.map((room) => room.split('/').at(-1)));
  const said = rowsOf('docs/architecture.md', 'room').map(([room = '', , imports = '']) => ({
    room: quotedIn(room)[0],
    imports: (imports.replaceAll(/`[^`]*`/g, '').match(/[\w-]+/g) ?? []).filter((word) => names.has(word)).toSorted(),
  }));
  type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
  const meant = rooms.map((room) => {
    const { dependencies, devDependencies } = JSON.parse(read(`${room}/package.json`)) as Manifest; // npm's own form
    const packages = Object.keys({ ...dependencies, ...devDependencies });
    return { room, imports: packages.flatMap((name) => found(name, /^@goal\/(.*)$/g)).toSorted() };
  });
  const byRoom = (one: { room: string | undefined }): string => one.room ?? '';
  const sorted = <One extends { room: string | undefined }>(all: One[]): One[] =>
    all.toSorted((one, other) => byRoom(one).localeCompare(byRoom(other)));
  expect(sorted(said.filter(({ room }) => room !== 'prisma'))).toEqual(sorted(meant));
});

test('docs/architecture.md has a row for each round of the worker', () => {
  const [, rounds = ''] =
    /^const rounds = \{\n([^]*?)^\};/m.exec(read('packages/core/src/worker/start-worker.ts')) ?? [];
  const said = rowsOf('docs/architecture.md', 'round').flatMap(([cell = '']) => quotedIn(cell));
  expect(said.toSorted()).toEqual(found(rounds, /^ {2}(\w+):/gm).toSorted());
});

test('each table that docs/architecture.md explains is one of the schema', () => {
  const tables = found(read('prisma/schema.prisma'), /@@map\("(\w+)"\)/g);
  const said = rowsOf('docs/architecture.md', 'table').flatMap(([cell = '']) => quotedIn(cell));
  expect(said.length).toBeGreaterThan(11);
  expect(said.filter((name) => !tables.includes(name))).toEqual([]);
});

test('packages/api/README.md names each access of a procedure', () => {
  const [, union = ''] = /^export type Access =([^;]*);/m.exec(read('packages/api/src/trpc.ts')) ?? [];
  const [cell = ''] = rowsOf('packages/api/README.md', 'part').map(([, what = '']) => what);
  const [, list = ''] = /each access \(([^)]*)\)/.exec(cell) ?? [];
  expect(quotedIn(list)).toEqual(found(union, /'(\w+)'/g));
});

test('packages/fairness/README.md has a row for each structure', () => {
  const index = read('packages/fairness/src/index.ts');
  const structures = found(index, /^export \{([^}]*)\}/gm).flatMap((names) => found(names, /(?<!type )\b([A-Z]\w+)/g));
  const said = rowsOf('packages/fairness/README.md', 'you want to').flatMap(([, use = '']) => quotedIn(use));
  expect(said.toSorted()).toEqual(structures.toSorted());
});

test('the shape of a sent event, which is for the document, has the fields that core reads', () => {
  const fields = found(read('packages/core/src/event/store/read-event.ts'), /\bfield(?:, |\()'(\w+)'/g);
  expect([...new Set(fields)].toSorted()).toEqual(Object.keys(newEventShape.shape).toSorted());
});
