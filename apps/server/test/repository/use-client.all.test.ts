import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const folders = ['apps/console/src', 'apps/dashboard/src', 'packages/ui/src'];
const texts = new Map<string, string>(
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => [`${folder}/${name}`, readFileSync(path.join(root, folder, name), 'utf8')] as const),
  ),
);
const isOfBrowser = (file: string): boolean => /^'use client';$/m.test(texts.get(file) ?? '');

/** The files that a file imports, types left out. */
function importsOf(file: string): string[] {
  const text = (texts.get(file) ?? '').replaceAll(/^(import|export) type .*$/gm, '');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)]
    .map(([, specifier = '']) =>
      specifier.startsWith('@goal/ui/')
        ? specifier.replace('@goal/ui', 'packages/ui/src')
        : path.posix.join(path.posix.dirname(file), specifier),
    )
    .filter((imported) => texts.has(imported));
}

test('a file says that it is for the browser where a file of the server imports it, and nowhere else', () => {
  const met = new Set<string>();
  const visit = (file: string): void => {
    if (met.has(file)) return;
    met.add(file);
    if (!isOfBrowser(file)) importsOf(file).forEach(visit);
  };
  [...texts.keys()].filter((file) => /^apps\/\w+\/src\/(app|proxy|server)\b/.test(file)).forEach(visit);
  expect([...texts.keys()].filter((file) => isOfBrowser(file) && !met.has(file))).toEqual([]);
});
