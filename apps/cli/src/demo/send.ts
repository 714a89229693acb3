import { setTimeout as sleep } from 'node:timers/promises';

import { DomainError, limits } from '@goal/contract';
import { ingestEvents, onIngested, type Core } from '@goal/core';
import { isUnavailable } from '@goal/db';

import { refuseWhenStopped } from '../with-core.ts';
import { eventsOfDay } from './day.ts';
import { readDemoAccount, type DemoAccount, type OwnSite } from './demo-account.ts';
import { dayMs, demoEvent, drawFacts, Session, type DemoEvent } from './event.ts';
import { tasksOf } from './habits.ts';
import { isActive } from './keys.ts';
import { Random } from './random.ts';

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
async function sendEvents(core: Core, demo: DemoAccount, site: OwnSite, events: DemoEvent[]): Promise<number> {
  const account = { rowId: demo.caller.account.rowId, isReseller: demo.isReseller };
  const sent = await ingestEvents(core, { site, account }, { events });
  onIngested(core, site.rowId, sent);
  return sent.accepted;
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

/** The time between two events. */
const pauseMs = { min: 2000, max: 5000 };

/**
 * Sends an event of a random active demo site every few seconds and prints it, until the signal.
 * Reads the sites again each time, so that a site that was paused or deleted is left out. While the
 * database is unavailable it keeps trying. Throws a `Refusal` if the account is gone.
 */
export async function sendLive(
  core: Core,
  demo: DemoAccount,
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<void> {
  const random = new Random(`live ${Date.now()}`);
  while (!signal.aborted) {
    await sendOne(core, demo.caller, random, tell).catch((error: unknown) => {
      if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
      tell('not sent; continuing with the next event');
    });
    // Fails only when the signal aborts it.
    await sleep(random.int(pauseMs.min, pauseMs.max), undefined, { signal }).catch(() => {});
  }
}

async function sendOne(
  core: Core,
  caller: DemoAccount['caller'],
  random: Random,
  tell: (line: string) => void,
): Promise<void> {
  const demo = await readDemoAccount(core, caller);
  const sites = demo.sites.filter(isActive);
  if (sites.length === 0) return tell('the demo has no active site');
  const site = random.pick(sites);
  const { plan } = site;
  const now = Date.now();
  const person = random.pick(plan.people);
  const session = new Session(plan, person, now, random);
  const { steps } = random.weighted(tasksOf(person, plan.trade));
  session.does(random.pick(steps), drawFacts(plan, Math.floor(now / dayMs), random));
  for (const event of session.drafts.map((draft) => demoEvent(draft, `${plan.domain} live ${now}`))) {
    await sendEvents(core, demo, site, [event]);
    tell(`sent      ${event.occurred_at}  ${event.severity.padEnd(8)}  ${plan.domain}  ${event.message}`);
  }
}
