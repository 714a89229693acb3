export { Allowance, withAllowance } from './allowance.ts';
export { openDatabase, serverName, type Database } from './database.ts';
export { startEmbedded } from './embedded/start-embedded.ts';
export { isOverload, isUnavailable, uniqueViolation } from './faults.ts';
export * from './generated/client.ts';
export { createDatabaseLine } from './prepare/create-database-line.ts';
export { isReady, prepareDatabase, type Prepared } from './prepare/prepare-database.ts';
export { StartupError } from './startup-error.ts';
export { transaction, type Tx } from './transaction.ts';
