import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { contractClauses } from './contract-ids.ts';
import { renderCoverage } from './render-coverage.ts';
import { collectTitles, idsOfTitle, titlesIn, titlesOf, type ShownBy } from './test-titles.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const clauses = contractClauses(
  readFileSync(`${root}docs/contract/interface.md`, 'utf8'),
  readFileSync(`${root}docs/contract/rulings.md`, 'utf8'),
);
const ids = new Set(clauses.map((clause) => clause.id));
const titles = collectTitles(root);
/** The clauses that `npm test` alone has to show, one a line. */
const shownBefore = readFileSync(path.join(import.meta.dirname, 'shown-clauses.txt'), 'utf8')
  .trimEnd()
  .split('\n');

/** Clauses that no test of the service can show, each with its reason. */
const withoutTest: Readonly<Record<string, string>> = {
  'I§6.R4': 'speaks of the log of the dashboard, which has none in this version',
  'I§6.R5': 'says only that something is not shown',
};

describe('the contract and its tests', () => {
  test('every id in a title names a clause', () => {
    const wrong = titles.flatMap(({ file, title }) => {
      try {
        idsOfTitle(title, ids);
        return [];
      } catch (error) {
        return [`${file}: ${String(error)}`];
      }
    });
    expect(wrong).toEqual([]);
  });

  test('every clause has a test in `npm test`, except those that no test can show', () => {
    const shown = showing(titles.filter(({ isOfTest }) => isOfTest));
    const missing = clauses.filter(({ id }) => !(id in withoutTest) && !shown.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(Object.keys(withoutTest).filter((id) => showing().has(id) || !ids.has(id))).toEqual([]);
    // A clause that goes from the documents leaves this list by hand.
    expect(shownBefore.filter((id) => !shown.has(id))).toEqual([]);
  });

  test('the page about what shows each clause names every clause', () => {
    const page = renderCoverage(clauses, showing(), withoutTest);
    mkdirSync(`${root}.cache`, { recursive: true });
    writeFileSync(`${root}.cache/contract-coverage.md`, page);
    expect(clauses.filter(({ id }) => !page.includes(`- \`${id}\` `)).map(({ id }) => id)).toEqual([]);
  });

  test('an id is parsed to its end, and anything else is refused', () => {
    const known = new Set([
      'R§2.1',
      'R§2.12',
      'I§7 400 destructive: pass ?confirm=true',
      'I§4 GET /events',
      'I§4 GET /events #2',
    ]);
    expect(idsOfTitle('R§2.12 R§2.1, I§4 GET /events #2: a page', known)).toEqual([
      'R§2.12',
      'R§2.1',
      'I§4 GET /events #2',
    ]);
    expect(idsOfTitle('I§7 400 destructive: pass ?confirm=true — the site', known)).toEqual([
      'I§7 400 destructive: pass ?confirm=true',
    ]);
    expect(idsOfTitle('a guarantee of our own', known)).toEqual([]);
    expect(() => idsOfTitle('R§2.13: nothing', known)).toThrow('no clause');
    const left = "test('R§2.1: one');\ninAllRun(() => {\n  test('R§2.12: two');\n});";
    expect(titlesOf('a.test.ts', left).map(({ isOfTest }) => isOfTest)).toEqual([true, false]);
    expect(titlesOf('a.all.test.ts', left).map(({ isOfTest }) => isOfTest)).toEqual([false, false]);
    expect(titlesIn(String.raw`test('R§2.1: it\'s so', () => {})`)).toEqual(["R§2.1: it's so"]);
  });
});

function showing(of = titles): Map<string, ShownBy[]> {
  const shown = new Map<string, ShownBy[]>();
  for (const by of of) {
    try {
      for (const id of idsOfTitle(by.title, ids)) shown.set(id, [...(shown.get(id) ?? []), by]);
    } catch {
      // The first test says which.
    }
  }
  return shown;
}
