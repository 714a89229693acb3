import type { Browser } from '@playwright/test';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import { load, type Load, type Session, type Shown } from './browser.ts';

const rounds = 15;
const kilobyte = 1000;

/** Pages to load, by name; `session` signs the browser in. */
export type Pages = Record<string, { url: string; shown: Shown; session?: Session }>;

/** The loads of each page, by its name. */
export type Loads = ReadonlyMap<string, Load[]>;

type Around = { browser: Browser; progress: (done: string) => void };

/** Loads one page after the other in each round. */
export async function loadAlternating({ browser, progress }: Around, pages: Pages): Promise<Loads> {
  const loads = new Map<string, Load[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, shown, session }] of Object.entries(pages)) {
      const done = await load(browser, url, shown, session);
      // Round 0 warms up: the services compile their code and fill their caches.
      if (round > 0) loads.set(name, [...(loads.get(name) ?? []), done]);
    }
    progress(`round ${round} of ${rounds}`);
  }
  return loads;
}

/** A time of a page. */
export type Measured = [page: string, what: keyof Load];

/** Makes rows that compare a time of one page with a time of another. */
export function rowMaker(loads: Loads) {
  const values = ([page, what]: Measured): number[] => (loads.get(page) ?? []).map((one) => one[what]);
  return (what: string, above: Measured, below: Measured, atMost: number, aim = atMost): Result => {
    const [upper, lower] = [median(values(above)), median(values(below))];
    return {
      what,
      figures: `${Math.round(upper)} ms ÷ ${Math.round(lower)} ms`,
      // The goal applies to the medians: single loads of a browser vary by a frame or two.
      ratios: [upper / lower],
      goal: { atMost, aim: String(aim) },
      details: { above: values(above), below: values(below) },
    };
  };
}

/** A row that compares the gzipped scripts of a page with a budget. */
export function bytesRow(loads: Loads, name: string, kilobytes: number): Result {
  const sizes = (loads.get(name) ?? []).map((one) => one.scriptBytes / kilobyte);
  return {
    what: `gzipped script of ${name} ÷ ${kilobytes} kB`,
    figures: `${median(sizes).toFixed(1)} kB`,
    ratios: [median(sizes) / kilobytes],
    goal: { atMost: 1, aim: '1' },
  };
}
