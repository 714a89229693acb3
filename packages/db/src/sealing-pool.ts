import { FairPool } from './fair-pool.ts';
import { HungConnections } from './hung-connections.ts';
import { Lives } from './lives.ts';
import { defaultLimits, limitsOf, pools, sealerName, sessionSettings, types } from './session-settings.ts';
import type { Topology } from './topology.ts';

export type SealingPool = { pool: FairPool; close: () => Promise<void> };

/**
 * Opens the pool of `Database.sealing` alone, for a thread that loads nothing else of this package.
 * Connects when it is first used.
 */
export function openSealingPool({
  url,
  name,
  topology,
}: {
  url: string;
  name: string;
  topology: Topology;
}): SealingPool {
  const limits = limitsOf('sealing', defaultLimits);
  const hung = new HungConnections();
  const pool = new FairPool({
    connectionString: url,
    application_name: sealerName(name),
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.queryMs,
    statementTimeoutMs: limits.statementMs,
    sessionSettings: () => Promise.resolve(sessionSettings('sealing', topology, limits)),
    ...pools.sealing,
    queueTimeoutMs: limits.queueMs,
    // No request waits for a statement here, so none is cancelled.
    cancel: () => Promise.resolve(),
    types,
    lives: new Lives(),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', () => {});
  hung.watch(pool);
  return { pool, close: () => pool.end() };
}
