// Counts by room what a person who keeps this house must hold, and compares it with a committed
// list: what grows raises its number in the same commit, which says why (docs/contributing.md).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const listFile = 'apps/cli/bin/budget.json';
/** More files than this side by side need folders, because nobody sees them at once. */
const folderMaxFiles = 30;

const isSource = (file) => /\.(ts|tsx|mjs|php|css|sql)$/.test(file) && !/\.test\.|\.d\.ts$/.test(file);

/** The sources below a folder. Tests, what is generated, and what git leaves out are none. */
function sourcesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return isSource(file) ? [file] : [];
    return /^(node_modules|dist|test|testing|generated|\..*)$/.test(entry.name) ? [] : sourcesOf(file);
  });
}

const found = (text, form) => [...text.matchAll(form)].map(([, name]) => name);

/** The environment variables that a source reads, or describes in a table of forms. */
const variablesIn = (text) => [
  ...found(text, /\b(?:env(?:\.|\[)|read\()['"]?([A-Z][A-Z0-9_]+)/g),
  ...found(text, /\b([A-Z][A-Z0-9_]+): \{\s*(?:schema|default)\b/g),
];

/** The words that the section «Words» of a page explains, in a table or a list. */
function wordsIn(page) {
  const [, section = ''] = page.split('\n## Words\n');
  const [own] = section.split('\n## ');
  return [...found(own, /^\| (?!word )([^|]+) \|/gm), ...found(own, /\*\*([^*]+)\*\*:/g)];
}

const read = (file) => readFileSync(file, 'utf8');
const wordsOf = (room) => (room === 'docs' ? 'docs/contributing.md' : `${room}/README.md`);

/** Counts the house. Returns numbers by what is counted and where, as `lines of e2e`. */
export function count() {
  const inside = (folder) => readdirSync(folder).map((name) => `${folder}/${name}`);
  const rooms = [...inside('packages'), ...inside('apps'), 'e2e', 'prisma'];
  const counts = new Map([['tables', found(read('prisma/schema.prisma'), /^model (\w+)/gm).length]]);
  const folders = new Map();
  for (const room of rooms) {
    const files = sourcesOf(room);
    const texts = files.map(read);
    counts.set(`lines of ${room}`, texts.join('').split('\n').length - 1);
    counts.set(`environment variables of ${room}`, new Set(texts.flatMap(variablesIn)).size);
    for (const file of files) {
      const folder = path.posix.dirname(file);
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  }
  for (const room of ['docs', ...rooms]) counts.set(`words of ${wordsOf(room)}`, wordsIn(read(wordsOf(room))).length);
  for (const [folder, files] of folders) {
    if (files > folderMaxFiles) counts.set(`files side by side in ${folder}`, files);
  }
  return Object.fromEntries([...counts].filter(([, number]) => number > 0));
}

/**
 * Compares what was counted with the list. Returns what grew, a sentence each, and the list with
 * what shrank, or undefined where nothing did. A number is raised by hand alone.
 */
export function compare(counted, listed) {
  const grown = Object.entries(counted).filter(([what, number]) => number > (listed[what] ?? 0));
  const kept = Object.entries(listed).map(([what, number]) => [what, Math.min(number, counted[what] ?? 0)]);
  return {
    faults: grown.map(
      ([what, number]) =>
        `«${what}» is ${number}, and ${listed[what] ?? 0} in ${listFile}: take something away, or raise the number ` +
        'there and say in the message of the commit why the house must be larger.',
    ),
    lower: kept.some(([what, number]) => number < listed[what])
      ? Object.fromEntries(kept.filter(([, number]) => number > 0))
      : undefined,
  };
}

/** Judges the house by its list, and lowers the list with `update`. Returns `{ code, output }`. */
export function judgeBudget({ update }) {
  const { faults, lower } = compare(count(), JSON.parse(read(listFile)));
  if (lower !== undefined && update) writeFileSync(listFile, `${JSON.stringify(lower, null, 2)}\n`);
  else if (lower !== undefined)
    console.log(`The house is smaller than its list: «npm run check -- -u» lowers ${listFile}.`);
  return { code: faults.length === 0 ? 0 : 1, output: faults.join('\n') };
}
