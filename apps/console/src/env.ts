import 'server-only';

export type ConsoleEnv = {
  /** Origin of the API: `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** Address of the API for customers, with its path; undefined if it is not known. */
  apiPublicUrl: string | undefined;
  /** The public origin, if it is configured; otherwise the Host header of each request counts. */
  publicOrigin: string | undefined;
  /** Whether the session cookie may be sent over https only. */
  secure: boolean;
  /** Passwords that seal the session cookie, newest first. */
  secrets: readonly [string, ...string[]];
};

let known: ConsoleEnv | undefined;

/**
 * The settings that the launcher has checked and passed on, read once. Throws with the first fault.
 */
export function env(): ConsoleEnv {
  known ??= read(process.env);
  return known;
}

function read(from: NodeJS.ProcessEnv): ConsoleEnv {
  const apiUrl = from['GOAL_API_URL'];
  if (!apiUrl) throw new Error('GOAL_API_URL must be the origin of the API');
  const [newest, ...older] = (from['CONSOLE_SECRET'] ?? '').split(',').map((one) => one.trim());
  if (newest === undefined || [newest, ...older].some((one) => one.length < 32))
    throw new Error('CONSOLE_SECRET must be one or more passwords of at least 32 characters, separated by commas');
  const publicOrigin = from['CONSOLE_URL'] ? new URL(from['CONSOLE_URL']).origin : undefined;
  const apiPublicUrl = from['GOAL_API_PUBLIC_URL'] || undefined;
  return {
    apiUrl,
    apiPublicUrl,
    publicOrigin,
    secure: publicOrigin?.startsWith('https:') ?? false,
    secrets: [newest, ...older],
  };
}
