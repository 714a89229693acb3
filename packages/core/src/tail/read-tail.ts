import { limits } from '@goal/contract';
import { rows } from '@goal/db';

import type { Events } from '../core.ts';
import {
  asksNothing,
  conditionValues,
  filterValues,
  groupsOf,
  type EventFilter,
  type FilterValues,
} from '../event/read/filter.ts';
import type { PageRow } from '../event/read/page-row.ts';
import type { EventScope } from '../event/scope.ts';
import { renewIncarnation } from './incarnation.ts';
import type { TailPosition } from './position.ts';
import { tailBlocks, tailBlocksOfMachine, tailEvents, tailIncarnation } from './statements.ts';

/** How much one read does at once, and when it may stop. Tests shrink these bounds. */
export type TailBounds = {
  /** Blocks that a step reads. */
  blocks: number;
  /** Ids that the blocks of a step may span; a step reads at least one block. */
  span: number;
  /** A read that has found too little stops after this time, in milliseconds. */
  timeoutMs: number;
};

export const tailBounds: TailBounds = { blocks: 1000, span: limits.candidates, timeoutMs: 10 };

/** What a read found, in the tail's order, and where it stopped. */
export type TailRead = {
  rows: PageRow[];
  position: TailPosition;
  /** The position behind the first `count` of these rows, at least one. */
  behindRows: (count: number) => TailPosition;
  /** The number of the commit of a row, counted from 0. */
  commitOf: (row: number) => number;
  /** True when no commit lies behind the position yet. */
  isAtEnd: boolean;
  /** The position was no longer valid: the read began at the oldest commit that is kept. */
  expired: boolean;
};

type Block = { seq: number; first: number; last: number };

/** A position as it is now, the next blocks, and the last commit number. */
type Ahead = { from: TailPosition; blocks: Block[]; last: number; expired: boolean };

/**
 * Reads at most `limit` matching events of the scope after a position. It does a bounded amount of
 * work: it may return fewer events, even none, without being at the end. No event is skipped: an
 * account's blocks are numbered without gaps in the order of their commits, and each number waits
 * until the previous one is durable and visible (docs/decisions/016-tail.md).
 */
export async function readTail(
  core: Events,
  scope: EventScope,
  filter: EventFilter,
  { after, limit }: { after: TailPosition | 'now' | 'oldest'; limit: number },
  bounds = tailBounds,
): Promise<TailRead> {
  const began = performance.now();
  // A reader of everything needs no more ids than events; another one looks for its matches.
  const isWhole = scope.kind === 'account' && asksNothing(filter);
  const stepOf = (missing: number): TailBounds =>
    isWhole ? { ...bounds, span: Math.min(bounds.span, missing) } : bounds;
  let ahead = await lookAhead(core, scope.account, after, stepOf(limit));
  const { expired } = ahead;
  const found: PageRow[] = [];
  const blocks: (Block | undefined)[] = [];
  const behindRows = (count: number): TailPosition => behindRow(ahead.from, blocks[count - 1], found[count - 1]);
  const commitOf = (row: number): number => blocks[row]?.seq ?? 0;
  for (;;) {
    // Looked up after the blocks, so that the dictionary already has the words of their events.
    const values = await filterValues(core.events.dictionary, scope.account, filter);
    const taken = takeBlocks(ahead, values?.event !== null, bounds);
    const step = values === undefined ? [] : await readBlocks(core, scope, values, taken, limit - found.length);
    for (const [place, ...row] of step) {
      found.push(row);
      blocks.push(taken[place - 1]);
    }
    const position = found.length === limit ? behindRows(limit) : behind(ahead.from, taken.at(-1));
    const isAtEnd = position.seq === ahead.last && position.id === 0;
    if (isAtEnd || found.length === limit || performance.now() - began > bounds.timeoutMs)
      return { rows: found, position, behindRows, commitOf, isAtEnd, expired };
    const next = await lookAhead(core, scope.account, position, stepOf(limit - found.length));
    // What was found belongs to the incarnation and the tail in which it was found.
    if (next.expired) return { rows: found, position, behindRows, commitOf, isAtEnd: false, expired };
    ahead = next;
  }
}

async function lookAhead(
  core: Events,
  account: number,
  after: TailPosition | 'now' | 'oldest',
  bounds: TailBounds,
): Promise<Ahead> {
  const seq = after === 'now' ? Number.MAX_SAFE_INTEGER : after === 'oldest' ? 0 : after.seq;
  const { incarnation, also, last, blocks } = await readHead(core, account, seq, bounds);
  if (after === 'now') return { from: { incarnation, account, seq: last, id: 0 }, blocks: [], last, expired: false };
  const next = blocks[0]?.seq ?? last + 1;
  if (after === 'oldest') return { from: { incarnation, account, seq: next - 1, id: 0 }, blocks, last, expired: false };
  // Numbers have no gaps: a missing next one was trimmed, or is of another incarnation.
  const leadsOn =
    after.account === account &&
    (after.incarnation === incarnation || also.includes(after.incarnation)) &&
    after.seq <= last &&
    next === after.seq + 1;
  if (leadsOn) return { from: { ...after, incarnation }, blocks, last, expired: false };
  return { ...(await lookAhead(core, account, 'oldest', bounds)), expired: true };
}

