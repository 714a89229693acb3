import 'server-only';

import { type AppEnv, readAppEnv } from '@goal/ui/server/app-env.ts';

let known: AppEnv | undefined;

/** The console's settings, read once. Throws with the first fault. */
export function env(): AppEnv {
  known ??= readAppEnv(process.env, { url: 'CONSOLE_URL', secret: 'CONSOLE_SECRET' });
  return known;
}
