import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { batchOf, eventMaker } from '../world/events.ts';
import { openHttp } from '../world/http.ts';
import type { Site } from '../world/population.ts';
import { at, randomFrom } from '../world/random.ts';
import { logOf, onLog } from './explorer.ts';
import type { DashboardWorld } from './world.ts';

const timed = { events: 100, intervalMs: 400 };
/** The goal: 1.5 times as long as the tail takes, and the 100 ms for which the page may collect. */
const goal = { ratio: 1.5, collectMs: 100 };
const flow = { perBatch: 10, intervalMs: 100 };
const longTaskMs = 100;

declare global {
  // Set in the page by the scripts below.
  var goalLive: { drawn: Record<string, number>; longTasks: number[] };
}

/**
 * Compares the time until a live log has drawn an event with the time until REST's tail has told
 * it, both from the moment at which it is sent.
 */
export async function measureLive(world: DashboardWorld): Promise<Result> {
  return onLive(world, async (page) => {
    const told = new Map<string, number>();
    const stop = new AbortController();
    const reading = readTail(world, told, stop.signal);
    const sent = new Map<string, number>();
    const make = eventMaker(randomFrom(7));
    for (let nth = 0; nth < timed.events; nth += 1) {
      const message = `timed ${nth}.`;
      sent.set(message, now());
      await send(world, JSON.stringify({ ...make(Date.now()), message }));
      world.progress(`${nth + 1} of ${timed.events} events`);
      await sleep(timed.intervalMs);
    }
    stop.abort();
    await reading;
    const drawn = await page.evaluate(() => globalThis.goalLive.drawn);
    const delays = (at_: (message: string) => number | undefined): number[] =>
      [...sent].map(([message, begun]) => (at_(message) ?? Infinity) - begun);
    const [ofPage, ofTail] = [delays((message) => drawn[message]), delays((message) => told.get(message))];
    const [above, below] = [percentile(ofPage, 0.95), percentile(ofTail, 0.95)];
    return {
      what: 'live: sent → drawn ÷ (1.5 × sent → told by the tail + 100 ms of collecting)',
      figures: `p95 ${above.toFixed(1)} ÷ (${goal.ratio} × ${below.toFixed(1)} + ${goal.collectMs}) ms`,
      ratios: [above / (goal.ratio * below + goal.collectMs)],
      goal: { atMost: 1 },
      details: { ofPage, ofTail },
    };
  });
}

/** Follows 100 events a second: memory at the end beside that after a minute, and long tasks. */
export async function measureLongTail(world: DashboardWorld): Promise<Result[]> {
  const { tailMinutes: minutes } = world;
  return onLive(world, async (page) => {
    const make = eventMaker(randomFrom(8));
    const devtools = await page.context().newCDPSession(page);
    const heap = async (): Promise<number> => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    const begun = now();
    let afterMinute: number | undefined;
    for (let nth = 0; now() - begun < minutes * 60_000; nth += 1) {
      await send(world, batchOf(make, flow.perBatch, Date.now() - flow.intervalMs, Date.now()));
      if (afterMinute === undefined && now() - begun > 60_000) afterMinute = await heap();
      if (nth % 100 === 0) world.progress(`${((now() - begun) / 60_000).toFixed(1)} of ${minutes} minutes`);
      await sleep(Math.max(0, begun + (nth + 1) * flow.intervalMs - now()));
    }
    const atEnd = await heap();
    const long = (await page.evaluate(() => globalThis.goalLive.longTasks)).filter((ms) => ms > longTaskMs);
    const first = afterMinute ?? atEnd;
    const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
    return [
      {
        what: `heap after ${minutes} minutes of 100 events a second ÷ after the first minute`,
        figures: `${mb(atEnd)} ÷ ${mb(first)} MB`,
        ratios: [atEnd / first],
        goal: { atMost: 1.15 },
      },
      {
        what: `tasks of more than 100 ms in these ${minutes} minutes`,
        figures: `${long.length}${long.length === 0 ? '' : `, the longest ${Math.max(...long).toFixed(0)} ms`}`,
        ratios: [long.length],
        goal: { atMost: 0 },
      },
    ];
  });
}

/** This machine's clock with fractions of a millisecond, as the page reads it too. */
const now = (): number => performance.timeOrigin + performance.now();

/** Runs work beside a live log that waits for events. */
function onLive<Done>(world: DashboardWorld, work: (page: Page) => Promise<Done>): Promise<Done> {
  return onLog(world, async (page) => {
    await page.addInitScript(() => {
      localStorage.setItem('goal-log-live', 'on');
      globalThis.goalLive = { drawn: {}, longTasks: [] };
      const note = (message: string): void => {
        if (!message.startsWith('timed ') || message in globalThis.goalLive.drawn) return;
        globalThis.goalLive.drawn[message] = NaN;
        requestAnimationFrame(() => {
          globalThis.goalLive.drawn[message] = performance.timeOrigin + performance.now();
        });
      };
      new MutationObserver(() => {
        for (const cell of document.querySelectorAll('tr[data-row] [data-column="message"]')) note(cell.textContent);
      }).observe(document, { subtree: true, childList: true });
      new PerformanceObserver((list) => {
        globalThis.goalLive.longTasks.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask', buffered: true });
    });
    // The second question of the tail is the first that waits.
    let asked = 0;
    const waits = page.waitForRequest((request) => request.url().includes('events.tail') && (asked += 1) === 2);
    await page.goto(logOf(world));
    await waits;
    // What happened while the page was loaded is not counted.
    await page.evaluate(() => {
      globalThis.goalLive.longTasks = [];
    });
    return work(page);
  });
}

/** Sends events to a site of the large account. */
async function send({ http, population, large }: DashboardWorld, body: string): Promise<void> {
  const { token, domain } = siteOf(population.sites, large.rowId);
  await http.send({ method: 'POST', path: '/events', token, domain, body });
}

const siteOf = (sites: readonly Site[], account: number): Site =>
  at(
    sites.filter((site) => site.account.rowId === account),
    0,
  );

/** Notes when REST's tail tells each timed event. */
async function readTail({ service, large }: DashboardWorld, told: Map<string, number>, signal: AbortSignal) {
  const http = openHttp(service.origin, 1);
  try {
    for (let [after, nth] = ['', 0]; !signal.aborted; nth += 1) {
      const query = after === '' ? '' : `?wait=1&after=${encodeURIComponent(after)}`;
      const body = await http.send({
        path: `/account/events/tail${query}`,
        token: at(large.keys, nth % large.keys.length),
      });
      const toldAt = now();
      // The cast trusts the service's own answer (contract/event/tail.ts).
      const answer = JSON.parse(body) as { events: { message: string }[]; next_after: string };
      for (const { message } of answer.events) if (!told.has(message)) told.set(message, toldAt);
      after = answer.next_after;
    }
  } finally {
    http.close();
  }
}