type TailHeadRow = [
  incarnation: number | null,
  last: number,
  seq: number | null,
  first: number,
  last: number,
  also?: string | null,
  xid?: number | null,
  next?: number,
];

async function readHead(
  core: Events,
  account: number,
  seq: number,
  { blocks: maxBlocks, span }: TailBounds,
): Promise<{ incarnation: number; also: number[]; last: number; blocks: Block[] }> {
  const { identity } = core.events.tail;
  const begun = core.db.lives.number;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const found = await readBlocksBehind(core, [account, seq, maxBlocks, span]);
    const [head] = found;
    if (head === undefined) throw new Error('the statement that looks ahead returned no row');
    const [incarnation, last, , , , also, xid, nextXid] = head;
    if (incarnation === null) await renewIncarnation(core.db, identity);
    else {
      const blocks = found.flatMap(([, , of, first, end]) => (of === null ? [] : [{ seq: of, first, last: end }]));
      if (typeof xid === 'number' && nextXid !== undefined)
        core.db.changes.acknowledging?.shown(begun, wholeXid(xid, nextXid));
      return { incarnation, also: (also ?? '{}').match(/\d+/g)?.map(Number) ?? [], last, blocks };
    }
  }
  throw new Error('the incarnation of the tails ended as often as it was renewed');
}

/** The number of a transaction whose lower 32 bits are `xid`, before the one to come. */
const wholeXid = (xid: number, next: number): number => next - ((((next - xid) % 2 ** 32) + 2 ** 32) % 2 ** 32);

/** Three statements on Citus: an incarnation that is the same before and after is theirs. */
async function readBlocksBehind({ db, events: { tail } }: Events, values: number[]): Promise<TailHeadRow[]> {
  if ((await db.topology()) === 'plain') return rows<TailHeadRow>(db.pages, { ...tailBlocks(tail.identity), values });
  const readIncarnation = async (): Promise<number | null> => {
    const [row] = await rows<[number]>(db.pages, { ...tailIncarnation(tail.identity), values: [] });
    return row?.[0] ?? null;
  };
  const before = await readIncarnation();
  const found = await rows<BehindFirst<TailHeadRow>>(db.pages, { ...tailBlocksOfMachine, values });
  const after = await readIncarnation();
  return found.map((row): TailHeadRow => [before === after ? after : null, ...row]);
}

type BehindFirst<Row> = Row extends [unknown, ...infer Others] ? Others : never;

/** As many blocks as a step may read, without events that the position has passed. */
function takeBlocks({ from, blocks }: Ahead, readsEvent: boolean, { span }: TailBounds): Block[] {
  // Fewer where messages are read, to stay within the statement timeout.
  const maxIds = readsEvent ? Math.ceil(span / 8) : span;
  let size = 0;
  const end = blocks.findIndex((block) => (size += block.last - block.first + 1) > maxIds);
  const taken = blocks.slice(0, end === -1 ? blocks.length : Math.max(end, 1));
  const [first, ...others] = taken;
  return first === undefined ? [] : [{ ...first, first: Math.max(first.first, from.id + 1) }, ...others];
}

/** A row with the ordinal of its block, from 1. */
type TailRow = [ordinal: number, ...PageRow];

async function readBlocks(
  core: Events,
  scope: EventScope,
  filter: FilterValues,
  blocks: Block[],
  wanted: number,
): Promise<TailRow[]> {
  if (blocks.length === 0) return [];
  const only = scope.kind === 'site' ? [scope.site] : scope.kind === 'sites' ? scope.sites : null;
  const found = await rows<TailRow>(core.db.pages, {
    ...tailEvents(groupsOf(filter)),
    values: [
      scope.account,
      blocks.map(({ first }) => first),
      blocks.map(({ last }) => last),
      only,
      scope.kind === 'account' ? scope.gone : [],
      wanted,
      ...conditionValues(filter),
    ],
  });
  // The statement returns the right rows, in no particular order.
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The position after all of `block`; unchanged without a block. */
function behind(from: TailPosition, block: Block | undefined): TailPosition {
  return block === undefined ? from : { ...from, seq: block.seq, id: 0 };
}

/** The position behind an event of a block. */
function behindRow(from: TailPosition, block: Block | undefined, row: PageRow | undefined): TailPosition {
  if (row === undefined || block === undefined) return behind(from, block);
  const [id] = row;
  return id >= block.last ? behind(from, block) : { ...from, seq: block.seq - 1, id };
}

/** Where a reader begins that reads from now on, or from the oldest commit that is kept. */
export async function tailStart(core: Events, account: number, start: 'now' | 'oldest'): Promise<TailPosition> {
  const { from } = await lookAhead(core, account, start, { ...tailBounds, blocks: 1 });
  return from;
}
