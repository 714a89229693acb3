/** Set by `npm run test:long`, which repeats what `npm test` shows a few times. */
const isLongRun = process.env['GOAL_TEST_LONG'] === '1';

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
