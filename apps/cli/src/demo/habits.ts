import type { Person, Trade } from './agency.ts';
import type { Code } from './kinds.ts';

/** A sequence of steps that a person takes on one object; `weight` says how often. */
export type Task = { weight: number; steps: readonly Code[] };

const writing: readonly Task[] = [
  { weight: 6, steps: [2000, 2065, 2010, 2130, 2016, 2119, 2001] },
  { weight: 12, steps: [2100, 2065, 2065, 2002] },
  { weight: 3, steps: [2100, 2086, 2017, 10509] },
  { weight: 3, steps: [2100, 8801, 8802, 2065] },
  { weight: 2, steps: [2000, 2065, 2065, 2074] },
  { weight: 3, steps: [2010, 2010, 2010, 2011] },
  { weight: 4, steps: [2090, 2092, 2094, 2090] },
  { weight: 1, steps: [2098, 2098] },
  { weight: 1, steps: [2012, 2014] },
  { weight: 1, steps: [2012] },
  { weight: 1, steps: [2023] },
  { weight: 1, steps: [2025] },
];

const byTrade: Record<Trade, readonly Task[]> = {
  shop: [
    { weight: 20, steps: [9154, 9036, 9155, 9154, 9036] },
    { weight: 6, steps: [9072, 9019, 9018] },
    { weight: 4, steps: [9072, 9016] },
    { weight: 2, steps: [9000, 9016, 2010, 9001] },
    { weight: 2, steps: [9162, 9162] },
    { weight: 1, steps: [9154, 9041, 9155] },
    { weight: 1, steps: [9063, 9065] },
    { weight: 0.3, steps: [9123] },
  ],
  local: [
    { weight: 8, steps: [5507, 5507] },
    { weight: 3, steps: [5504, 5504] },
    { weight: 1, steps: [5500, 5517] },
  ],
  community: [
    { weight: 4, steps: [11201, 11201] },
    { weight: 4, steps: [8014] },
    { weight: 1, steps: [6201] },
    { weight: 0.3, steps: [11206] },
  ],
};

const keeping: readonly Task[] = [
  { weight: 4, steps: [2079, 2085] },
  { weight: 2, steps: [2080] },
  { weight: 2, steps: [2042, 2043] },
  { weight: 3, steps: [5004, 5004] },
  { weight: 2, steps: [6068] },
  { weight: 2, steps: [6013] },
  { weight: 1, steps: [5000, 5001] },
  { weight: 1, steps: [5002, 5001] },
  { weight: 1, steps: [4029, 4004] },
  { weight: 0.5, steps: [4002] },
  { weight: 0.5, steps: [6008] },
  { weight: 0.3, steps: [6003] },
];

const own: readonly Task[] = [
  { weight: 0.4, steps: [4003] },
  { weight: 0.2, steps: [4005] },
  { weight: 0.2, steps: [7808] },
];

/** The tasks of a person on a site of this trade. */
export function tasksOf({ role }: Person, trade: Trade): readonly Task[] {
  if (role === 'administrator') return [...writing, ...byTrade[trade], ...keeping, ...own];
  if (role === 'shop manager') return [...byTrade[trade], ...own];
  if (role === 'author') return [...writing, ...own];
  return [...writing, ...byTrade[trade], ...own];
}

/**
 * An event that no user of the site causes, and how often it happens on a working day and at the
 * weekend, on a site of normal size.
 */
export type Visit = {
  code: Code;
  often: readonly [low: number, high: number];
  weekend: readonly [low: number, high: number];
};

const everywhere: readonly Visit[] = [
  { code: 2126, often: [0, 2], weekend: [0, 2] },
  { code: 1003, often: [0, 4], weekend: [0, 4] },
  { code: 1002, often: [0, 2], weekend: [0, 1] },
  { code: 6069, often: [4, 4], weekend: [4, 4] },
  { code: 5034, often: [0, 1], weekend: [0, 0] },
  { code: 5032, often: [0, 1], weekend: [0, 1] },
];
const visits: Record<Trade, readonly Visit[]> = {
  shop: [
    { code: 9035, often: [5, 11], weekend: [6, 12] },
    { code: 9160, often: [0, 2], weekend: [0, 2] },
  ],
  local: [{ code: 5523, often: [2, 6], weekend: [0, 3] }],
  community: [
    { code: 11020, often: [2, 8], weekend: [2, 9] },
    { code: 6254, often: [0, 2], weekend: [0, 2] },
    { code: 6250, often: [0, 1], weekend: [0, 1] },
    { code: 6252, often: [0, 1], weekend: [0, 0] },
  ],
};

export const visitsOf = (trade: Trade): readonly Visit[] => [...everywhere, ...visits[trade]];
