import type { AdminToken } from './goal.ts';
import type { Session } from './sign-in.ts';

/** What every test of a run shares: one service, and who may sign in to it. */
export type World = {
  api: string;
  console: string;
  dataDir: string;
  /** A token that may write, one that may only read, and the sessions of both. */
  tokens: { operator: AdminToken; reader: AdminToken };
  sessions: { operator: Session; reader: Session };
};

const variable = 'GOAL_E2E_WORLD';

/** Playwright starts its workers with the environment as the global setup leaves it. */
export function publish(world: World): void {
  process.env[variable] = JSON.stringify(world);
}

/** The world of this run. Throws outside a run. */
export function world(): World {
  const text = process.env[variable];
  if (text === undefined) throw new Error('There is no service: this runs under Playwright only.');
  // Written by `publish`.
  return JSON.parse(text) as World;
}
