import {
  DomainError,
  fieldError,
  type ConsistencyQuery,
  type ConsistencyView,
  type LogKeysView,
  type LogView,
  type OperatorLogView,
} from '@goal/contract';
import { consistencyPlan, proofHashes } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import type { Core } from '../../core.ts';
import { behindSecondsOf } from '../seal/find-unsealed.ts';
import { newestHead, type LogHead } from '../entries/log-head.ts';
import { publicKeys } from '../keys/log-keys.ts';
import { nodesOfLog } from '../entries/log-nodes.ts';
import { beginningOf, rootOf, vkeysOf } from '../entries/log-view.ts';
import { witnessesOf } from '../witness/witnessed.ts';

type LogOwner = { rowId: number };

/**
 * GET /account/log: the state of the account's newest log (rulings §16.2). Throws `not_sealed`.
 */
export async function getLog(core: Core, account: LogOwner): Promise<LogView> {
  const { pages } = core.db;
  const head = await headOf(core, account);
  const keys = await publicKeys(pages);
  return {
    origin: head.origin,
    size: head.size,
    root: rootOf(head),
    checkpoint: head.checkpoint,
    sealed_at: head.sealedAt,
    behind_seconds: await behindSecondsOf(pages, account.rowId),
    vkeys: await vkeysOf(pages, head),
    key_kept: keys.at(-1)?.isInDatabase === true ? 'database' : 'environment',
    ...(await beginningOf(pages, account.rowId, head)),
    witnesses: await witnessesOf(pages, core.events.log.witnesses, { account: account.rowId, ...head }),
  };
}

/** GET /account/log/checkpoint (rulings §16.3). Throws `not_sealed`. */
export async function getCheckpoint(core: Core, account: LogOwner): Promise<string> {
  return (await headOf(core, account)).checkpoint;
}

/**
 * GET /account/log/consistency: the proof that the log at one size is the beginning of that at
 * another (rulings §16.4). Throws `not_sealed`.
 */
export async function getConsistency(
  core: Core,
  account: LogOwner,
  { from, to: given }: ConsistencyQuery,
): Promise<ConsistencyView> {
  const head = await headOf(core, account);
  const to = given ?? head.size;
  if (from > head.size) throw fieldError('invalid from');
  if (to > head.size || to < from) throw fieldError('invalid to');
  const plan = consistencyPlan(from, to);
  const hashOf = await nodesOfLog(core.db.pages, { account: account.rowId, log: head.log }, plan.flat());
  return { from, to, hashes: proofHashes(sha256, plan, hashOf).map((hash) => btoa(hash)) };
}

/**
 * GET /log-keys: the public keys that sign and signed the logs, the oldest first (rulings §16.7).
 */
export async function listLogKeys({ db }: Core): Promise<LogKeysView> {
  const keys = await publicKeys(db.lookups);
  return {
    keys: keys.map(({ publicKey, from, until }) => ({
      public: Buffer.from(publicKey).toString('base64'),
      from,
      until: until ?? null,
    })),
  };
}

/**
 * GET /admin/accounts/{id}/log: how the log is, and nothing of what it says (rulings §16.8). Throws
 * `not_sealed`.
 */
export async function getAccountLog(core: Core, account: LogOwner): Promise<OperatorLogView> {
  const head = await headOf(core, account);
  return {
    origin: head.origin,
    size: head.size,
    sealed_at: head.sealedAt,
    behind_seconds: await behindSecondsOf(core.db.pages, account.rowId),
    witnesses: await witnessesOf(core.db.pages, core.events.log.witnesses, { account: account.rowId, ...head }),
  };
}

/**
 * The newest log of an account. One that is yet to begin, as after an upgrade, begins now. Throws
 * `not_sealed` while nothing may be sealed.
 */
export async function headOf({ db, events }: Core, { rowId }: LogOwner): Promise<LogHead> {
  const head = await newestHead(db.pages, rowId);
  if (head !== undefined) return head;
  if (!events.log.isOn) throw new DomainError('not_sealed', { retryAfter: events.log.seconds });
  await events.log.seal(rowId).catch((error: unknown) => {
    throw new DomainError('not_sealed', { retryAfter: events.log.seconds, cause: error });
  });
  const begun = await newestHead(db.pages, rowId);
  if (begun === undefined) throw new DomainError('not_sealed', { retryAfter: events.log.seconds });
  return begun;
}
