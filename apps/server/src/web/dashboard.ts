import type { Env } from '../env.ts';
import { type Around, launchApp, type Launched, portFor } from './launch.ts';

type DashboardSettings = Around['env'] &
  Pick<Env, 'dashboardPort' | 'dashboardUrl' | 'consoleUrl' | 'consolePort' | 'trustedProxies'>;

/**
 * The environment with a dashboard port that is known. Links and passkeys are bound to the
 * dashboard's address (rulings §10.1), so «any free port» is chosen before anything makes one.
 */
export async function withDashboardPort<Given extends Pick<Env, 'dashboardPort' | 'host'>>(env: Given): Promise<Given> {
  if (env.dashboardPort !== 0) return env;
  return { ...env, dashboardPort: await portFor({ name: 'dashboard', port: 0 }, env.host) };
}

/**
 * Starts the customers' dashboard (launch.ts). DASHBOARD_PORT=off starts none. Its process gets the
 * proof with which it asks `entry.*`, and not the secret behind it, which opens second factors too.
 */
export function launchDashboard(
  env: DashboardSettings,
  doorProof: string,
  around: Omit<Around, 'env'>,
): Promise<Launched> {
  const { dashboardPort: port, dashboardUrl: publicUrl, trustedProxies } = env;
  if (port === 'off') return Promise.resolve({});
  warn(env, around);
  return launchApp(
    {
      name: 'dashboard',
      port,
      publicUrl,
      // Browsers make no passkey on 127.0.0.1.
      printedHost: 'localhost',
      typedSecrets: 'passwords',
      environment: async (url) => ({
        DASHBOARD_URL: url,
        DASHBOARD_DOOR: doorProof,
        GOAL_API_BASE_PATH: env.basePath,
        TRUSTED_PROXIES: String(trustedProxies),
      }),
    },
    { ...around, env },
  );
}

function warn(
  { dashboardUrl, consoleUrl, consolePort, trustedProxies }: DashboardSettings,
  { log }: Pick<Around, 'log'>,
): void {
  if (dashboardUrl === undefined) return;
  if (
    consolePort !== 'off' &&
    consoleUrl !== undefined &&
    new URL(consoleUrl).hostname === new URL(dashboardUrl).hostname
  )
    log.warn(
      'CONSOLE_URL and DASHBOARD_URL share a host: browsers send the cookies of one to the other, whatever the port. Give them different hosts.',
    );
  if (trustedProxies === 0)
    log.warn(
      'DASHBOARD_URL is set and TRUSTED_PROXIES is 0: behind a proxy all visitors count as one address, and share one brake on sign-ins. Set TRUSTED_PROXIES to the number of your proxies in front of the dashboard.',
    );
}
