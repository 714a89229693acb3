import { eventDetailShape, ingestResultShape, siteEventShape } from '@goal/contract';
import { expect } from 'vitest';
import { z } from 'zod';

import { makeEvent, type Answer, type Site } from './harness.ts';

const list = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });

export const send = (site: Site, body: unknown): Promise<Answer> => site.call('POST', '/events', { body });

/** The answer to an ingest that is not refused as a whole. */
export const result = (answer: Answer) => answer.as(200, ingestResultShape);

/** A page of the site's events, newest first. */
export async function events(site: Site, query: Record<string, string | number> = { limit: 200 }) {
  return (await site.call('GET', '/events', { query })).as(200, list).events;
}

/** Every event of the site, over all pages. */
export async function allEvents(site: Site) {
  const seen: z.output<typeof siteEventShape>[] = [];
  for (let cursor = ''; ;) {
    const page = (await site.call('GET', '/events', { query: { limit: 200, cursor } })).as(200, list);
    seen.push(...page.events);
    cursor = page.next_cursor;
    if (cursor === '') return seen;
  }
}

export async function detail(site: Site, id: number) {
  return (await site.call('GET', `/events/${id}`)).as(200, eventDetailShape);
}

/** Sends one event and reads it back whole. */
export async function roundTrip(site: Site, event: object) {
  expect(result(await send(site, event))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  const [newest] = await events(site, { limit: 1 });
  return detail(site, newest?.id ?? 0);
}

/**
 * Expects each event to be refused with its sentence, alone and among good ones in a batch, and the
 * good ones to be stored.
 */
export async function expectRejected(site: Site, bad: readonly [event: unknown, error: string][]): Promise<void> {
  for (const [event, error] of bad) {
    const isObject = typeof event === 'object' && event !== null && !Array.isArray(event);
    if (isObject) (await send(site, event)).refused(400, error);
  }
  const before = (await events(site)).length;
  const batch = bad.flatMap(([event]) => [event, makeEvent({ message: 'good' })]);
  expect(result(await send(site, { events: batch }))).toEqual({
    accepted: bad.length,
    duplicates: 0,
    rejected: bad.map(([, error], at) => ({ index: 2 * at, error })),
  });
  const after = await events(site);
  expect(after).toHaveLength(before + bad.length);
  expect(after.every(({ message }) => message === 'good')).toBe(true);
}
