import path from 'node:path';

import { expect, test } from 'vitest';

import { listPaths, readTexts, type RepositoryFile } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

test('every class of a stylesheet is used by a component that imports it, and every class used exists', () => {
  const files = readTexts(root, listPaths(root));
  expect(strayClasses(files)).toEqual([]);
});

test('a class that its component left behind, and one that no stylesheet has, are found', () => {
  const files = [
    { file: 'a/x.module.css', text: '.left { color: red }\n.kept :global(.theirs) { color: red /* .said */ }' },
    { file: 'a/x.tsx', text: "import classes from './x.module.css';\nclasses.kept; classes.gone; classes['kept']" },
  ];
  expect(strayClasses(files)).toEqual(['a/x.module.css: no component uses .left', 'a/x.tsx: no class .gone']);
});

/** What is wrong between stylesheets and the components that import them. */
function strayClasses(files: readonly RepositoryFile[]): string[] {
  const sheets = new Map(
    files.filter(({ file }) => file.endsWith('.module.css')).map(({ file, text }) => [file, classesOf(text)]),
  );
  const used = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const { file, text } of files.filter((each) => each.file.endsWith('.tsx')))
    for (const [, name = '', from = ''] of text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)) {
      const sheet = path.posix.join(path.posix.dirname(file), from);
      const uses = [...text.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')(\\w+)`, 'g'))].map(([, use = '']) => use);
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...uses]));
      missing.push(
        ...uses.filter((use) => sheets.get(sheet)?.has(use) !== true).map((use) => `${file}: no class .${use}`),
      );
    }
  const left = [...sheets].flatMap(([sheet, names]) =>
    [...names]
      .filter((each) => used.get(sheet)?.has(each) !== true)
      .map((each) => `${sheet}: no component uses .${each}`),
  );
  return [...left, ...missing];
}

/** The names of the classes that a stylesheet's own selectors name. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/@[^{]*\{/g, '')
    .matchAll(/([^{}]*)\{/g);
  return new Set(
    [...selectors].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name),
    ),
  );
}
