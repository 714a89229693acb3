import { createAdminToken } from './goal.ts';
import { signIn } from './sign-in.ts';
import { startService } from './start-service.ts';
import { publish } from './world.ts';

/**
 * Starts one service for the whole run, with an operator who may write and one who may only read.
 * Returns how to stop it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService();
  try {
    const { api, console, dashboard, dataDir } = service;
    const [operator, reader] = await Promise.all([
      createAdminToken(dataDir, 'operator', 'admin:write'),
      createAdminToken(dataDir, 'reader', 'admin:read'),
    ]);
    const [first, second] = await Promise.all([signIn(console, operator.token), signIn(console, reader.token)]);
    publish({
      api,
      console,
      dashboard,
      dataDir,
      tokens: { operator, reader },
      sessions: { operator: first, reader: second },
    });
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service.stop;
}
