import { setTimeout as sleep } from 'node:timers/promises';

import { DomainError } from '@goal/contract';
import type { Core } from '@goal/core';
import { isUnavailable } from '@goal/db';

import { readDemoAccount, type DemoAccount } from './demo-account.ts';
import { demoEvent, type DemoEvent } from './demo-event.ts';
import { drawFacts } from './facts.ts';
import { tasksOf } from './habits.ts';
import { isActive } from './keys.ts';
import { Random } from './random.ts';
import { sendEvents } from './send.ts';
import { Session } from './session.ts';
import { dayMs } from './time.ts';

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
    await sendOne(core, demo, random, tell).catch((error: unknown) => {
      if (!isUnavailable(error) && !(error instanceof DomainError)) throw error;
      tell('not sent; continuing with the next event');
    });
    // Fails only when the signal aborts it.
    await sleep(random.int(pauseMs.min, pauseMs.max), undefined, { signal }).catch(() => {});
  }
}

async function sendOne(
  core: Core,
  { caller }: DemoAccount,
  random: Random,
  tell: (line: string) => void,
): Promise<void> {
  const demo = await readDemoAccount(core, caller);
  const sites = demo.sites.filter(isActive);
  if (sites.length === 0) return tell('the demo has no active site');
  const site = random.pick(sites);
  const event = liveEvent(site.plan, random);
  await sendEvents(core, demo, site, [event]);
  tell(`sent      ${event.occurred_at}  ${event.severity.padEnd(8)}  ${site.plan.domain}  ${event.message}`);
}

/** An event that a user of the site causes right now. */
function liveEvent(plan: DemoAccount['sites'][number]['plan'], random: Random): DemoEvent {
  const now = Date.now();
  const person = random.pick(plan.people);
  const session = new Session(plan, person, now, random);
  const { steps } = random.weighted(tasksOf(person, plan.trade));
  session.does(random.pick(steps), drawFacts(plan, Math.floor(now / dayMs), random));
  const [draft] = session.drafts;
  if (draft === undefined) throw new Error('a session without an event');
  return demoEvent(draft, `${plan.domain} live ${now}`);
}
