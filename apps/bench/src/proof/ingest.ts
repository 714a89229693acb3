import { setTimeout as sleep } from 'node:timers/promises';

import type { Goal, Result } from '../report.ts';
import { median } from '../statistics.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { at, pick, type Random } from '../world/random.ts';
import { untilSealed } from './sealed.ts';
import { sitesForSingles, withoutLogs, type ProofSide, type ProofWorld } from './world.ts';

const rounds = 3;
/** So long after the first commit sealing is under way; what is answered before does not count. */
const leadMs = 3000;
const windowMs = 4000;

type Load = {
  connections: number;
  /** Events of a request. */
  events: number;
  /** Events a second that are offered; without it as many as are taken. */
  offered?: number;
};
type Rates = Record<'with' | 'without', number>;

/**
 * Compares the events a second that a service takes which seals with those of one that keeps no
 * logs, alternating between the two. Each has a database of its own, so that nothing is left to
 * seal while the other one is measured.
 */
export async function measureIngest(world: ProofWorld): Promise<Result[]> {
  const { openSide, random, progress } = world;
  const sealing = await openSide('proof_with', { sites: sitesForSingles });
  const plain = await openSide('proof_without', { sites: sitesForSingles, environment: withoutLogs });
  const compare = async (says: string, load: Load): Promise<Rates[]> => {
    const found: Rates[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const sides = {
        with: async () => {
          const rate = await rateOf(sealing, load, random);
          await untilSealed(sealing.plain);
          return rate;
        },
        without: () => rateOf(plain, load, random),
      };
      const first = round % 2 === 0 ? await sides.with() : undefined;
      const without = await sides.without();
      found.push({ with: first ?? (await sides.with()), without });
      progress(`${says}, round ${round} of ${rounds}`);
    }
    return found;
  };
  try {
    const saturated = await compare('batches', { connections: 4, events: 1000 });
    const offered = median(saturated.map(({ without }) => without)) / 2;
    const half = await compare('half load', { connections: 4, events: 1000, offered });
    const singles = await compare('single events', { connections: 32, events: 1 });
    const batches = 'ingest, batches of 1,000 on 4 connections';
    return [
      row(`${batches}, saturated, with sealing ÷ without`, saturated, { atLeast: 0.75 }),
      row(`${batches}, at half of that load, with sealing ÷ without`, half, { atLeast: 0.95 }),
      row('ingest, single events on 32 connections, with sealing ÷ without', singles, { atLeast: 0.95 }),
    ];
  } finally {
    await sealing.stop();
    await plain.stop();
  }
}

function row(what: string, found: readonly Rates[], goal: Goal): Result {
  const rate = (side: keyof Rates): string => Math.round(median(found.map((one) => one[side]))).toLocaleString('en');
  return {
    what,
    figures: `${rate('with')} ÷ ${rate('without')} events/s`,
    ratios: found.map((one) => one.with / one.without),
    goal,
    details: { rounds: found },
  };
}

/** Events a second that were answered within the window, from its first answer to its last. */
async function rateOf(
  { http, sites }: ProofSide,
  { connections, events, offered }: Load,
  random: Random,
): Promise<number> {
  const make = eventMaker(random);
  const begun = performance.now();
  const passed = (): number => performance.now() - begun;
  const answeredAt: number[] = [];
  let begunRequests = 0;
  const send = async (): Promise<void> => {
    for (;;) {
      const dueMs = offered === undefined ? 0 : (begunRequests * events * 1000) / offered;
      begunRequests += 1;
      if (dueMs > passed()) await sleep(dueMs - passed());
      if (passed() >= leadMs + windowMs) return;
      const { token, domain } = pick(random, sites);
      const body =
        events === 1 ? JSON.stringify(make(Date.now())) : batchOf(make, events, Date.now() - 1000, Date.now());
      await http.send({ method: 'POST', path: '/events', token, domain, body });
      if (passed() >= leadMs) answeredAt.push(passed());
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const requests = answeredAt.length - 1;
  return (requests * events * 1000) / (at(answeredAt, requests) - at(answeredAt, 0));
}
