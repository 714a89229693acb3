import type { AdminToken } from './goal.ts';
import type { Session } from './sign-in.ts';

/** The service that all tests of a run share, and the tokens and sessions of its operators. */
export type World = {
  api: string;
  console: string;
  dashboard: string;
  dataDir: string;
  /** Stripe's double, and the secret that signs what it tells the service. */
  stripe: { url: string; secret: string };
  /** The tokens of an operator who may write and of one who may only read, and their sessions. */
  tokens: { operator: AdminToken; reader: AdminToken };
  sessions: { operator: Session; reader: Session };
};

const variable = 'GOAL_E2E_WORLD';

/**
 * Publishes a world: to the workers, which inherit the environment of the global setup, or in a
 * worker whose tests have a service of their own.
 */
export function publish(world: World): void {
  process.env[variable] = JSON.stringify(world);
}

/** The world of this run. Throws outside of a run. */
export function world(): World {
  const text = process.env[variable];
  if (text === undefined) throw new Error('There is no service: this runs under Playwright only.');
  // Written by `publish`.
  return JSON.parse(text) as World;
}
