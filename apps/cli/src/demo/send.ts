import { setTimeout as sleep } from 'node:timers/promises';

import { DomainError, limits } from '@goal/contract';
import { ingestEvents, onIngested, type Core } from '@goal/core';
import { isUnavailable } from '@goal/db';

import { refuseWhenStopped } from '../with-core.ts';
import { eventsOfDay } from './day.ts';
import { isActive, readDemoAccount, type DemoAccount, type OwnSite } from './demo-account.ts';
import { demoEvent, session, type DemoEvent } from './event.ts';
import { dayMs, drawFacts } from './facts.ts';
import { Random } from './random.ts';
import { tasksOf } from './story.ts';

/** Length of the story, in days before now. */
export const demoDays = 90;

/**
 * Sends the events of the demo's active sites from 90 days ago to `now` (milliseconds), through the
 * same verb as a site's plugin. The service recognises stored events by their event_uuid, so that
 * only missing ones are stored (rulings §7.5). Returns the number of events, and how many were new.
 */
export async function sendStory(core: Core, demo: DemoAccount, now: number, signal: AbortSignal) {
  const sent = { events: 0, accepted: 0 };
  const firstDay = Math.floor(now / dayMs) - demoDays;
  const until = new Date(now).toISOString();
  const next = demo.sites.filter(isActive).values();
  const work = async (): Promise<void> => {
    for (const site of next) {
      const days = Array.from({ length: demoDays + 1 }, (_, nth) => eventsOfDay(site.plan, firstDay + nth));
      const events = days.flat().filter((event) => event.occurred_at <= until);
      for (let from = 0; from < events.length; from += limits.eventsPerRequest) {
        refuseWhenStopped(signal);
        const batch = events.slice(from, from + limits.eventsPerRequest);
        const accepted = await sendEvents(core, demo, site, batch);
        sent.accepted += accepted;
        sent.events += batch.length;
      }
    }
  };
  // Two sites at a time: one's events are generated while the database stores the other's.
  await Promise.all([work(), work()]);
  return sent;
}

/** Sends at most 1,000 events of a site; returns how many of them were new. */
async function sendEvents(core: Core, demo: DemoAccount, site: OwnSite, events: DemoEvent[]): Promise<number> {
  const account = { rowId: demo.caller.account.rowId, isReseller: demo.isReseller };
  const sent = await ingestEvents(core, { site, account }, { events });
  onIngested(core, site.rowId, sent);
  return sent.accepted;
}

/** Where lines are printed, and what ends it. */
export type Printing = { signal: AbortSignal; tell: (line: string) => void };

/**
 * Sends an event of a random active demo site every few seconds and prints it, until the signal.
 * Reads the sites again each time, so that a site that was paused or deleted is left out. While the
 * database is unavailable it keeps trying. Throws a `Refusal` if the account is gone.
 */
export async function sendLive(core: Core, { caller }: DemoAccount, { signal, tell }: Printing): Promise<void> {
  const random = new Random(`live ${Date.now()}`);
  const sendOne = async (): Promise<void> => {
    const demo = await readDemoAccount(core, caller);
    const sites = demo.sites.filter(isActive);
    if (sites.length === 0) return tell('the demo has no active site');
    const own = random.pick(sites);
    const { plan: site } = own;
    const now = Date.now();
    const person = random.pick(site.people);
    const { steps } = random.weighted(tasksOf(person, site.trade));
    const scene = { site, day: Math.floor(now / dayMs), random };
    for (const draft of session(scene, person, now, [[random.pick(steps), drawFacts(scene)]])) {
      const event = demoEvent(draft, `${site.domain} live ${now}`);
      await sendEvents(core, demo, own, [event]);
      tell(`sent      ${event.occurred_at}  ${event.severity.padEnd(8)}  ${site.domain}  ${event.message}`);
    }
  };
  while (!signal.aborted) {
    await sendOne().catch((error: unknown) => {
      if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
      tell('not sent; continuing with the next event');
    });
    // Fails only when the signal aborts it.
    await sleep(random.int(2000, 5000), undefined, { signal }).catch(() => {});
  }
}
