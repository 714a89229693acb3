import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { inRounds } from '../measures/timing.ts';
import { part } from '../part.ts';
import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { startService } from '../world/service.ts';
import { measureFilterChange } from './filters.ts';
import { measureLoads } from './loads.ts';
import { openWeb, type WebWorld } from './world.ts';

export const web = part({
  name: 'web',
  description: 'the console and the dashboard in a real browser, with 1 million events; takes some minutes',
  open: openWeb,
  measures: { loads: measureLoads, filters: measureFilterChange, starts: measureStarts },
});

/** The dashboard may add so much to a start. */
const may = { seconds: 0.5, megabytes: 110 };
type Start = { seconds: number; megabytes: number };

/**
 * Compares a start of everything, the database aside, with the same start without the dashboard,
 * alternating between them: the time until all of it answers, and the memory of all its processes.
 */
async function measureStarts({ emptyUrl, dataDir, progress }: WebWorld): Promise<Result[]> {
  const pairs = await inRounds(5, progress, async () => {
    const logFile = path.join(dataDir, 'starts.log');
    return { without: await start(emptyUrl, logFile, false), with: await start(emptyUrl, logFile, true) };
  });
  const row = (what: string, name: keyof Start, digits: number, unit: string): Result => ({
    what: `${what} with the dashboard, less without it ÷ ${may[name]} ${unit}`,
    figures: (['with', 'without'] as const)
      .map((side) => `${median(pairs.map((one) => one[side][name])).toFixed(digits)} ${unit}`)
      .join(' − '),
    ratios: pairs.map((one) => (one.with[name] - one.without[name]) / may[name]),
    goal: { atMost: 1 },
    details: { pairs },
  });
  return [row('start of everything', 'seconds', 2, 's'), row('memory of everything', 'megabytes', 0, 'MB')];
}

async function start(url: string, logFile: string, withDashboard: boolean): Promise<Start> {
  const begun = performance.now();
  const service = await startService(url, logFile, { withConsole: true, withDashboard });
  try {
    await service.started();
    const seconds = (performance.now() - begun) / 1000;
    // Until the processes have finished what they do after a start.
    await sleep(1000);
    return { seconds, megabytes: (await service.memoryOfAll()) / 1e6 };
  } finally {
    await service.stop();
  }
}
