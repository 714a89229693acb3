import { rows, type Queryable } from '@goal/db';
import { checkpointEntry, parseCheckpoint } from '@goal/signed-log';

import { beginLog } from '../seal/begin-log.ts';
import { accountsWithLogs } from '../look-over/check-logs.ts';
import { accountOfLogs, cosignedLog, lockLogOfLogs } from './cosigned-log.ts';
import { inThisLife, isSameHistory, type Life } from '../entries/in-this-life.ts';
import { lockHead } from '../entries/log-head.ts';
import type { LogKey } from '../keys/log-keys.ts';
import { OpenLog } from '../entries/open-log.ts';
import type { LogEnd, Sealing, SealOutcome } from '../seal/seal-account.ts';
import { forgetGoneLogs, toldLogs, writeTold, type ReportedLog } from './told-logs.ts';

type Sealed = { outcome: SealOutcome['outcome']; end?: LogEnd; unreadable: readonly string[] };

/**
 * Appends the checkpoint of each account's log that has grown since the last entry about it to the
 * log of logs, and signs that (docs/decisions/108-log-of-logs.md). The log begins with the first
 * call, and again where those of accounts do. A page of accounts is one transaction. Throws
 * `LogKeyError` and `LogPutBackError`, and names the logs whose checkpoints cannot be read once all
 * others are told.
 */
export async function sealLogOfLogs(sealing: Sealing): Promise<SealOutcome> {
  const { outcome, end } = await sealPage(sealing, []);
  let all: SealOutcome = { outcome, ...(end && { end }), events: 0, hasMore: false };
  const unreadable: string[] = [];
  for (let after = 0; all.outcome === 'sealed' || all.outcome === 'nothing';) {
    const page = await accountsWithLogs(sealing.pool, after);
    const last = page.at(-1);
    await forgetGoneLogs(sealing.pool, { after, upTo: last, accounts: page });
    if (last === undefined) break;
    const sealed = await sealPage(sealing, page);
    unreadable.push(...sealed.unreadable);
    if (sealed.outcome !== 'nothing') all = { ...all, outcome: sealed.outcome, ...(sealed.end && { end: sealed.end }) };
    after = last;
  }
  if (unreadable.length > 0)
    throw new Error(`the log of logs is not told of checkpoints that cannot be read: ${listed(unreadable)}`);
  return all;
}

/** Names that a message lists. */
const listedMax = 10;

const listed = (names: readonly string[]): string =>
  names.length <= listedMax
    ? names.join(', ')
    : `${names.slice(0, listedMax).join(', ')} and ${names.length - listedMax} more`;

async function sealPage(sealing: Sealing, accounts: readonly number[]): Promise<Sealed> {
  const keys = await sealing.keys();
  const sealed = await inThisLife(sealing, (on, now) => appendPage(on, sealing, now, { keys, accounts }));
  if (sealed === 'held') return { outcome: 'held', unreadable: [] };
  if (sealed.end !== undefined) sealing.sizes.note(sealed.end.origin, sealed.end.size);
  return sealed;
}

async function appendPage(
  on: Queryable,
  sealing: Sealing,
  now: Life,
  { keys, accounts }: { keys: readonly LogKey[]; accounts: readonly number[] },
): Promise<Sealed> {
  await lockLogOfLogs(on);
  const head = await lockHead(on, accountOfLogs);
  if (head === 'elsewhere') return { outcome: 'elsewhere', unreadable: [] };
  const goesOn = head !== undefined && head.era !== 0 && isSameHistory(head.era, now);
  const { nowMs, era } = now;
  if (goesOn) sealing.sizes.judge(head.origin, head.size);
  const log = goesOn
    ? await OpenLog.open(on, accountOfLogs, head, { keys, nowMs })
    : await beginLog(on, {
        account: accountOfLogs,
        former: head,
        origin: sealing.origin,
        seq: 0,
        goesOn: true,
        era,
        keys,
        nowMs,
      });
  if (goesOn) log.noteKey();
  const unreadable = await tellOfGrown(on, log, accounts);
  if (goesOn && log.size === head.size && head.era === era) return { outcome: 'nothing', unreadable };
  log.era = era;
  const { log: number, origin, size, checkpoint } = await log.save();
  return { outcome: 'sealed', end: { log: number, origin, size, checkpoint }, unreadable };
}

/** An entry for each log that grew. Returns the logs whose checkpoints cannot be read. */
async function tellOfGrown(on: Queryable, log: OpenLog, accounts: readonly number[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const known = await toldLogs(on, { log: log.number, accounts });
  const told: ReportedLog[] = [];
  const unreadable: string[] = [];
  for (const [account, number, size, checkpoint] of await headsOf(on, accounts)) {
    if (size <= (known.get(`${account} ${number}`) ?? 0)) continue;
    const end = parseCheckpoint(checkpoint)?.head;
    if (end === undefined) unreadable.push(`log ${number} of the account ${account}`);
    else told.push({ account, log: number, size: end.size, entry: log.checkpoint(checkpointEntry(end)) });
  }
  const cosigned = (await cosignedLog(on, log.number))?.size ?? 0;
  await writeTold(on, { log: log.number, cosigned }, told);
  return unreadable;
}

type GrownRow = [account: number, log: number, size: number, checkpoint: string];

const headsOf = (on: Queryable, accounts: readonly number[]): Promise<GrownRow[]> =>
  rows<GrownRow>(on, { ...heads, values: [accounts] });

const heads = {
  name: 'heads of logs to tell',
  text: 'select account, log, size, checkpoint from log_head where account = any($1::int[]) order by account, log',
};
