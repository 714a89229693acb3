import { setTimeout as sleep } from 'node:timers/promises';

import { eventCodes } from '@goal/core';
import type { Page, Request } from '@playwright/test';

import type { Result } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { at } from '../world/random.ts';
import { ask } from './sessions.ts';
import type { DashboardWorld } from './world.ts';

const changes = 20;
/** Long enough for the counts beside a list; the rate limit of a session refills as well. */
const pauseMs = 800;
const scrolling = { rounds: 4, frames: 250, rows: 10_000, few: 60, stepPx: 320 };
/** Wide enough for all columns. */
const viewport = { width: 1600, height: 900 };

/**
 * Compares the time from a change of filter until its rows are drawn with the same call by a
 * script of the page, alternating between them.
 */
export async function measureFilterChange(world: DashboardWorld): Promise<Result> {
  return onLog(world, async (page) => {
    const first = page.waitForRequest((request) => request.url().includes('dashboard.events.list'));
    await page.goto(logOf(world));
    const call = await first;
    const times: { drawn: number; called: number }[] = [];
    for (let round = 0; round <= changes; round += 1) {
      // The most frequent codes; each is asked for once, so that no cache answers.
      const [one, other] = [at(eventCodes, round * 2).code, at(eventCodes, round * 2 + 1).code];
      await sleep(pauseMs);
      const drawn = await timeDrawn(page, one);
      await sleep(pauseMs);
      const called = await timeCalled(page, call, other);
      if (round > 0) times.push({ drawn, called });
      world.progress(`round ${round} of ${changes}`);
    }
    const [above, below] = [median(times.map((time) => time.drawn)), median(times.map((time) => time.called))];
    return {
      what: `rows drawn after a change of filter ÷ the same call by a script`,
      figures: `${above.toFixed(1)} ÷ ${below.toFixed(1)} ms`,
      ratios: [above / below],
      goal: { atMost: 2, aim: '1.5' },
      details: { times },
    };
  });
}

/** Compares the frames while 10,000 rows are scrolled with those of 60 rows, in turns. */
export async function measureScrolling(world: DashboardWorld): Promise<Result> {
  const { large, http, progress } = world;
  const member = { id: large.id, sessions: large.owner.sessions };
  const text = await ask(http, member, 'events.list', { limit: scrolling.few });
  // The cast trusts the service's own answer.
  const { events } = (JSON.parse(text) as { result: { data: { events: { occurred_at: string }[] } } }).result.data;
  const window = `?from=${at(events, events.length - 1).occurred_at}&to=${at(events, 0).occurred_at}`;
  return onLog(world, (many) =>
    onLog(world, async (few) => {
      await many.goto(`${logOf(world)}?range=all`);
      await few.goto(`${logOf(world)}${window}`);
      await many.bringToFront();
      await scrollDown(many);
      const rounds: { many: number; few: number }[] = [];
      for (let round = 0; round < scrolling.rounds; round += 1) {
        await many.bringToFront();
        const ofMany = await framesOf(many, -scrolling.stepPx);
        await few.bringToFront();
        const ofFew = await framesOf(few, scrolling.stepPx);
        rounds.push({ many: percentile(ofMany, 0.95), few: percentile(ofFew, 0.95) });
        progress(`round ${round + 1} of ${scrolling.rounds}`);
      }
      const medianOf = (name: 'many' | 'few'): string => median(rounds.map((round) => round[name])).toFixed(1);
      return {
        what: 'frames while 10,000 rows are scrolled ÷ while 60 rows are',
        figures: `p95 ${medianOf('many')} ÷ ${medianOf('few')} ms`,
        ratios: rounds.map((round) => round.many / round.few),
        goal: { atMost: 1.3 },
      };
    }),
  );
}

export const logOf = ({ dashboard, large }: DashboardWorld): string => `${dashboard}/a/${large.id}/log`;

/** Runs work on a page of the owner's browser. */
export async function onLog<Done>(
  { browser, large }: DashboardWorld,
  work: (page: Page) => Promise<Done>,
): Promise<Done> {
  const context = await browser.newContext({ storageState: large.owner.browser, viewport });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * Milliseconds from the change of the address until the first frame with rows of this code alone.
 */
function timeDrawn(page: Page, code: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const observer = new MutationObserver(() => check());
        const check = (): void => {
          const cells = [...document.querySelectorAll('[data-testid="events"] tr[data-row] [data-column="code"]')];
          if (cells.length < 10 || cells.some((cell) => cell.textContent !== wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - begun));
        };
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        history.pushState(null, '', `${location.pathname}?code=${wanted}`);
      }),
    String(code),
  );
}

/** Milliseconds until a script of the page has the complete answer to the same question. */
async function timeCalled(page: Page, call: Request, code: number): Promise<number> {
  const url = new URL(call.url());
  // The cast trusts the page's own request.
  const input = JSON.parse(url.searchParams.get('input') ?? '{}') as object;
  url.searchParams.set('input', JSON.stringify({ ...input, code: [code] }));
  const all = Object.entries(await call.allHeaders());
  const headers = Object.fromEntries(all.filter(([name]) => name.startsWith('x-goal-')));
  return page.evaluate(
    async ({ href, own }) => {
      const begun = performance.now();
      const answer = await fetch(href, { headers: own });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`the page's call was answered with ${answer.status}: ${text.slice(0, 200)}`);
      return performance.now() - begun;
    },
    { href: url.href, own: headers },
  );
}

/** Scrolls down until the list has its rows. */
async function scrollDown(page: Page): Promise<void> {
  await page.locator('[data-testid="events"] tr[data-row]').first().waitFor();
  await page.evaluate(
    ({ rows }) =>
      new Promise<void>((resolve) => {
        const box = document.querySelector('[data-testid="events"]');
        if (box === null) throw new Error('the page has no list of events');
        const step = (): void => {
          if (box.scrollHeight >= rows * 32) return resolve();
          box.scrollTop = box.scrollHeight;
          requestAnimationFrame(step);
        };
        step();
      }),
    scrolling,
  );
}

/** The lengths of frames in milliseconds while the list is scrolled, to and fro at its ends. */
function framesOf(page: Page, stepPx: number): Promise<number[]> {
  return page.evaluate(
    ({ frames, stepPx: firstStep }) =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector('[data-testid="events"]');
        if (box === null) throw new Error('the page has no list of events');
        const lengths: number[] = [];
        let [last, step] = [performance.now(), firstStep];
        const next = (now: number): void => {
          lengths.push(now - last);
          last = now;
          const before = box.scrollTop;
          box.scrollTop += step;
          if (box.scrollTop === before) step = -step;
          if (lengths.length < frames) requestAnimationFrame(next);
          else resolve(lengths.slice(1));
        };
        requestAnimationFrame(next);
      }),
    { frames: scrolling.frames, stepPx },
  );
}
