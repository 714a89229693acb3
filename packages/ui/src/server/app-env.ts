import 'server-only';

export type AppEnv = {
  /** Origin of the API: `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** The path of the API's REST surface: `/v1/goal`. */
  apiBasePath: string;
  /** Address of the API for customers, with its path; undefined if it is not known. */
  apiPublicUrl: string | undefined;
  /** The public origin, if it is configured; otherwise the Host header of each request counts. */
  publicOrigin: string | undefined;
  /** Whether browsers come over https, and the session's cookie may be sent over nothing else. */
  isSecure: boolean;
  /** What this process proves itself with when it asks `entry.*` (rulings §8, §10.8). */
  doorProof: string;
};

/** The settings, which apps/server/src/web/launch.ts has checked. Throws with the first fault. */
export function readAppEnv(from: Readonly<Record<string, string | undefined>>, app: 'CONSOLE' | 'DASHBOARD'): AppEnv {
  const [apiUrl, apiBasePath, url] = [from['GOAL_API_URL'], from['GOAL_API_BASE_PATH'], from[`${app}_URL`]];
  if (!apiUrl) throw new Error('GOAL_API_URL must be the origin of the API');
  if (apiBasePath === undefined) throw new Error('GOAL_API_BASE_PATH must be the path of the API');
  const [doorProof = '', ...older] = (from[`${app}_DOOR`] ?? '').split(',').map((one) => one.trim());
  if ([doorProof, ...older].some((one) => one.length < 32))
    throw new Error(`${app}_DOOR must be one or more passwords of at least 32 characters, separated by commas`);
  const publicOrigin = url ? new URL(url).origin : undefined;
  return {
    apiUrl,
    apiBasePath,
    apiPublicUrl: from['GOAL_API_PUBLIC_URL'] || undefined,
    publicOrigin,
    isSecure: publicOrigin?.startsWith('https:') ?? false,
    doorProof,
  };
}
