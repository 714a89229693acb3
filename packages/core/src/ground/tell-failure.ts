import { isUnavailable } from '@goal/db';

/** The form of a pino logger. */
export type FailureLog = Record<'warn' | 'error', (detail: object, message: string) => void>;

/** Tells a failure beside the requests; of a database that is away or full, one line of warning. */
export function tellFailure(
  log: FailureLog,
  error: unknown,
  { what, otherwise }: { what: string; otherwise: 'warn' | 'error' },
): void {
  if (!isUnavailable(error)) return log[otherwise]({ err: error }, what);
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ reason }, `${what}: the database is out of reach, or takes too long`);
}
