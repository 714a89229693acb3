import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A title, or a row of a title table, that begins with contract ids. `isOfTest` is false where
 * `npm test` leaves the test to `npm run test:all`.
 */
export type ShownBy = { file: string; title: string; isOfTest: boolean };

/**
 * A text literal that begins like an id. Titles are literals in the source; `test.each` keeps them
 * in its rows.
 */
const literal = /(['"`])((?:I|R)§(?:\\.|(?!\1).)*)\1/g;

/**
 * Returns every text literal in the test files of `npm test` and `npm run test:all` that begins
 * like an id, ordered by file and line.
 */
export function collectTitles(root: string): ShownBy[] {
  const files = ['packages', 'apps'].flatMap((room) =>
    readdirSync(path.join(root, room)).flatMap((name) =>
      ['src', 'test'].flatMap((folder) => testFiles(root, path.posix.join(room, name, folder))),
    ),
  );
  return (
    files
      // The tests that check ids and citations contain ids as examples.
      .filter((file) => !/^apps\/server\/test\/(coverage|repository)\//.test(file))
      .sort()
      .flatMap((file) => titlesOf(file, readFileSync(path.join(root, file), 'utf8')))
  );
}

function testFiles(root: string, folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'));
  } catch {
    return []; // this package has no such folder
  }
}

/** A block of `inAllRun`, as the formatter indents it. */
const allRun = /^( *)inAllRun\(\(\) => \{$[^]*?^\1\}\);$/gm;

/** Returns the literals of a test file, and which of them are of `npm test`. */
export function titlesOf(file: string, source: string): ShownBy[] {
  if (file.endsWith('.all.test.ts')) return titlesIn(source).map((title) => ({ file, title, isOfTest: false }));
  const left = [...source.matchAll(allRun)].flatMap(([block]) => titlesIn(block));
  return [
    ...titlesIn(source.replace(allRun, '')).map((title) => ({ file, title, isOfTest: true })),
    ...left.map((title) => ({ file, title, isOfTest: false })),
  ];
}

/** Returns the literals of one source text, unescaped. */
export function titlesIn(source: string): string[] {
  return [...source.matchAll(literal)].map(([, , text = '']) => text.replace(/\\(.)/g, '$1'));
}

/**
 * Returns the ids at the start of a title, separated by blanks or commas. Each is the longest known
 * id. Throws for text that looks like an id but is not one.
 */
export function idsOfTitle(title: string, ids: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let rest = title; /^[IR]§/.test(rest); rest = rest.replace(/^[ ,]+/, '')) {
    const id = longestId(rest, ids);
    if (id === undefined) throw new Error(`no clause of the contract has the id at «${rest}»`);
    found.push(id);
    rest = rest.slice(id.length);
  }
  return found;
}

function longestId(text: string, ids: ReadonlySet<string>): string | undefined {
  const ends = [...text.matchAll(/[:, ]|$/g)].map(({ index }) => index).reverse();
  return ends.map((end) => text.slice(0, end)).find((start) => ids.has(start));
}
