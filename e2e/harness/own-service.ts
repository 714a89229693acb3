import { openWorld } from '../service/open-world.ts';
import { startService, type Service } from '../service/start-service.ts';
import { testLimitMs } from '../service/until.ts';
import { publish } from '../service/world.ts';
import { inUsedTab } from './test.ts';

export type OwnService = Service & {
  /** Token of an operator who may write. */
  token: string;
};

/**
 * A test at the console of a service that only its file uses, for state that all accounts share.
 * Its worker is its own, and `world()` is that service there. The tests of the file run in order.
 */
export const test = inUsedTab.extend<object, { own: OwnService }>({
  own: [
    // Playwright reads a fixture's dependencies from this pattern and accepts no other first
    // argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startService({ DASHBOARD_PORT: 'off' });
      try {
        const world = await openWorld(service);
        publish(world);
        await use({ ...service, token: world.tokens.operator.token });
      } finally {
        await service.stop();
      }
    },
    // Before every other fixture: they ask for the world.
    { scope: 'worker', auto: true, timeout: testLimitMs },
  ],
});
