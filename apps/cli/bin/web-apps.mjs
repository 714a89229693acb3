/** The web apps: folders of `apps` that Next builds, and that the service starts beside the API. */
export const webApps = ['console', 'dashboard'];

/**
 * The web apps that a start with this environment runs: `CONSOLE_PORT=off` leaves the console out,
 * `DASHBOARD_PORT=off` the dashboard.
 */
export const startedApps = (env) => webApps.filter((name) => env[`${name.toUpperCase()}_PORT`] !== 'off');
