import { openDatabase, type Database, type DatabaseLimits, type DatabaseOptions } from '../database.ts';
import { waitLimitMs } from './waiting.ts';

/** Every one of them a safety net: a statement that a slow machine is long at is no fault. */
const limits: DatabaseLimits = {
  connectMs: waitLimitMs,
  queryMs: waitLimitMs,
  statementMs: waitLimitMs,
  lockMs: waitLimitMs,
  idleInTransactionMs: waitLimitMs,
  queueMs: waitLimitMs,
};

/** A database as core works with it, for tests that are not about its limits of time. */
export const openPatientDatabase = (options: Omit<DatabaseOptions, 'limits'>): Database =>
  openDatabase({ ...options, limits });
