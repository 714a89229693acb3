import { setTimeout as sleep } from 'node:timers/promises';

import { purgeEvents, type Purged } from '@goal/core';
import { rows } from '@goal/db';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { at, weighted } from '../world/random.ts';
import { fillScratch, scratchSites, type ScratchSite } from '../world/scratch.ts';
import { byHttp, isFull, siteRead } from './reads.ts';
import { timeAlternating, timed } from './timing.ts';
import type { World } from './world.ts';

const batch = 5000;
const bare = { rounds: 6, turns: 4 };
const paced = { rounds: 4, events: 150_000, lanes: 2 };

/** A batch of docs/decisions/020-retention-worker.md without its counters. */
const bareDelete = `delete from event where ctid = any(array(
    select ctid from event where account = $1 and (site, occurred_at, id) >= ($2::int, '-infinity'::timestamptz, 0)
      and (site, occurred_at, id) < ($2::int, 'infinity'::timestamptz, 9007199254740991)
    order by site, occurred_at, id limit $3))`;

/** The same, which also says how many of each day and severity went, as the counters need it. */
const countedDelete = `with deleted as (${bareDelete}
    returning date_bin('1 day', occurred_at, '1970-01-01Z') as midnight, severity)
  select count(*)::int as n, midnight, severity from deleted group by midnight, severity`;

/**
 * docs/decisions/020-retention-worker.md: compares purging with the bare DELETE, and measures how
 * it slows down pages.
 */
export async function measurePurge(world: World): Promise<Result[]> {
  return [...(await unthrottled(world)), await atOwnPace(world)];
}

/**
 * Purges batch by batch, alternating with the bare DELETE and with one that counts what it deletes.
 * Each round has a site for each, whose rows lie among those of other sites, as in a table that
 * grew over time.
 */
async function unthrottled(world: World): Promise<Result[]> {
  const { db, plain, random, progress } = world;
  const sites = await scratchSites(world, 3 * (bare.rounds + 1));
  await fillScratch(plain, sites, batch * bare.turns, random);
  const assertFullBatch = (deleted: number | null): void => {
    if (deleted !== batch) throw new Error(`a batch of a purge deleted ${deleted} events`);
  };
  let turn = 0;
  // As the service does, each batch of a site goes on where the one before ended.
  let purged: Purged = { deleted: 0, reached: undefined };
  const found = await timeAlternating({ ...bare, progress }, () => {
    const index = 3 * Math.floor(turn / bare.turns);
    turn += 1;
    const [own, other, third] = [at(sites, index), at(sites, index + 1), at(sites, index + 2)];
    const reached = turn % bare.turns === 1 ? undefined : purged.reached;
    return {
      service: async () => {
        purged = await purgeEvents({ db }, { account: own.account, site: own.rowId, limit: batch, reached });
        assertFullBatch(purged.deleted);
      },
      sql: async () => {
        const values = [other.account, other.rowId, batch];
        assertFullBatch((await db.pages.query({ name: 'bare purge', text: bareDelete, values })).rowCount);
      },
      counted: async () => {
        const values = [third.account, third.rowId, batch];
        const counts = await rows<[n: number]>(db.pages, { name: 'counted purge', text: countedDelete, values });
        assertFullBatch(sum(counts.map(([n]) => n)));
      },
    };
  });
  const rate = (name: 'service' | 'sql' | 'counted'): string => {
    const all = found.flatMap((round) => round[name]);
    return Math.round((batch * all.length * 1000) / sum(all)).toLocaleString('en');
  };
  return [
    {
      what: 'purge without a pause ÷ the same batches of DELETE as bare SQL',
      figures: `${rate('service')} ÷ ${rate('sql')} events/s`,
      ratios: found.map((round) => sum(round.sql) / sum(round.service)),
      goal: { atLeast: 0.7 },
    },
    {
      what: 'a DELETE that only counts what it deletes ÷ the same batches of DELETE as bare SQL',
      figures: `${rate('counted')} ÷ ${rate('sql')} events/s`,
      ratios: found.map((round) => sum(round.sql) / sum(round.counted)),
    },
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/**
 * Times pages while the service reclaims a deleted site in the background, and as many pages
 * afterwards.
 */
async function atOwnPace(world: World): Promise<Result> {
  const { http, plain, population, random, progress } = world;
  const sites = await scratchSites(world, paced.rounds);
  await fillScratch(plain, sites, paced.events, random);
  const next = weighted(random, population.sites.filter(isFull), (site) => site.weight);
  const figures: { during: number; without: number; eventsPerSecond: number; pages: number }[] = [];
  for (const [round, site] of sites.entries()) {
    const during: number[] = [];
    let isOver = false;
    const read = async (times: number[]): Promise<void> =>
      void times.push(await timed(() => byHttp({ http }, siteRead(next()))));
    const begun = performance.now();
    await http.send({ method: 'DELETE', path: `/account/sites/${site.id}?confirm=true`, token: site.key, expect: 204 });
    await Promise.all([
      ...Array.from({ length: paced.lanes }, async () => {
        while (!isOver) await read(during);
      }),
      whenPurged(world, site).finally(() => (isOver = true)),
    ]);
    const eventsPerSecond = (paced.events * 1000) / (performance.now() - begun);
    const without: number[] = [];
    await forEachConcurrently(during, paced.lanes, () => read(without));
    figures.push({
      during: percentile(during, 0.95),
      without: percentile(without, 0.95),
      eventsPerSecond,
      pages: during.length,
    });
    progress(`round ${round + 1} of ${paced.rounds}`);
  }
  const medianOf = (name: keyof (typeof figures)[number]): number =>
    percentile(
      figures.map((one) => one[name]),
      0.5,
    );
  return {
    what: "pages' p95 while the service purges at its own pace ÷ without",
    figures: `p95 ${medianOf('during').toFixed(2)} ÷ ${medianOf('without').toFixed(2)} ms, ${Math.round(medianOf('eventsPerSecond')).toLocaleString('en')} events/s purged (5,000, then 20 ms of rest)`,
    ratios: figures.map((one) => one.during / one.without),
    goal: { atMost: 2 },
    details: { rounds: figures },
  };
}

/** Waits for the counters to reach 0: counting the events would disturb the measure. */
async function whenPurged({ plain }: World, { account, rowId }: ScratchSite): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const found = await plain.query<{ left: number }>(
      'SELECT coalesce(sum(n), 0)::int AS left FROM kept WHERE account = $1 AND site = $2',
      [account, rowId],
    );
    if (at(found.rows, 0).left === 0) return;
    await sleep(100);
  }
  throw new Error('the service did not purge a deleted site');
}
