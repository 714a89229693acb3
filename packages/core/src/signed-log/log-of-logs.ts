import { rows, type Queryable } from '@goal/db';
import { checkpointEntry, parseCheckpoint } from '@goal/signed-log';

import { beginLog } from './begin-log.ts';
import { accountsWithLogs } from './check-logs.ts';
import { accountOfLogs, cosignedLog, lockLogOfLogs } from './cosigned-log.ts';
import { inThisLife, isSameHistory, type Life } from './in-this-life.ts';
import { lockHead } from './log-head.ts';
import type { LogKey } from './log-keys.ts';
import { OpenLog } from './open-log.ts';
import type { LogEnd, Sealing, SealOutcome } from './seal-account.ts';
import { forgetGoneLogs, toldLogs, writeTold, type Told } from './told-logs.ts';

type Sealed = { outcome: SealOutcome['outcome']; end?: LogEnd };

/**
 * Appends the checkpoint of each account's log that has grown since the last entry about it to the
 * log of logs, and signs that (docs/decisions/108-log-of-logs.md). The log begins with the first
 * call, and again where those of accounts do. A page of accounts is one transaction. Throws
 * `LogKeyError` and `LogPutBackError`.
 */
export async function sealLogOfLogs(sealing: Sealing): Promise<SealOutcome> {
  let all: SealOutcome = { ...(await sealPage(sealing, [])), events: 0, hasMore: false };
  for (let after = 0; all.outcome === 'sealed' || all.outcome === 'nothing';) {
    const page = await accountsWithLogs(sealing.pool, after);
    const last = page.at(-1);
    await forgetGoneLogs(sealing.pool, { after, upTo: last, accounts: page });
    if (last === undefined) break;
    const sealed = await sealPage(sealing, page);
    all = sealed.outcome === 'nothing' ? all : { ...all, ...sealed };
    after = last;
  }
  return all;
}

async function sealPage(sealing: Sealing, accounts: readonly number[]): Promise<Sealed> {
  const keys = await sealing.keys();
  const sealed = await inThisLife(sealing, (on, now) => appendPage(on, sealing, now, { keys, accounts }));
  if (sealed === 'held') return { outcome: 'held' };
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
  if (head === 'elsewhere') return { outcome: 'elsewhere' };
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
  await tellOfGrown(on, log, accounts);
  if (goesOn && log.size === head.size && head.era === era) return { outcome: 'nothing' };
  log.era = era;
  const { log: number, origin, size, checkpoint } = await log.save();
  return { outcome: 'sealed', end: { log: number, origin, size, checkpoint } };
}

/** Appends an entry about each log of these accounts that is larger than the last one says. */
async function tellOfGrown(on: Queryable, log: OpenLog, accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return;
  const known = await toldLogs(on, { log: log.number, accounts });
  const told: Told[] = [];
  for (const [account, number, size, checkpoint] of await headsOf(on, accounts)) {
    if (size <= (known.get(`${account} ${number}`) ?? 0)) continue;
    const end = parseCheckpoint(checkpoint)?.head;
    if (end === undefined) throw new Error(`the checkpoint of log ${number} of the account ${account} cannot be read`);
    told.push({ account, log: number, size: end.size, entry: log.checkpoint(checkpointEntry(end)) });
  }
  const cosigned = (await cosignedLog(on, log.number))?.size ?? 0;
  await writeTold(on, { log: log.number, cosigned }, told);
}

type HeadRow = [account: number, log: number, size: number, checkpoint: string];

const headsOf = (on: Queryable, accounts: readonly number[]): Promise<HeadRow[]> =>
  rows<HeadRow>(on, { ...heads, values: [accounts] });

const heads = {
  name: 'heads of logs to tell',
  text: 'select account, log, size, checkpoint from log_head where account = any($1::int[]) order by account, log',
};
