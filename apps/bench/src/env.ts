/**
 * The environment of a program that the bench starts: the system's paths and the given variables,
 * but no setting from the user's shell.
 */
export function environmentWith(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot, TMPDIR } = process.env;
  return { PATH, HOME, SystemRoot, TMPDIR, NODE_ENV: 'production', ...own };
}

/** The path of a Chromium, if CHROMIUM_PATH names one. */
export const chromiumPath = (): string | undefined => process.env['CHROMIUM_PATH'];

/** The database that the bare server reads. */
export const databaseUrl = (): string => process.env['DATABASE_URL'] ?? '';
