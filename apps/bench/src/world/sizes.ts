/** How large a data set is, and how it is skewed. `largestShare`: of all events, those of the first account. */
export type Size = {
  events: number;
  accounts: number;
  sites: number;
  sitesOfLargest: number;
  largestShare: number;
};

/** That of docs/decisions/010-event-store.md: only the number of events differs, so that a page is as full at either. */
const fleet = { accounts: 2000, sites: 20_000, sitesOfLargest: 3000, largestShare: 0.15 };

export const sizes = {
  smoke: { events: 200_000, accounts: 40, sites: 400, sitesOfLargest: 100, largestShare: 0.15 },
  '1m': { ...fleet, events: 1_000_000 },
  '30m': { ...fleet, events: 30_000_000 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof sizes;
