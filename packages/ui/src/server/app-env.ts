import 'server-only';

export type AppEnv = {
  /** Origin of the API: `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** Address of the API for customers, with its path; undefined if it is not known. */
  apiPublicUrl: string | undefined;
  /** The public origin, if it is configured; otherwise the Host header of each request counts. */
  publicOrigin: string | undefined;
  /** Whether browsers come over https, and the session's cookie may be sent over nothing else. */
  isSecure: boolean;
  /** Passwords of at least 32 characters, newest first. */
  secrets: readonly [string, ...string[]];
};

/** The variables that each app names after itself: `CONSOLE_URL`, `CONSOLE_DOOR`. */
type Names = { url: string; secret: string };

/** The settings, which apps/server/src/web/launch.ts has checked. Throws with the first fault. */
export function readAppEnv(from: Readonly<Record<string, string | undefined>>, names: Names): AppEnv {
  const apiUrl = from['GOAL_API_URL'];
  if (!apiUrl) throw new Error('GOAL_API_URL must be the origin of the API');
  const [newest, ...older] = (from[names.secret] ?? '').split(',').map((one) => one.trim());
  if (newest === undefined || [newest, ...older].some((one) => one.length < 32))
    throw new Error(`${names.secret} must be one or more passwords of at least 32 characters, separated by commas`);
  const url = from[names.url];
  const publicOrigin = url ? new URL(url).origin : undefined;
  return {
    apiUrl,
    apiPublicUrl: from['GOAL_API_PUBLIC_URL'] || undefined,
    publicOrigin,
    isSecure: publicOrigin?.startsWith('https:') ?? false,
    secrets: [newest, ...older],
  };
}
