import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { decisionPages, knownPaths, outsideCitations, wrongClauses, wrongDecisions, wrongPaths } from './citations.ts';
import { commentsOf } from './comments.ts';
import { contractRules } from './contract-rules.ts';
import { isDocument, listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const paths = listPaths(root);
const pages = decisionPages(paths);
const known = knownPaths(paths);
const rules = contractRules({
  'interface.md': readFileSync(path.join(root, 'docs/contract/interface.md'), 'utf8'),
  rulings: readFileSync(path.join(root, 'docs/contract/rulings.md'), 'utf8'),
});

/**
 * The contract's own text; a list of test titles; migrations, whose checksums databases remember;
 * and the tests of these very rules, with their examples.
 */
const exempt = /^(docs\/contract\/|prisma\/migrations\/|apps\/server\/test\/(repository|coverage)\/)/;
const files = readTexts(root, paths).filter(({ file }) => !exempt.test(file));
const documents = files.filter(({ file }) => isDocument(file));
const comments = files
  .filter(({ file }) => !isDocument(file))
  .flatMap(({ file, text }) =>
    commentsOf(text).map((comment) => ({ at: `${file}:${comment.line}`, text: comment.text })),
  );

/** Faults of each document, or of each comment of each source. */
const inDocuments = (faultsOf: (text: string) => string[]): string[] =>
  documents.flatMap(({ file, text }) => faultsOf(text).map((fault) => `${file}: ${fault}`));
const inComments = (faultsOf: (comment: string) => string[]): string[] =>
  comments.flatMap(({ at, text }) => faultsOf(text).map((fault) => `${at}: ${fault}`));

describe('citations', () => {
  test('a document names a decision by its number and the words of its page, source by its path', () => {
    expect(inDocuments((text) => wrongDecisions(text, pages, { isSource: false }))).toEqual([]);
    expect(inComments((text) => wrongDecisions(text, pages, { isSource: true }))).toEqual([]);
  });

  test('every clause of the contract that a comment or document cites exists', () => {
    expect(inComments((text) => wrongClauses(text, rules))).toEqual([]);
    expect(inDocuments((text) => wrongClauses(text, rules))).toEqual([]);
  });

  test('every file of the repository that a comment or document cites exists', () => {
    expect([
      ...inComments((text) => wrongPaths(text, known)),
      ...inDocuments((text) => wrongPaths(text, known)),
    ]).toEqual([]);
  });

  test('a comment cites nothing that its reader does not have', () => {
    expect(inComments(outsideCitations)).toEqual([]);
  });

  test('the index of decisions repeats the number and title of every page, and says where every other number is', () => {
    const index = textOf('docs/decisions/README.md');
    const rows = [...index.matchAll(/^\| \[(\d{3})\]\(([\w-]+)\.md\) \| ([\d, ]*)\| ([^|]*) \| ([^|]+) \|$/gm)];
    expect(rows.map(([, number, name, , title]) => ({ number, name, title }))).toEqual(
      [...pages]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([number, name]) => ({ number, name, title: titleOf(number, textOf(`docs/decisions/${name}.md`)) })),
    );
    const [, neverGiven = ''] = /Never given were ([\d,\s]+)\./.exec(index) ?? [];
    const all =
      [...rows.flatMap(([, number = '', , merged = '']) => [number, merged]), neverGiven].join(' ').match(/\d{3}/g) ??
      [];
    expect(all.toSorted()).toEqual(Array.from({ length: all.length }, (_, at) => String(at + 1).padStart(3, '0')));
  });
});

describe('the rules of citations', () => {
  const two = decisionPages(['docs/decisions/006-authentications.md', 'docs/decisions/029-backup.md']);

  test('a decision needs its page and the page its words', () => {
    const isSource = false;
    expect(
      wrongDecisions('as [decision 006,\nauthentications](decisions/006-authentications.md) says', two, { isSource }),
    ).toEqual([]);
    expect(wrongDecisions('(decision 029)', two, { isSource })).toEqual([
      '«decision 029)»: say «decision 029, backup»',
    ]);
    expect(wrongDecisions('decision 006, backup', two, { isSource })).toHaveLength(1);
    expect(wrongDecisions('look-ups are remembered (006)', two, { isSource })).toHaveLength(1);
    expect(wrongDecisions('in one order (029; by key)', two, { isSource })).toHaveLength(1);
    expect(wrongDecisions('some rows (1,000 or 006,000) and (007)', two, { isSource })).toEqual([]);
    expect(wrongDecisions('decision 024, client', two, { isSource })).toEqual(['«decision 024, client»: no such page']);
    expect(wrongDecisions('decisions/029-restore.md', two, { isSource })).toHaveLength(1);
    expect(wrongDecisions('docs/decisions/029', two, { isSource: true })).toHaveLength(1);
    expect(wrongDecisions('docs/decisions/029-backup.md', two, { isSource: true })).toEqual([]);
    expect(wrongDecisions('decision 029, backup', two, { isSource: true })).toHaveLength(1);
  });

  test('a clause needs its document, its section and its number', () => {
    expect(wrongClauses('interface.md §4 rules 2 to 5, §6; rulings §2.4, §2.5 and §3', rules)).toEqual([]);
    expect(wrongClauses('as R§2.3 and I§6 say', rules)).toEqual([]);
    expect(wrongClauses('a leaf (RFC 6962 §2.1.1)', rules)).toEqual([]);
    expect(wrongClauses('rulings §2.99', rules)).toHaveLength(1);
    expect(wrongClauses('interface.md §4 rule 9', rules)).toHaveLength(1);
    expect(wrongClauses('as §7.3 says', rules)).toEqual(['«as §7.3 says»: of which document?']);
  });

  test('a path is known by any of its ends', () => {
    const few = knownPaths(['packages/core/src/tail/bell.ts', 'docs/scale.md']);
    expect(wrongPaths('`core/tail`, tail/bell.ts, packages/core/src/tail/bell, scale.md', few)).toEqual([]);
    expect(wrongPaths('see event-sql.md and `core/tails`, docs/scales', few)).toHaveLength(3);
  });

  test('comments are read as blocks, behind code as well', () => {
    const source = "/**\n * one,\n * two\n */\nconst link = 'https://a.test'; // three\n-- four\n# five";
    expect(commentsOf(source).map(({ text }) => text.trim())).toEqual(['one, two', 'three', 'four five']);
    expect(outsideCitations('as issue «Events at scale» has it')).toHaveLength(1);
  });
});

function textOf(file: string): string {
  return files.find((one) => one.file === file)?.text ?? '';
}

/** The title of a page, without its number. */
function titleOf(number: string, page: string): string | undefined {
  return new RegExp(`^# ${number} (.*)$`, 'm').exec(page)?.[1];
}
