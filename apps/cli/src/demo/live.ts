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

/** Seconds from one event to the next. */
const pause = { low: 2, high: 5 };

/**
 * Sends an event of some active site of the demo every few seconds, until the signal; each is told. The sites are read again each time, so one
 * that was paused or deleted meanwhile is left out. While the database is away it waits and goes on. Throws a Refusal when the account is gone.
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
      tell('not sent; it goes on with the next one');
    });
    // The only way that this wait fails is that it is called off.
    await sleep(random.int(pause.low * 1000, pause.high * 1000), undefined, { signal }).catch(() => {});
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
  if (sites.length === 0) return tell('no site of the demo is active');
  const site = random.pick(sites);
  const event = liveEvent(site.plan, random);
  await sendEvents(core, demo, site, [event]);
  tell(`${event.occurred_at}  ${event.severity.padEnd(8)}  ${site.plan.domain}  ${event.message}`);
}

/** Something that somebody of the site does right now. */
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
