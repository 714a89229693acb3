import type { ActionName, BundleProgress, MemberLog, RecordedAction } from '@goal/contract';

import { listRecord } from '../action/list-record.ts';
import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import type { Member } from '../event/read/member-events.ts';
import { sessionKey } from '../export/session-key.ts';
import { transaction } from '../ground/act.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Caller } from '../ground/caller.ts';
import { getLog } from '../signed-log/read/get-log.ts';

/** Acts after which the log holds its events to another rule, or has another key. */
const rules = [
  'account.plan',
  'account.reseller',
  'database.restore',
  'event.redact',
  'hold.begin',
  'hold.end',
  'log.key',
  'redaction.begin',
  'site.delete',
] as const satisfies readonly ActionName[];
/** Acts by which a checkpoint left the service; a bundle holds the newest one. */
const copies = { 'log.copy': 'checkpoint', 'log.bundle': 'bundle' } as const;

const shownActs = 10;
/** Bundles that were cut off are no copies, so a few are looked at. */
const examinedCopies = 20;

/**
 * dashboard.log.get: the account's newest log, when it was last copied, and the newest acts that
 * bear on it (rulings §16.13). Throws `not_sealed`.
 */
export async function getMemberLog(core: Core, { account }: Caller): Promise<MemberLog> {
  const newest = async (actions: readonly ActionName[], limit: number): Promise<RecordedAction[]> =>
    (await listRecord(core, account, { actions }, { limit })).actions;
  const log = await getLog(core, account);
  const acts = await newest(rules, shownActs);
  const copy = (await newest(['log.copy', 'log.bundle'], examinedCopies)).find(isCopy);
  const copied = copy === undefined ? null : { at: copy.occurred_at, who: copy.who, what: copies[copy.action] };
  return { ...log, copied, acts };
}

const isCopy = (act: RecordedAction): act is RecordedAction & { action: keyof typeof copies } =>
  act.action === 'log.copy' || (act.action === 'log.bundle' && act.detail?.['complete'] === true);

/**
 * dashboard.log.copied: records that a member copied a checkpoint, so that everybody sees when one
 * was last taken outside (rulings §16.13).
 */
export async function recordCopy(core: Db, { actor, account }: Caller): Promise<void> {
  await transaction(core.db, (tx) => recordAction(tx, actor, { action: 'log.copy', accountId: account.id }));
}

/**
 * dashboard.log.bundling: how far the bundle is that this session downloads from this process;
 * null where it downloads none (rulings §16.13).
 */
export function findMemberBundle(
  { events }: Pick<Core, 'events'>,
  { session }: Pick<Member, 'session'>,
): { bundle: BundleProgress | null } {
  const key = sessionKey(session);
  return { bundle: events.exports.bundleOf(key) };
}
