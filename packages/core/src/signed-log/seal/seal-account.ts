import { randomBytes } from 'node:crypto';

import { rows, type Database, type Queryable } from '@goal/db';
import { commitmentOf } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import { dayNumber } from '../../ground/day.ts';
import { tailBlocksOfMachine } from '../../tail/statements.ts';
import { broughtBehind } from '../../tail/unsealed.ts';
import { beginLog, beginsWithAccount, holdAccount, livingSites, reconcileSites } from './begin-log.ts';
import { inThisLife, isSameHistory, type Life } from '../entries/in-this-life.ts';
import { lockHead, newestLog, type LogHead } from '../entries/log-head.ts';
import type { LogKey } from '../keys/log-keys.ts';
import type { LogSizes } from './log-sizes.ts';
import { datedOf, eventsOfRanges, textOf, type IdRange, type FoundEvent } from '../entries/logged-events.ts';
import { OpenLog } from '../entries/open-log.ts';
import { saltKeysFor } from '../keys/salt-keys.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';
import { beginSite, tellOutbox } from './tell-outbox.ts';
import { tellRedactions } from './tell-redactions.ts';

/** What whoever seals needs. */
export type Sealing = {
  pool: Database['sealing'];
  /** The SQL that identifies the database (tail/incarnation.ts). */
  identity: string;
  /** The part of the logs' names before `/log/`. */
  origin: string;
  keys: () => Promise<readonly LogKey[]>;
  sizes: LogSizes;
};

/**
 * What came of it. `nothing`: the log has all there is. `elsewhere`: somebody else seals at this
 * moment. `held`: the database was restored or failed over, and nobody has confirmed that it may go
 * on. `gone`: the account was deleted. `hasMore`: it was not all.
 */
export type SealOutcome = {
  outcome: 'sealed' | 'nothing' | 'elsewhere' | 'held' | 'gone';
  events: number;
  hasMore: boolean;
  /** What was signed, if something was. */
  end?: LogEnd;
};

/** A log at the end of a seal. */
export type LogEnd = Pick<LogHead, 'log' | 'origin' | 'size' | 'checkpoint'>;

export type SealOptions = {
  /** Row ids of sites whose events the log is to count, behind everything else. */
  counted?: readonly number[] | undefined;
};

/** What one seal takes: the ids that commits span, and commits. */
const idsOfSeal = 8192;
const commitsOfSeal = 1000;
const actsOfSeal = 1000;

/**
 * Appends to an account's log what acts and commits brought since the last seal, and signs it: one
 * transaction, under the lock of the log's head. Notes come before events, but for those of
 * redactions, which name events. Throws `LogKeyError` and
 * `LogPutBackError`.
 */
export async function sealAccount(sealing: Sealing, account: number, options: SealOptions = {}): Promise<SealOutcome> {
  const keys = await sealing.keys();
  const sealed = await inThisLife(sealing, (on, now) => seal(on, sealing, now, { account, keys, ...options }));
  if (sealed === 'held') return nothing('held');
  if (sealed.end !== undefined) sealing.sizes.note(sealed.end.origin, sealed.end.size);
  return sealed;
}

async function seal(
  on: Queryable,
  sealing: Sealing,
  now: Life,
  { account, keys, counted = [] }: SealOptions & { account: number; keys: readonly LogKey[] },
): Promise<SealOutcome> {
  const head = await lockHead(on, account);
  if (head === 'elsewhere') return nothing('elsewhere');
  const from = head?.seq ?? ((await beginsWithAccount(on, account)) ? 0 : undefined);
  // Before the outbox, which then tells of each site that has events here, and of its deletion.
  const tail = await readTailBehind(on, account, from);
  const goesOn = from !== undefined && head?.era !== 0 && leadsOn(tail, from);
  if (head !== undefined && goesOn && isSameHistory(head.era, now)) {
    sealing.sizes.judge(head.origin, head.size);
    const log = await OpenLog.open(on, account, head, { keys, nowMs: now.nowMs });
    await judgeRewound(on, log, tail.commits);
    log.noteKey();
    log.era = now.era;
    const hasMore = await tellOutbox(on, log, { limit: actsOfSeal });
    return sealTail(on, log, {
      former: head,
      commits: hasMore ? [] : tail.commits,
      hasMore: hasMore || tail.hasMore,
      counted,
    });
  }
  if (!(await holdAccount(on, account))) return forgetOutbox(on, account);
  if ((await newestLog(on, account)) !== head?.log) return nothing('elsewhere');
  const seq = goesOn ? from : tail.last;
  const { origin } = sealing;
  const log = await beginLog(on, { account, former: head, origin, seq, goesOn, era: now.era, keys, nowMs: now.nowMs });
  await tellOutbox(on, log);
  await reconcileSites(on, log);
  return sealTail(on, log, {
    former: undefined,
    commits: goesOn ? tail.commits : [],
    hasMore: goesOn && tail.hasMore,
    counted,
  });
}

const nothing = (outcome: SealOutcome['outcome']): SealOutcome => ({ outcome, events: 0, hasMore: false });

type NumberedCommit = IdRange & { seq: number };
/** What lies behind the end of a log: the next commits, and the number of the last one. */
type TailBehind = { commits: NumberedCommit[]; hasMore: boolean; last: number };

