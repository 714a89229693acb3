import 'server-only';

import { type AppEnv, readAppEnv } from '@goal/ui/server/app-env.ts';

type DashboardEnv = Omit<AppEnv, 'publicOrigin'> & {
  /** The origin at which browsers open the dashboard: `http://localhost:3001`. */
  origin: string;
  /** How many proxies of the operator stand in front of the dashboard. */
  trustedProxies: number;
};

let known: DashboardEnv | undefined;

/** The dashboard's settings, read once. Throws with the first fault. */
export const env = (): DashboardEnv => (known ??= read());

function read(): DashboardEnv {
  const { publicOrigin: origin, ...app } = readAppEnv(process.env, 'DASHBOARD');
  if (origin === undefined) throw new Error('DASHBOARD_URL must be the origin of the dashboard');
  return { ...app, origin, trustedProxies: Number(process.env['TRUSTED_PROXIES'] ?? 0) };
}
