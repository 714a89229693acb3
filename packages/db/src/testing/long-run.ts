import { readFileSync } from 'node:fs';

/**
 * The command that runs the tests: `test` for `npm test`, `all` for `npm run test:all`, `long` for
 * `npm run test:long`. Unset where a filter names the tests.
 */
const run = process.env['GOAL_TEST_RUN'] ?? '';
const isLongRun = run === 'long';

/**
 * Tells whether this run takes a test file. `*.all.test.ts` is of `npm run test:all`,
 * `*.long.test.ts` of `npm run test:long`, any other of `npm test`; a filter finds the files of the
 * first and the last. The long run also takes what repeats something more often in it.
 */
export function isOfRun(file: string): boolean {
  if (file.endsWith('.long.test.ts')) return isLongRun;
  if (isLongRun) return /\b((runs|rows)Of|inLongRun)[<(]/.test(readFileSync(file, 'utf8'));
  return run === '' || (run === 'all') === file.endsWith('.all.test.ts');
}

/**
 * How often something is repeated: `few` times in `npm test`, `many` times in `npm run test:long`.
 */
export const runsOf = (few: number, many: number): number => (isLongRun ? many : few);

/** The rows of a table of tests: `some` in `npm test`, `some` and `more` in `npm run test:long`. */
export const rowsOf = <Row>(some: readonly Row[], more: readonly Row[]): Row[] =>
  isLongRun ? [...some, ...more] : [...some];

/**
 * Tests of `npm run test:long` alone: they show in another case what `npm test` shows in one.
 */
export const inLongRun = (define: () => void): void => {
  if (isLongRun) define();
};
