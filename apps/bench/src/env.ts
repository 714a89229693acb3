/** The environment of a program that the bench starts: where the system finds its own, and what is named here; no setting of the person at the terminal. */
export function environmentWith(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot, TMPDIR } = process.env;
  return { PATH, HOME, SystemRoot, TMPDIR, NODE_ENV: 'production', ...own };
}

/** Where a Chromium is, if somebody says so. */
export const chromiumPath = (): string | undefined => process.env['CHROMIUM_PATH'];

/** Which database the bare server reads. */
export const databaseUrl = (): string => process.env['DATABASE_URL'] ?? '';
