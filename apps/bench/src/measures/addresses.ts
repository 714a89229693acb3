import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import type { Call, Http } from '../world/http.ts';
import type { Site } from '../world/population.ts';
import { databaseProcesses, familyOf, hasProcessorTimes, processorClock } from '../world/processes.ts';
import type { Random } from '../world/random.ts';
import type { World } from './world.ts';

const rounds = 20;
const sitesPerSide = 8;
const eventsPerBatch = 500;
/** Enough that a collection of garbage or a page of an index that is split counts little. */
const batchesPerSite = 4;
const pagesPerSite = 25;
const connections = 4;

const [stored, read] = ['processor time an event stored', 'processor time a page read'];
const besideNone = 'with an address in half of the events ÷ without';
const goal = { atMost: 1.05 };

/**
 * Compares the processor time of service and database for events half of which have an address with
 * that for events without, stored and read as pages of 50. The two sides have sites of one account.
 */
export async function measureAddresses({ fresh, dataDir, random, progress }: World): Promise<Result[]> {
  if (!hasProcessorTimes())
    return [stored, read].map((what) => ({
      what: `${what}, ${besideNone}`,
      figures: '',
      ratios: [],
      goal,
      needs: 'Linux',
    }));
  const side = await fresh('addresses');
  try {
    const cost = async (http: Http, calls: readonly Call[]): Promise<number> => {
      const service = (await familyOf(side.service.pid)).map(({ pid }) => pid);
      const clock = processorClock([...service, ...(await databaseProcesses(dataDir))]);
      await forEachConcurrently(calls, connections, async (call) => void (await http.send(call)));
      return clock();
    };
    const sites = side.population.sites.slice(0, 2 * sitesPerSide);
    return await alternate({ sites, random, progress }, (calls) => cost(side.http, calls));
  } finally {
    await side.close();
  }
}

type Figures = Record<'with' | 'without', number>;

async function alternate(
  { sites, random, progress }: { sites: readonly Site[]; random: Random; progress: (done: string) => void },
  cost: (calls: readonly Call[]) => Promise<number>,
): Promise<Result[]> {
  const make = { with: eventMaker(random, 0.5), without: eventMaker(random) };
  const own = {
    with: sites.filter((_, nth) => nth % 2 === 0),
    without: sites.filter((_, nth) => nth % 2 === 1),
  };
  const ofEvents: Figures[] = [];
  const ofPages: Figures[] = [];
  // Round 0 warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const events: Figures = { with: 0, without: 0 };
    const pages: Figures = { with: 0, without: 0 };
    const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
    for (const side of order) {
      const senders = Array.from({ length: batchesPerSite }, () => own[side]).flat();
      const sent = senders.map(({ token, domain }): Call => {
        const body = batchOf(make[side], eventsPerBatch, Date.now() - 60_000, Date.now());
        return { method: 'POST', path: '/events', token, domain, body };
      });
      events[side] = (await cost(sent)) / (sent.length * eventsPerBatch);
    }
    for (const side of order) {
      const asked = Array.from({ length: pagesPerSite }, () => own[side]).flat();
      pages[side] = (await cost(asked.map(({ token, domain }) => ({ path: '/events', token, domain })))) / asked.length;
    }
    if (round > 0) {
      ofEvents.push(events);
      ofPages.push(pages);
    }
    progress(`round ${round} of ${rounds}`);
  }
  return [resultOf(stored, ofEvents), resultOf(read, ofPages)];
}

function resultOf(what: string, figures: readonly Figures[]): Result {
  const microseconds = (side: keyof Figures): string => (1000 * median(figures.map((one) => one[side]))).toFixed(1);
  return {
    what: `${what}, ${besideNone}`,
    figures: `${microseconds('with')} ÷ ${microseconds('without')} µs`,
    ratios: figures.map((one) => one.with / one.without),
    goal,
    details: { rounds: figures },
  };
}