/** Without `from` only the last number is asked for. */
async function readTailBehind(on: Queryable, account: number, from: number | undefined): Promise<TailBehind> {
  const values = [account, from ?? 0, from === undefined ? 0 : commitsOfSeal, idsOfSeal];
  type Row = [last: number, seq: number | null, first: number, end: number];
  const found = await rows<Row>(on, { ...tailBlocksOfMachine, values });
  const all = found.flatMap(([, seq, first, end]) => (seq === null ? [] : [{ seq, first, last: end }]));
  let ids = 0;
  const tooMany = all.findIndex(({ first, last }) => (ids += last - first + 1) > idsOfSeal);
  const commits = tooMany === -1 ? all : all.slice(0, Math.max(tooMany, 1));
  const last = found[0]?.[0] ?? 0;
  return { commits, hasMore: (commits.at(-1)?.seq ?? last) < last, last };
}

/**
 * Numbers have no gaps: if the next one is missing, it was forgotten, or the tail is shorter now.
 */
const leadsOn = ({ commits: [next], last }: TailBehind, seq: number): boolean =>
  next === undefined ? last === seq : next.seq === seq + 1;

/**
 * Throws where the log holds events behind its end, as when that was set back by hand: it would
 * hold them twice. Larger ids than all before need no question.
 */
async function judgeRewound(on: Queryable, log: OpenLog, commits: readonly IdRange[]): Promise<void> {
  if (!commits.some(({ first }) => first <= log.high)) return;
  if ((await broughtBehind(on, log.account, [log.newestEvent], log.seq)).length === 0) return;
  throw new Error(`the log holds the event ${log.newestEvent} already, which a commit behind ${log.seq} brought`);
}

type SealedTail = {
  former: LogHead | undefined;
  commits: readonly NumberedCommit[];
  hasMore: boolean;
  counted: readonly number[];
};

async function sealTail(
  on: Queryable,
  log: OpenLog,
  { former, commits, hasMore: hasMoreCommits, counted }: SealedTail,
): Promise<SealOutcome> {
  const { events, redacted } = await sealEvents(on, log, commits);
  log.seq = commits.at(-1)?.seq ?? log.seq;
  const hasMore = (await tellRedactions(on, log, redacted)) || hasMoreCommits;
  if (!hasMore) await countSites(log, counted);
  if (former !== undefined && former.size === log.size && former.seq === log.seq) return nothing('nothing');
  const { log: number, origin, size, checkpoint } = await log.save();
  return { outcome: 'sealed', events, hasMore, end: { log: number, origin, size, checkpoint } };
}

type SealedEvents = {
  events: number;
  /** The numbers of those that had been redacted before, by their ids. */
  redacted: ReadonlyMap<number, number>;
};

/**
 * Appends these commits' events, but of gone sites: nothing may stand behind a deletion's note. One
 * redacted before has random bytes as its commitment.
 */
async function sealEvents(on: Queryable, log: OpenLog, commits: readonly IdRange[]): Promise<SealedEvents> {
  const redacted = new Map<number, number>();
  if (commits.length === 0) return { events: 0, redacted };
  const { account } = log;
  const found = await eventsOfRanges(on, account, commits);
  const among = [...new Set(found.map(({ site }) => site))];
  const living = await livingSites(on, account, among);
  await log.sites.load(among);
  const kept = found.filter(({ site }) => living.has(site) && log.sites.find(site)?.isDeleted !== true);
  const whole = kept.filter(({ isRedacted }) => !isRedacted);
  const salts = await saltsOfEvents(on, account, whole.map(datedOf), saltKeysFor);
  for (const one of kept) {
    const site = log.sites.find(one.site) ?? beginSite(log, living.get(one.site) ?? notLiving(one), 'worker');
    const { id, occurred_at, received_at: receivedAt } = one.event;
    const n = log.event(site, {
      id,
      day: dayNumber(occurred_at.slice(0, 10)),
      receivedMs: Date.parse(receivedAt),
      receivedAt,
      commitment: one.isRedacted
        ? randomBytes(hashBytes).toString('latin1')
        : commitmentOf(sha256, salts.get(id) ?? notLiving(one), textOf(one, site.id)),
    });
    if (one.isRedacted) redacted.set(id, n);
  }
  return { events: kept.length, redacted };
}

/** Bytes of a commitment. */
const hashBytes = 32;

function notLiving({ site, event }: FoundEvent): never {
  throw new Error(`the event ${event.id} is of the site ${site}, which is not there`);
}

/** Sites that one note counts. */
const countedInNote = 500;

/** Lets the log say how many events these sites have; a bundle that shows them alone needs it. */
async function countSites(log: OpenLog, counted: readonly number[]): Promise<void> {
  await log.sites.load(counted);
  const known = counted.flatMap((rowId) => log.sites.find(rowId) ?? []);
  for (let at = 0; at < known.length; at += countedInNote) {
    const sites = known.slice(at, at + countedInNote).map(({ id, n }) => [id, n] as const);
    log.note({ kind: 'site.count', sites });
  }
}

/** A deleted account has no log to tell. */
async function forgetOutbox(on: Queryable, account: number): Promise<SealOutcome> {
  await on.query('delete from log_outbox where account = $1', [account]);
  return nothing('gone');
}
