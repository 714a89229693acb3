import 'server-only';

export type ConsoleEnv = {
  /** Origin of the API: `http://127.0.0.1:4000`. */
  apiUrl: string;
  /** What customers call the API by, with its path; undefined where nobody knows. */
  apiPublicUrl: string | undefined;
  /** The public origin, if it was given; without it that of each request's Host counts. */
  publicOrigin: string | undefined;
  /** Whether the session's cookie may travel over https only. */
  secure: boolean;
  /** Passwords of the session's cookie, newest first: never empty. */
  secrets: readonly [string, ...string[]];
};

let known: ConsoleEnv | undefined;

/** What the launcher says, read once; it has judged it. Throws with the first fault. */
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
