import { openWorld } from './open-world.ts';
import { startService } from './start-service.ts';
import { publish } from './world.ts';

/**
 * Starts one service for the whole run, with an operator who may write and one who may only read.
 * Returns how to stop it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService();
  try {
    publish(await openWorld(service));
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service.stop;
}
