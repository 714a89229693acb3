import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A title, or a row of a table of titles, that begins with ids of the contract. */
export type ShownBy = { file: string; title: string };

/**
 * A text literal that begins like an id. Titles are literals in the source; those of `test.each`
 * are in its rows.
 */
const literal = /(['"`])((?:I|R)§(?:\\.|(?!\1).)*)\1/g;

/**
 * Every text literal of the test files of `npm test` that begins like an id, in the order of files
 * and lines.
 */
export function collectTitles(root: string): ShownBy[] {
  const files = ['packages', 'apps'].flatMap((room) =>
    readdirSync(path.join(root, room)).flatMap((name) =>
      ['src', 'test'].flatMap((folder) => testFiles(root, path.posix.join(room, name, folder))),
    ),
  );
  return (
    files
      // The tests that follow ids and citations hold ids as examples.
      .filter((file) => !/^apps\/server\/test\/(coverage|repository)\//.test(file))
      .sort()
      .flatMap((file) => titlesIn(readFileSync(path.join(root, file), 'utf8')).map((title) => ({ file, title })))
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

/** The literals of one source text, without escapes. */
export function titlesIn(source: string): string[] {
  return [...source.matchAll(literal)].map(([, , text = '']) => text.replace(/\\(.)/g, '$1'));
}

/**
 * The ids that a title begins with, separated by blanks or commas. Each is the longest known id.
 * Throws for text that looks like an id but is not one.
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
