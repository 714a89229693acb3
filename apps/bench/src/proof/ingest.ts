import { setTimeout as sleep } from 'node:timers/promises';

import { figuresRow, inRounds } from '../measures/timing.ts';
import type { Goal, Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { eventMaker } from '../world/events.ts';
import { at, pick } from '../world/random.ts';
import { bodyOf, rateOfSending, type Load } from '../world/send.ts';
import { sitesForSingles, untilSealed, withoutLogs, type ProofSide, type ProofWorld } from './world.ts';

const rounds = 3;
/** So long after the first commit sealing is under way. */
const window = { leadMs: 3000, windowMs: 4000 };

/**
 * Compares the events a second that a service takes which seals with those of one that keeps no
 * logs, alternating between the two. Each has a database of its own, so that nothing is left to
 * seal while the other one is measured.
 */
export async function measureIngest({ openSide, random, progress }: ProofWorld): Promise<Result[]> {
  const sealing = await openSide('proof_with', { sites: sitesForSingles });
  const plain = await openSide('proof_without', { sites: sitesForSingles, environment: withoutLogs });
  const compare = (load: Load) =>
    inRounds(rounds, progress, async (round) => {
      const withSealing = async (): Promise<number> => {
        const rate = await rateOfSending(sealing.http, sealing.sites, random, load);
        await untilSealed(sealing.plain);
        return rate;
      };
      const first = round % 2 === 0 ? await withSealing() : undefined;
      const without = await rateOfSending(plain.http, plain.sites, random, load);
      return { with: first ?? (await withSealing()), without };
    });
  type Found = Awaited<ReturnType<typeof compare>>;
  const row = (what: string, found: Found, goal: Goal): Result =>
    figuresRow(`ingest, ${what}, with sealing ÷ without`, found, ['with', 'without'], { unit: 'events/s', goal });
  try {
    const batches = { connections: 4, events: 1000, ...window };
    const saturated = await compare(batches);
    const half = await compare({ ...batches, offered: median(saturated.map(({ without }) => without)) / 2 });
    const singles = await compare({ connections: 32, events: 1, ...window });
    const what = 'batches of 1,000 on 4 connections';
    return [
      row(`${what}, saturated`, saturated, { atLeast: 0.75 }),
      row(`${what}, at half of that load`, half, { atLeast: 0.95 }),
      row('single events on 32 connections', singles, { atLeast: 0.95 }),
    ];
  } finally {
    await sealing.stop();
    await plain.stop();
  }
}

const steady = { windowMs: 8000, intervalMs: 20, batchEvery: 50, lookEveryMs: 25 };
/** SEAL_SECONDS by default, and the second that the goal adds. */
const allowedMs = (5 + 1) * 1000;

/** A commit of the tail, or the commit up to which a log was seen to be sealed; by one clock. */
type Seen = { seq: number; ms: number };

/** Measures how long after its commit an event is sealed, under a steady load. */
export async function measureLag({ openSide, random, progress }: ProofWorld): Promise<Result> {
  const side = await openSide('proof_lag');
  const make = eventMaker(random);
  const load = async (): Promise<void> => {
    const begun = performance.now();
    for (let nth = 0; performance.now() - begun < steady.windowMs; nth += 1) {
      const { token, domain } = pick(random, side.sites);
      const body = bodyOf(make, nth % steady.batchEvery === 0 ? 1000 : 1);
      await side.http.send({ method: 'POST', path: '/events', token, domain, body });
      await sleep(Math.max(0, begun + (nth + 1) * steady.intervalMs - performance.now()));
    }
    await untilSealed(side.plain);
  };
  const found: number[][] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const before = (await headOf(side)).seq;
      const heads = await watching(side, load);
      // Milliseconds between each commit and the first look at which it was sealed.
      const commits = await commitsBehind(side, before);
      found.push(commits.map(({ seq, ms }) => (heads.find((head) => head.seq >= seq)?.ms ?? Infinity) - ms));
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

/** Looks at the account's log while work is done, and once more behind it. */
async function watching(side: ProofSide, work: () => Promise<void>): Promise<Seen[]> {
  const seen: Seen[] = [];
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      seen.push(await headOf(side));
      await sleep(steady.lookEveryMs);
    }
  };
  await Promise.all([look(), work().finally(() => (isOver = true))]);
  return [...seen, await headOf(side)];
}

async function headOf({ plain, account }: ProofSide): Promise<Seen> {
  const { rows } = await plain.query<Seen>(
    `SELECT seq::int AS seq, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms FROM log_head WHERE account = $1 ORDER BY log DESC LIMIT 1`,
    [account.rowId],
  );
  return at(rows, 0);
}

async function commitsBehind({ plain, account }: ProofSide, seq: number): Promise<Seen[]> {
  const { rows } = await plain.query<Seen>(
    'SELECT seq::int AS seq, extract(epoch FROM at)::float8 * 1000 AS ms FROM tail WHERE account = $1 AND seq > $2 ORDER BY seq',
    [account.rowId, seq],
  );
  return rows;
}
