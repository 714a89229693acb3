import type { Env } from '../env.ts';
import { type Around, launchApp, type Launched } from './launch.ts';

type ConsoleSettings = Around['env'] & Pick<Env, 'consolePort' | 'consoleUrl'>;

/**
 * Starts the operator console (launch.ts). CONSOLE_PORT=off starts none. Its process gets the proof
 * with which it asks `entry.operator`.
 */
export async function launchConsole(
  env: ConsoleSettings,
  doorProof: string,
  around: Omit<Around, 'env'>,
): Promise<Launched> {
  const { consolePort: port, consoleUrl: publicUrl } = env;
  if (port === 'off') return {};
  const environment = async (): Promise<Record<string, string>> => ({
    CONSOLE_DOOR: doorProof,
    GOAL_API_BASE_PATH: env.basePath,
    ...(publicUrl === undefined ? {} : { CONSOLE_URL: publicUrl }),
  });
  return launchApp({ name: 'console', port, publicUrl, typedSecrets: 'admin tokens', environment }, { ...around, env });
}
