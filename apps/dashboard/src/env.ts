import 'server-only';

import { type AppEnv, readAppEnv } from '@goal/ui/server/app-env.ts';

export type DashboardEnv = Pick<AppEnv, 'apiUrl' | 'apiPublicUrl' | 'isSecure'> & {
  /** The path of the API's REST surface: `/v1/goal`. */
  apiBasePath: string;
  /** The origin at which browsers open the dashboard: `http://localhost:3001`. */
  origin: string;
  /** What this process proves itself with when it asks `entry.*` (rulings §10.8). */
  doorProof: string;
  /** How many proxies of the operator stand in front of the dashboard. */
  trustedProxies: number;
};

let known: DashboardEnv | undefined;

/** The dashboard's settings, read once. Throws with the first fault. */
export function env(): DashboardEnv {
  known ??= read();
  return known;
}

function read(): DashboardEnv {
  const { apiUrl, apiPublicUrl, publicOrigin, isSecure, secrets } = readAppEnv(process.env, {
    url: 'DASHBOARD_URL',
    secret: 'DASHBOARD_DOOR',
  });
  if (publicOrigin === undefined) throw new Error('DASHBOARD_URL must be the origin of the dashboard');
  const apiBasePath = process.env['GOAL_API_BASE_PATH'];
  if (apiBasePath === undefined) throw new Error('GOAL_API_BASE_PATH must be the path of the API');
  const trustedProxies = Number(process.env['TRUSTED_PROXIES'] ?? 0);
  return { apiUrl, apiBasePath, apiPublicUrl, isSecure, origin: publicOrigin, doorProof: secrets[0], trustedProxies };
}
