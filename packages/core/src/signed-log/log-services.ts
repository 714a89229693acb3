import type { Database } from '@goal/db';

import { LogSizes } from './seal/log-sizes.ts';
import { cachedKeys } from './seal/cached-keys.ts';
import type { LogKey } from './keys/log-keys.ts';
import type { Sealing, SealOutcome } from './seal/seal-account.ts';
import { Sealer, type SealFigures, type SealNow } from './sealer/sealer.ts';
import { ThreadSealer } from './sealer/thread-sealer.ts';
import type { Witnesses } from './witness/witness-policy.ts';

/** The settings of the signed logs from the environment. */
export type LogSettings = {
  /** LOG_SEAL: whether logs are kept; true by default. */
  isOn?: boolean | undefined;
  /** LOG_ORIGIN: the part of a log's name before `/log/`. */
  origin?: string | undefined;
  /** LOG_KEY: the seeds of the keys that sign, the newest first. */
  seeds?: readonly Uint8Array[] | undefined;
  /** SEAL_SECONDS: the seconds after its commit within which an event is to be sealed. */
  seconds?: number | undefined;
  /** LOG_WITNESSES: who cosigns the log of logs; undefined: there is none. */
  witnesses?: Witnesses | undefined;
  /** Where the sizes that were signed are kept. */
  dataDir?: string | undefined;
  /**
   * The program of the thread that seals, and the database's address; without it this thread seals.
   */
  thread?: { program: URL; databaseUrl: string; application: string } | undefined;
};

const logDefaults = { origin: 'goal.invalid', seconds: 5 } as const;

/** What seals, in this thread or in another one. */
type LogSealer = {
  ring: (accounts: Iterable<number>) => void;
  seal: (account: number, options?: SealNow) => Promise<SealOutcome>;
  start(): void;
  stop(): Promise<void>;
  /** Seals what the logs of all accounts lack, once. */
  sealUnsealed(signal: AbortSignal): Promise<void>;
  readonly figures: SealFigures;
};

/** What verbs and the worker share about signed logs within a process. */
export type LogServices = {
  isOn: boolean;
  seconds: number;
  /** Who cosigns the log of logs; undefined: there is none. */
  witnesses: Witnesses | undefined;
  /** The keys of the logs. Throws `LogKeyError`. */
  keys(): Promise<readonly LogKey[]>;
  /** Accounts have new commits: their logs are sealed soon, if `start` was called. */
  stored(accounts: Iterable<number>): void;
  /** Seals an account, purges too if `withPurges`. Throws `LogKeyError` and `LogPutBackError`. */
  seal(account: number, options?: SealNow): Promise<SealOutcome>;
  /** Begins to seal behind the commits, or says that no logs are kept. */
  start(onError: (error: unknown) => void): void;
  /** Seals what the logs of all accounts lack, once, if logs are kept. */
  sealUnsealed(onError: (error: unknown) => void, signal: AbortSignal): Promise<void>;
  readonly figures: SealFigures;
  close(): Promise<void>;
};

/** Opens the means of the signed logs; nothing is sealed before `start` or `seal`. */
export async function openLogServices(
  db: Database,
  identity: string,
  {
    isOn = true,
    origin = logDefaults.origin,
    seeds = [],
    seconds = logDefaults.seconds,
    witnesses,
    dataDir,
    thread,
  }: LogSettings,
): Promise<LogServices> {
  const keys = cachedKeys(thread === undefined ? db.sealing : db.lookups, seeds);
  let tell = (_error: unknown): void => {};
  const onError = (error: unknown): void => tell(error);
  const options = { seconds, onError };
  const topology = await db.topology();
  const sealer: LogSealer =
    thread === undefined
      ? new Sealer({ pool: db.sealing, identity, origin, keys, sizes: new LogSizes(dataDir) }, options)
      : new ThreadSealer({ ...thread, topology, identity, origin, seeds, dataDir, seconds }, onError);
  let isStarted = false;
  return {
    isOn,
    seconds,
    witnesses,
    keys,
    stored(accounts) {
      if (isStarted) sealer.ring(accounts);
    },
    seal: (account, more) => sealer.seal(account, more),
    start(told) {
      tell = told;
      isStarted = isOn;
      if (isOn) sealer.start();
      else endLogs(db.sealing).catch(told);
    },
    async sealUnsealed(told, signal) {
      tell = told;
      if (isOn) await sealer.sealUnsealed(signal);
      else await endLogs(db.sealing);
    },
    get figures() {
      return sealer.figures;
    },
    close: () => sealer.stop(),
  };
}

/** While no logs are kept they lose track of the tails: once they are kept again, others begin. */
async function endLogs(pool: Sealing['pool']): Promise<void> {
  await pool.query('update log_head set era = 0 where era <> 0');
}
