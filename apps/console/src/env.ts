import 'server-only';

import { type AppEnv, readAppEnv } from '@goal/ui/server/app-env.ts';

export type ConsoleEnv = Omit<AppEnv, 'secrets'> & {
  /** The path of the API's REST surface: `/v1/goal`. */
  apiBasePath: string;
  /** What this process proves itself with when it asks `entry.operator` (rulings §8). */
  doorProof: string;
};

let known: ConsoleEnv | undefined;

/** The console's settings, read once. Throws with the first fault. */
export function env(): ConsoleEnv {
  known ??= read();
  return known;
}

function read(): ConsoleEnv {
  const apiBasePath = process.env['GOAL_API_BASE_PATH'];
  if (apiBasePath === undefined) throw new Error('GOAL_API_BASE_PATH must be the path of the API');
  const { secrets, ...app } = readAppEnv(process.env, { url: 'CONSOLE_URL', secret: 'CONSOLE_DOOR' });
  return { ...app, apiBasePath, doorProof: secrets[0] };
}
