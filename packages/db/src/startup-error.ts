/**
 * An error that ends the start of a program. Its message is one or two sentences that say what to
 * do. It is printed unchanged and never contains a password.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code that Node and PostgreSQL put on an error (`EACCES`, `57P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
