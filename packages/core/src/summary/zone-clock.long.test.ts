import { expect, test } from 'vitest';

import { spanMinutes, zoneClock } from './zone-clock.ts';

const minuteMs = 60_000;
const stepMs = 14 * 24 * 60 * minuteMs;

test('no zone changes its offset within a span of time that is counted as one', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const { hour } = zoneClock(zone);
    const offset = (ms: number): string => hour(ms).slice(19);
    const spanMs = spanMinutes(zone) * minuteMs;
    let areQuarters = true;
    for (let from = Date.UTC(2000, 0); from < Date.UTC(2031, 0); from += stepMs) {
      if (offset(from) === offset(from + stepMs)) continue;
      let [before, change] = [from, from + stepMs];
      while (change - before > minuteMs) {
        const middle = Math.floor((before + change) / 2 / minuteMs) * minuteMs;
        if (offset(middle) === offset(from)) before = middle;
        else change = middle;
      }
      expect([zone, new Date(change).toISOString(), change % spanMs]).toEqual([zone, expect.any(String), 0]);
      areQuarters &&= change % (15 * minuteMs) === 0;
    }
    // Shorter spans cost more, so only the zones that need them have them.
    expect([zone, spanMinutes(zone)]).toEqual([zone, areQuarters ? 15 : 1]);
  }
});
