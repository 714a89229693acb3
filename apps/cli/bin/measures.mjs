// Finds tests that judge a measured time, size or speed, or that have a time limit of their own:
// they fail on a slow and busy machine although nothing is wrong (docs/contributing.md, «Tests»).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A test never reads these: memory, processor time, and clocks whose only use is a measure. */
const reads =
  /\b(?:memoryUsage|heapUsed|usedJSHeapSize|resourceUsage|cpuUsage|getHeap\w*Statistics|process\.hrtime|monitorEventLoopDelay|VmRSS|VmHWM|console\.time|nodejs_heap\w*|process_resident\w*|memory_get\w*usage)\b/g;
/** A time limit in figures, or one that a library sets. */
const limits =
  /\btimeout: *[1-9]|\bAbortSignal\.timeout\( *\d|\bvi\.wait(?:For|Until)\(|\bsetDefault\w*Timeout\(|\btest\.(?:setTimeout|slow)\(|^ *\}, \d[\d_]{3,}\);$/gm;
const clock = String.raw`(?:Date\.now|performance\.now|process\.uptime|new Date\(\)\.getTime|\bmicrotime)\( *(?:true)? *\)`;
/** A moment, by the clock that it was read from. */
const moments = new RegExp(String.raw`(\w+)\s*=\s*(?:\w+\\)?${clock}\s*;`, 'g');

/**
 * The measures of one test, as `line: source`. A moment may be compared with another one, and time
 * may widen what is expected (`refillOf` of `@goal/db/testing`): refused is the time between two
 * moments. `performance.now() - pauseMs` is a moment.
 */
export function measuresIn(text) {
  const names = [...text.matchAll(moments)].map(([, name]) => name);
  const earlier = [...new Set(names)].map((name) => String.raw`[\w.$#]*\b${name}\b`);
  const either = (parts) => `(?:${parts.join('|')})`;
  const spans = [
    new RegExp(String.raw`${clock}\s*-\s*${either([clock, String.raw`Date\.parse\(`])}`, 'g'),
    ...(names.length === 0
      ? []
      : [new RegExp(String.raw`${either([...earlier, String.raw`\)`])}\s*-\s*${either(earlier)}`, 'g')]),
    /performance\.now\(\)\s*-(?!\s*(?:\d|\w+Ms\b))/g,
  ];
  const found = [reads, limits, ...spans].flatMap((refused) => [...text.matchAll(refused)].map(({ index }) => index));
  const lineOf = (index) => text.slice(0, index).split('\n').length;
  const lines = text.split('\n');
  return [...new Set(found.map(lineOf))]
    .sort((one, other) => one - other)
    .map((at) => `${at}: ${lines[at - 1].trim()}`);
}

/** Helpers that every test waits by, the notes of `--times`, and samples of refused code. */
const others = [
  'packages/db/src/testing/waiting.ts',
  'e2e/harness/worker-time.ts',
  'apps/cli/test/bin/measures.test.ts',
];
const isTest = (file) => /\.test\.tsx?$|(^|\/)(test|testing|e2e)\/.*\.(ts|tsx|mjs|php)$/.test(file);

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return isTest(file) && !others.includes(file) ? [file] : [];
    return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : filesOf(file);
  });
}

/** Reads every test. Returns `{ code, output }` as a program would. */
export function judgeMeasures() {
  const found = ['packages', 'apps', 'e2e'].flatMap(filesOf).flatMap((file) => {
    return measuresIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`);
  });
  const advice =
    'A test judges no time, size or speed, and has no time limit of its own: show the mechanism by a count or by what\n' +
    'is held, wait with `until`, `expect.poll` or `atLast`, and put the figure into apps/bench (docs/contributing.md).';
  return { code: found.length === 0 ? 0 : 1, output: [...found, advice].join('\n') };
}
