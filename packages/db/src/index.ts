export { openDatabase, type Database, type DatabaseOptions } from './database.ts';
export { startEmbedded, type Embedded, type EmbeddedOptions } from './embedded/start-embedded.ts';
export { isUnavailable, uniqueViolation } from './faults.ts';
export * from './generated/client.ts';
export { migrate } from './migrate/migrate.ts';
export { createDatabaseLine } from './prepare/create-database-line.ts';
export { isReady, prepareDatabase, type Prepared, type PrepareOptions } from './prepare/prepare-database.ts';
export { StartupError } from './startup-error.ts';
export { transaction, type Tx } from './transaction.ts';
