import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { pick } from '../world/random.ts';
import { untilSealed } from './sealed.ts';
import type { ProofSide, ProofWorld } from './world.ts';

const rounds = 3;
const windowMs = 8000;
const intervalMs = 20;
/** One request of this number is a batch of a thousand events; the others are single events. */
const batchEvery = 50;
const lookEveryMs = 25;
/** SEAL_SECONDS by default, and the second that the goal adds. */
const allowedMs = (5 + 1) * 1000;

/** A commit of the tail, or the commit up to which a log was seen to be sealed; by one clock. */
type Seen = { seq: number; ms: number };

/** Measures how long after its commit an event is sealed, under a steady load. */
export async function measureLag({ openSide, random, progress }: ProofWorld): Promise<Result> {
  const side = await openSide('proof_lag');
  const make = eventMaker(random);
  const send = async (nth: number): Promise<void> => {
    const { token, domain } = pick(random, side.sites);
    const isBatch = nth % batchEvery === 0;
    const body = isBatch ? batchOf(make, 1000, Date.now() - 1000, Date.now()) : JSON.stringify(make(Date.now()));
    await side.http.send({ method: 'POST', path: '/events', token, domain, body });
  };
  const found: number[][] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const before = (await headOf(side)).seq;
      const heads = await watching(side, async () => {
        const begun = performance.now();
        for (let nth = 0; performance.now() - begun < windowMs; nth += 1) {
          await send(nth);
          await sleep(Math.max(0, begun + (nth + 1) * intervalMs - performance.now()));
        }
        await untilSealed(side.plain);
      });
      found.push(delaysOf(await commitsBehind(side, before), heads));
      progress(`round ${round} of ${rounds}`);
    }
  } finally {
    await side.stop();
  }
  const seconds = (p: number): string => (percentile(found.flat(), p) / 1000).toFixed(2);
  return {
    what: 'sealed behind the commit, p95 ÷ (SEAL_SECONDS + 1 s), 50 single events and a batch of 1,000 a second',
    figures: `p95 ${seconds(0.95)} ÷ ${allowedMs / 1000} s (p50 ${seconds(0.5)} s), ${found.flat().length} commits`,
    ratios: found.map((delays) => percentile(delays, 0.95) / allowedMs),
    goal: { atMost: 1 },
  };
}

/** What was seen of the account's log while work was done, and once more behind it. */
async function watching(side: ProofSide, work: () => Promise<void>): Promise<Seen[]> {
  const seen: Seen[] = [];
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      seen.push(await headOf(side));
      await sleep(lookEveryMs);
    }
  };
  await Promise.all([look(), work().finally(() => (isOver = true))]);
  return [...seen, await headOf(side)];
}

const headOf = ({ plain, account }: ProofSide): Promise<Seen> =>
  one(
    plain,
    `SELECT seq::int AS seq, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms FROM log_head WHERE account = $1 ORDER BY log DESC LIMIT 1`,
    account.rowId,
  );

async function one(plain: pg.Pool, text: string, account: number): Promise<Seen> {
  const [row] = (await plain.query<Seen>(text, [account])).rows;
  if (row === undefined) throw new Error('the account has no log');
  return row;
}

async function commitsBehind({ plain, account }: ProofSide, seq: number): Promise<Seen[]> {
  const { rows } = await plain.query<Seen>(
    'SELECT seq::int AS seq, extract(epoch FROM at)::float8 * 1000 AS ms FROM tail WHERE account = $1 AND seq > $2 ORDER BY seq',
    [account.rowId, seq],
  );
  return rows;
}

/** Milliseconds between each commit and the first look at which it was sealed. */
const delaysOf = (commits: readonly Seen[], heads: readonly Seen[]): number[] =>
  commits.map(({ seq, ms }) => (heads.find((head) => head.seq >= seq)?.ms ?? Infinity) - ms);
