import { limits } from '@goal/contract';
import { ingestEvents, type Core } from '@goal/core';

import { refuseWhenStopped } from '../with-core.ts';
import { eventsOfDay } from './day.ts';
import type { DemoAccount, OwnSite } from './demo-account.ts';
import type { DemoEvent } from './demo-event.ts';
import { isActive } from './keys.ts';
import { dayMs } from './time.ts';

/** Length of the story, in days before now. */
export const demoDays = 90;

/** The number of events in the story up to now, and how many of them were new. */
export type Sent = { events: number; accepted: number };

/**
 * Sends the events of the demo's active sites from 90 days ago to `now` (milliseconds), through the
 * same verb as a site's plugin. The service recognises stored events by their event_uuid, so that
 * only missing ones are stored (rulings §7.5).
 */
export async function sendStory(core: Core, demo: DemoAccount, now: number, signal: AbortSignal): Promise<Sent> {
  const sent: Sent = { events: 0, accepted: 0 };
  const sites = demo.sites.filter(isActive);
  // Two sites at a time: one's events are generated while the database stores the other's.
  const next = sites.values();
  const work = async (): Promise<void> => {
    for (const site of next) {
      for (const events of batches(site, now)) {
        refuseWhenStopped(signal);
        const accepted = await sendEvents(core, demo, site, events);
        sent.accepted += accepted;
        sent.events += events.length;
      }
    }
  };
  await Promise.all([work(), work()]);
  return sent;
}

/** Sends at most 1,000 events of a site; returns how many of them were new. */
export async function sendEvents(core: Core, demo: DemoAccount, site: OwnSite, events: DemoEvent[]): Promise<number> {
  const account = { rowId: demo.caller.account.rowId, isReseller: demo.isReseller };
  return (await ingestEvents(core, { site, account }, { events })).accepted;
}

/** Splits a site's story into batches of the size that the service accepts. */
function* batches({ plan }: OwnSite, now: number): Generator<DemoEvent[]> {
  const today = Math.floor(now / dayMs);
  const until = new Date(now).toISOString();
  let batch: DemoEvent[] = [];
  for (let day = today - demoDays; day <= today; day++) {
    for (const event of eventsOfDay(plan, day)) {
      if (event.occurred_at > until) continue;
      batch.push(event);
      if (batch.length < limits.eventsPerRequest) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
