import { severities } from '@goal/contract';
import fc from 'fast-check';

import type { Slices } from '../src/summary/slices.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from './event-world.ts';
import { randomOf } from './random.ts';

export const hourMs = 3_600_000;
/** Three days from here hold the events; summer time ends in them in Berlin. */
export const start = Date.UTC(2026, 9, 24, 22);

/** The last one is too long for a dictionary. */
export const objects = ['post', 'user', '😀'.repeat(300)];
const types = ['created', 'deleted'];
const codes = [1000, 4007];
const names = ['ada', 'bob'];

/** An account whose sites have very many, some, or few events. */
export async function openSummaryWorld(): Promise<{ world: EventWorld; account: number; sites: number[] }> {
  const world = await openWorld();
  const { account, sites } = await world.account(40);
  const random = randomOf(11);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // in range
  for (const [place, site] of sites.entries()) {
    const events = Array.from({ length: place === 0 ? 900 : place < 5 ? 150 : 8 }, () =>
      newEvent({
        // Every other one on an hour.
        occurredAt: start + Math.floor(random() * 72) * hourMs + (random() < 0.5 ? 0 : Math.floor(random() * hourMs)),
        code: pick(codes),
        severity: pick(severities),
        object: pick(objects),
        eventType: pick(types),
        userId: Math.floor(random() * 3),
        username: pick(names),
        message: pick(['a word', 'another']),
      }),
    );
    await storeAll(world, { account, site }, events);
  }
  return { world, account, sites };
}

/** A moment, every other one on an hour, so that edges of slices meet events. */
const someMoment = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: min / hourMs, max: max / hourMs }).map((hours) => hours * hourMs),
  );
export const someFrom = someMoment(start, start + 24 * hourMs);
/** The end is inclusive, so a range of whole hours ends a millisecond earlier. */
export const someTo = someMoment(start + 24 * hourMs, start + 96 * hourMs).map((end) => end - 1);
/** How many slices a range is divided into. */
export const someCount = fc.oneof(fc.constantFrom(1, 2, 12, 24, 120), fc.integer({ min: 1, max: 120 }));

/** Counts the slices that begin up to a moment, as a reader would who knows nothing of the sum. */
export function beginningOf({ from, to, ms }: Slices, time: number): string {
  let beginning = from;
  while (beginning + ms <= Math.min(time, to)) beginning += ms;
  return new Date(beginning).toISOString();
}
