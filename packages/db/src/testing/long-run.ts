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
 * first and the last. The other two commands also take the files that hold more in them.
 */
export function isOfRun(file: string): boolean {
  const holds = (calls: RegExp): boolean => calls.test(readFileSync(file, 'utf8'));
  if (file.endsWith('.long.test.ts')) return isLongRun;
  if (isLongRun) return holds(/\b((runs|rows)Of|inLongRun)[<(]/);
  if (run === 'all') return file.endsWith('.all.test.ts') || holds(/\b(inAllRun|rowsInAllRun)[<(]/);
  return run === '' || !file.endsWith('.all.test.ts');
}

/**
 * How often something is repeated: `few` times in `npm test`, `many` times in `npm run test:long`.
 */
export const runsOf = (few: number, many: number): number => (isLongRun ? many : few);

/** The rows of a table of tests: `some` in `npm test`, `some` and `more` in `npm run test:long`. */
export const rowsOf = <Row>(some: readonly Row[], more: readonly Row[]): Row[] =>
  isLongRun ? [...some, ...more] : [...some];

/**
 * Tests that `npm test` leaves to `npm run test:all`; a file that holds nothing else is named for
 * it.
 */
export const inAllRun = (define: () => void): void => {
  if (run !== 'test') define();
};

/** The rows of a table of tests: `some` in `npm test`, `some` and `more` in the other commands. */
export const rowsInAllRun = <Row>(some: readonly Row[], more: readonly Row[]): Row[] =>
  run === 'test' ? [...some] : [...some, ...more];

/**
 * Tests of `npm run test:long` alone: they show in another case what `npm test` shows in one.
 */
export const inLongRun = (define: () => void): void => {
  if (isLongRun) define();
};
