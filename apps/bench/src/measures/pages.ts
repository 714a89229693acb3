import { plainPage } from '@goal/core';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { atOnce } from '../world/at-once.ts';
import { weighted } from '../world/random.ts';
import type { Site } from '../world/population.ts';
import type { World } from './world.ts';

const rounds = 6;
const pagesARound = 200;
/** Both sides have compiled their code and filled their caches by then. */
const warmPages = 5000;
const page = plainPage('site');

/** issue «Speed and size»: a 50-event page by site key beside the same SQL over `pg`, turn about. */
export async function measurePages({ http, db, population, random, progress }: World): Promise<Result> {
  const next = weighted(
    random,
    population.sites.filter((site) => site.weight > 0.0005),
    (site) => site.weight,
  );
  const bySql = (site: Site): Promise<number> => timed(() => readPage(db, site));
  const byHttp = (site: Site): Promise<number> =>
    timed(() => http.send({ path: '/events', token: site.token, domain: site.domain }));
  await atOnce(Array.from({ length: warmPages }, next), 8, async (site) => {
    await byHttp(site);
    await bySql(site);
  });
  const figures: { sql: number; http: number; sql95: number; http95: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [sql, service]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < pagesARound; nth += 1) {
      const site = next();
      if (nth % 2 === 0) sql.push(await bySql(site));
      service.push(await byHttp(site));
      if (nth % 2 === 1) sql.push(await bySql(site));
    }
    const [sql50, sql95] = [percentile(sql, 0.5), percentile(sql, 0.95)];
    figures.push({ sql: sql50, http: percentile(service, 0.5), sql95, http95: percentile(service, 0.95) });
    progress(`round ${round + 1} of ${rounds}`);
  }
  const middle = (name: keyof (typeof figures)[number]): string => median(figures.map((one) => one[name])).toFixed(2);
  return {
    what: 'page of 50 by site key ÷ its SQL over pg',
    figures: `p50 ${middle('http')} ms ÷ ${middle('sql')} ms (p95 ${middle('http95')}, ${middle('sql95')})`,
    ratios: figures.map((one) => one.http / one.sql),
    goal: { atMost: 3, aim: '2' },
    details: { rounds: figures },
  };
}

/** The statement of the first page, as the service runs it, on its pool. */
async function readPage(db: World['db'], site: Site): Promise<void> {
  const values = [site.account.no, 'infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', 51, site.no];
  const { rowCount } = await db.pages.query({ ...page, values });
  if (rowCount !== 51) throw new Error(`a page of ${site.domain} has ${rowCount} rows`);
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
