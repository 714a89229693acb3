import 'server-only';

import { type AppEnv, readAppEnv } from '@goal/ui/server/app-env.ts';

let known: AppEnv | undefined;

/** The console's settings, read once. Throws with the first fault. */
export const env = (): AppEnv => (known ??= readAppEnv(process.env, 'CONSOLE'));
