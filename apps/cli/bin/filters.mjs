import { Refusal } from './processes.mjs';

/**
 * Splits the arguments of `npm test` between vitest and Playwright: each gets its own list, or
 * undefined if it has nothing to run. Paths that begin with `e2e` go to Playwright. If the first
 * argument is such a path, all arguments do, so that options keep their values.
 */
export function splitFilters(args) {
  const [first] = args;
  if (first === undefined) return { forVitest: [], forPlaywright: [] };
  if (isJourney(first)) return { forVitest: undefined, forPlaywright: args };
  const journeys = args.filter(isJourney);
  return {
    forVitest: args.filter((arg) => !isJourney(arg)),
    forPlaywright: journeys.length > 0 ? journeys : undefined,
  };
}

/** The parts of `npm run test:long`, in the order in which they run. */
const partsOfLongRun = ['units', 'journeys', 'auto', 'citus', 'node22', 'node24'];

/**
 * Takes `--part NAME` out of the arguments of `npm run test:long`. Returns the parts to run, all of
 * them without it, and the other arguments. Throws a `Refusal` for a part that does not exist.
 */
export function splitParts(args) {
  const at = args.indexOf('--part');
  if (at === -1) return { parts: partsOfLongRun, filters: args };
  const part = args[at + 1];
  if (!partsOfLongRun.includes(part)) throw new Refusal(`--part takes one of: ${partsOfLongRun.join(', ')}`);
  return { parts: [part], filters: args.toSpliced(at, 2) };
}

const isJourney = (arg) => /^(\.\/)?e2e(\/|$)/.test(arg);
