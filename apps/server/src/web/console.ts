import type { Env } from '../env.ts';
import { keptSecret } from '../kept-secret.ts';
import { type Around, launchApp, type Launched } from './launch.ts';

type Settings = Around['env'] & Pick<Env, 'consolePort' | 'consoleUrl' | 'consoleSecret' | 'dataDir'>;

/** Starts the operator console (launch.ts). CONSOLE_PORT=off starts none. */
export async function launchConsole(env: Settings, around: Omit<Around, 'env'>): Promise<Launched> {
  const { consolePort: port, consoleUrl: publicUrl, dataDir } = env;
  if (port === 'off') return {};
  const environment = async (): Promise<Record<string, string>> => ({
    CONSOLE_SECRET: env.consoleSecret ?? (await keptSecret(dataDir, 'console-secret')),
    GOAL_API_BASE_PATH: env.basePath,
    ...(publicUrl === undefined ? {} : { CONSOLE_URL: publicUrl }),
  });
  return launchApp({ name: 'console', port, publicUrl, typedSecrets: 'admin tokens', environment }, { ...around, env });
}
