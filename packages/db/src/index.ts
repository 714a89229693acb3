export { Allowance, withAllowance } from './allowance.ts';
export { BackupError } from './backup/backup-error.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { writeBackup, type BackupSummary } from './backup/write-backup.ts';
export type { Channel } from './channel.ts';
export { copyMessage, copyText, withValues, type CopiedText } from './copy-text.ts';
export {
  openDatabase,
  serverName,
  type Acknowledging,
  type Database,
  type DatabaseOptions,
  type Mark,
  type TablesClient,
} from './database.ts';
export { distributedTables } from './distribute/conditions.ts';
export { defaultShards, distribute, shardsMax } from './distribute/distribute.ts';
export { checkWorkers, readCluster, type Cluster } from './distribute/workers.ts';
export { readRisks } from './durability.ts';
export { startEmbedded } from './embedded/start-embedded.ts';
export { isOutOfTime, isOverload, isTimeout, isUnavailable, isUndone, uniqueViolation } from './faults.ts';
export { freePort } from './free-port.ts';
export * from './generated/client.ts';
export { hearChanges } from './hear-changes.ts';
export { LifeEndedError } from './lives.ts';
export { createDatabaseLine } from './prepare/create-database-line.ts';
export {
  explainedStart,
  isReady,
  prepareDatabase,
  reachDatabase,
  type Prepared,
  type Reached,
} from './prepare/prepare-database.ts';
export { rows, timestamp, wireTime, type Queryable, type Statement } from './rows.ts';
export { openSealingPool } from './sealing-pool.ts';
export { queueTimeoutMs, sealerName } from './session-settings.ts';
export { StartupError } from './startup-error.ts';
export type { Topology } from './topology.ts';
export { transaction, type Tx } from './transaction.ts';
