import { setTimeout as sleep } from 'node:timers/promises';

import { eventCodes } from '@goal/core';
import type { Page, Request } from '@playwright/test';

import { figuresRow, inRounds } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { at } from '../world/random.ts';
import type { WebWorld } from './world.ts';

const changes = 20;
/** Long enough for the counts beside a list; the rate limit of a session refills as well. */
const pauseMs = 800;
/** Wide enough for all columns. */
const viewport = { width: 1600, height: 900 };

/**
 * Compares the time from a change of filter until its rows are drawn with the same call by a
 * script of the page, alternating between them.
 */
export async function measureFilterChange({ browser, dashboard, account, progress }: WebWorld): Promise<Result> {
  const context = await browser.newContext({ storageState: dashboard.session, viewport });
  try {
    const page = await context.newPage();
    const first = page.waitForRequest((request) => request.url().includes('dashboard.events.list'));
    await page.goto(`${dashboard.origin}/a/${account}/log`);
    const call = await first;
    const found = await inRounds(changes, progress, async (round) => {
      // The most frequent codes; each is asked for once, so that no cache answers.
      const [one, other] = [at(eventCodes, round * 2).code, at(eventCodes, round * 2 + 1).code];
      await sleep(pauseMs);
      const drawn = await timeDrawn(page, one);
      await sleep(pauseMs);
      return { drawn, called: await timeCalled(page, call, other) };
    });
    return figuresRow('rows drawn after a change of filter ÷ the same call by a script', found, ['drawn', 'called'], {
      unit: 'ms',
      digits: 1,
      goal: { atMost: 2, aim: '1.5' },
    });
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
