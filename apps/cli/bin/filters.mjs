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

const isJourney = (arg) => /^(\.\/)?e2e(\/|$)/.test(arg);
