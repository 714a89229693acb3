/** The size and skew of a data set. `largestShare` is the largest account's share of all events. */
export type Size = {
  events: number;
  accounts: number;
  sites: number;
  sitesOfLargest: number;
  largestShare: number;
};

/**
 * The population of docs/decisions/010-event-store.md. `1m` and `30m` share it, so that only the
 * number of events differs.
 */
const population = { accounts: 2000, sites: 20_000, sitesOfLargest: 3000, largestShare: 0.15 };

export const sizes = {
  smoke: { events: 200_000, accounts: 40, sites: 400, sitesOfLargest: 100, largestShare: 0.15 },
  '1m': { ...population, events: 1_000_000 },
  '30m': { ...population, events: 30_000_000 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof sizes;
