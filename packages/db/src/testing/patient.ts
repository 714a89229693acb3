import { openDatabase, type Database, type DatabaseOptions } from '../database.ts';
import type { DatabaseLimits } from '../session-settings.ts';
import { pathOfTests } from './path.ts';
import { waitLimitMs } from './waiting.ts';

/** Safety nets only: a statement that takes long on a slow machine is no failure. */
const limits: DatabaseLimits = {
  connectMs: waitLimitMs,
  queryMs: waitLimitMs,
  statementMs: waitLimitMs,
  lockMs: waitLimitMs,
  idleInTransactionMs: waitLimitMs,
  queueMs: waitLimitMs,
};

/** A database as core uses it, for tests that are not about its time limits. */
export const openPatientDatabase = (options: Omit<DatabaseOptions, 'limits'>): Database =>
  openDatabase({ ...pathOfTests(), ...options, limits });
