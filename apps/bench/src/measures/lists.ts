import { get } from 'node:http';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { openHttp } from '../world/http.ts';
import { at } from '../world/random.ts';
import { scratchSites } from '../world/scratch.ts';
import { isFull, siteRead } from './reads.ts';
import { timed } from './timing.ts';
import type { World } from './world.ts';

const rounds = 5;
const pages = 100;
const groups = 100_000;

/**
 * Compares a page of another account while one account keeps reading a list of 100,000 groups with
 * the same page without.
 */
export async function measureLists(world: World): Promise<Result> {
  const { service, plain, population, progress } = world;
  const [owner] = await scratchSites(world, 1);
  if (owner === undefined) throw new Error('no account to put groups into');
  const account = owner.account;
  await plain.query(
    `INSERT INTO site_group (account_no, name, external_ref)
     SELECT $1, 'group ' || n || repeat('x', 150), 'ref ' || n FROM generate_series(1, $2::int) n`,
    [account, groups],
  );
  await plain.query('ANALYZE site_group');
  const own = openHttp(service.origin, 1);
  const { call } = siteRead(at(population.sites.filter(isFull), 0));
  const medianPage = async (): Promise<number> => {
    const times: number[] = [];
    for (let nth = 0; nth < pages; nth += 1) times.push(await timed(() => own.send(call)));
    return percentile(times, 0.5);
  };
  const listTimes: number[] = [];
  /** Reads complete lists until `isOver`. */
  const list = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) listTimes.push(await timed(() => readList(service.origin, owner.key)));
  };
  const found: { alone: number; beside: number }[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const alone = await medianPage();
      let isOver = false;
      const reading = list(() => isOver);
      const beside = await medianPage();
      isOver = true;
      await reading;
      if (round > 0) found.push({ alone, beside });
      progress(`round ${round} of ${rounds}`);
    }
  } finally {
    own.close();
    await plain.query('DELETE FROM site_group WHERE account_no = $1', [account]);
  }
  const medianOf = (name: 'alone' | 'beside'): string =>
    percentile(
      found.map((one) => one[name]),
      0.5,
    ).toFixed(2);
  return {
    what: 'page of another account while a list of 100,000 groups is answered ÷ without',
    figures: `p50 ${medianOf('beside')} ÷ ${medianOf('alone')} ms; the list ${(percentile(listTimes, 0.5) / 1000).toFixed(1)} s`,
    ratios: found.map(({ alone, beside }) => beside / alone),
    goal: { atMost: 2 },
  };
}

/** Reads the list to its end and discards it. */
function readList(origin: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    get(`${origin}/v1/goal/account/groups`, { agent: false, headers }, (answer) => {
      answer.once('close', () => {
        if (answer.statusCode === 200 && answer.complete) resolve();
        else
          reject(
            new Error(`a list was answered with ${answer.statusCode}, ${answer.complete ? 'complete' : 'cut off'}`),
          );
      });
      answer.resume();
    }).once('error', reject);
  });
}
