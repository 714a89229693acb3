import { freePort, type Prepared } from '@goal/db';

import type { Env } from '../env.ts';
import type { Logger } from '../log.ts';
import type { Service } from '../serve.ts';
import { Processes } from './processes.ts';
import { SharedState } from './shared-state.ts';

/**
 * Serves by several processes behind one port (docs/decisions/101-all-cores.md). Throws
 * `StartupError` as `serve` does.
 */
export async function serveTogether(
  env: Env,
  database: Pick<Prepared, 'url' | 'connections'>,
  log: Logger,
): Promise<Service> {
  const { instances, dashboardPort } = env;
  const beginning = { ...database, port: await portOf(env), dashboardPort, processes: instances };
  const processes = new Processes(beginning, new SharedState(), log);
  try {
    return { ...(await processes.start()), stop: () => processes.stop() };
  } catch (error) {
    await processes.stop();
    throw error;
  }
}

/** «Any free port» is chosen here, so that a process that is replaced listens on the same one. */
async function portOf({ port, host }: Pick<Env, 'port' | 'host'>): Promise<number> {
  return port === 0 ? ((await freePort(host)) ?? 0) : port;
}
