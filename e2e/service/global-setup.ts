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
  return async () => {
    await service.stop();
    report(service.printed());
  };
}

/** Prints what the service logged as its own failures: the cause of a fault that a browser saw. */
function report(printed: string): void {
  const failures = printed.split('\n').filter((line) => /"level":[56]0/.test(line));
  // oxlint-disable-next-line no-console -- the run's own output
  if (failures.length > 0) console.log(`The service logged failures:\n${failures.join('\n')}`);
}
