/**
 * Whose tests the arguments of `npm test` name: each gets its list of arguments, or undefined where nothing of its own is to run. Paths that
 * begin with `e2e` are Playwright's. Where the first argument is one, everything goes there: options and their values stay beside it.
 */
export function share(args) {
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
