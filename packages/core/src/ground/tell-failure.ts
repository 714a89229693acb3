import { isUnavailable } from '@goal/db';

/** The form of a pino logger. */
export type FailureLog = Record<'warn' | 'error', (detail: object, message: string) => void>;

/**
 * Tells that work beside the requests failed. A database that is out of reach, or full of others'
 * work, is no fault of the service: it is a warning of one line. `otherwise` is the level of
 * everything else, with its stack.
 */
export function tellFailure(
  log: FailureLog,
  error: unknown,
  { what, otherwise }: { what: string; otherwise: 'warn' | 'error' },
): void {
  if (!isUnavailable(error)) return log[otherwise]({ err: error }, what);
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ reason }, `${what}: the database is out of reach, or takes too long`);
}
