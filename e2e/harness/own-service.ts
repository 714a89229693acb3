import { createAdminToken } from '../service/goal.ts';
import { type Session, signIn } from '../service/sign-in.ts';
import { startService, type Service } from '../service/start-service.ts';
import { testLimitMs } from '../service/until.ts';
import { watchFaults } from './faults.ts';
import { expect, test as base } from './test.ts';

export type OwnService = Service & {
  /** Token of an operator who may write. */
  token: string;
  sessions: { operator: Session; reader: Session };
};

/**
 * A test with a service that only its file uses, for state that all accounts share. The tests of
 * the file run in order.
 */
export const test = base.extend<object, { own: OwnService }>({
  own: [
    // Playwright reads a fixture's dependencies from this pattern and accepts no other first
    // argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startService();
      try {
        const { token } = await createAdminToken(service.dataDir, 'operator', 'admin:write');
        const reader = await createAdminToken(service.dataDir, 'reader', 'admin:read');
        const [first, second] = [
          await signIn(service.console, token),
          await signIn(service.console, reader.token),
        ] as const;
        await use({ ...service, token, sessions: { operator: first, reader: second } });
      } finally {
        await service.stop();
      }
    },
    { scope: 'worker', timeout: testLimitMs },
  ],
  baseURL: async ({ own }, use) => use(own.console),
  storageState: async ({ own, as }, use) => use(as === 'reader' ? own.sessions.reader : own.sessions.operator),
  faults: async ({ context, own }, use) => {
    const faults = await watchFaults(context, own.console);
    await use(faults);
    expect(faults.found(), 'faults in the browser').toEqual([]);
  },
});
