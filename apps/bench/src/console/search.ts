import type { Page } from '@playwright/test';

import type { Result } from '../report.ts';
import { median } from '../statistics.ts';
import type { ConsoleWorld, Side } from './world.ts';

const rounds = 15;

/**
 * Compares the time from the request of the last key press until its rows are drawn with the same
 * call by a script, and that call with 50,000 accounts with the one with 500.
 */
export async function measureSearch(world: ConsoleWorld): Promise<Result[]> {
  const { browser, console, session, manyAccounts, fewAccounts, progress } = world;
  const context = await browser.newContext({ storageState: session });
  try {
    const page = await context.newPage();
    await page.goto(`${console}/accounts`);
    const times: { drawn: number; many: number; few: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      // A different account in each round; both databases have it.
      const term = `owner${101 + round * 7}@`;
      const time = {
        drawn: await timeDrawn(page, term),
        many: await timeCall(manyAccounts, term),
        few: await timeCall(fewAccounts, term),
      };
      if (round > 0) times.push(time);
      progress(`round ${round} of ${rounds}`);
    }
    const medianOf = (name: 'drawn' | 'many' | 'few'): number => median(times.map((one) => one[name]));
    const row = (what: string, above: 'drawn' | 'many', below: 'many' | 'few'): Result => ({
      what,
      figures: `${medianOf(above).toFixed(1)} ms ÷ ${medianOf(below).toFixed(1)} ms`,
      ratios: [medianOf(above) / medianOf(below)],
      goal: { atMost: 3, aim: '3' },
      details: { times },
    });
    return [
      row('search drawn (without the debounce) ÷ the call by a script', 'drawn', 'many'),
      row('the call with 50,000 accounts ÷ with 500', 'many', 'few'),
    ];
  } finally {
    await context.close();
  }
}

/**
 * Milliseconds from the last request until the first frame that shows only matching rows. The
 * observer runs only when the page changes, so watching costs nothing in between.
 */
async function timeDrawn(page: Page, term: string): Promise<number> {
  const field = page.locator('[data-accounts-search]');
  await field.fill('');
  await field.pressSequentially(term);
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => check());
        const check = (): void => {
          const rows = [...document.querySelectorAll('tbody tr')];
          if (rows.length === 0 || !rows.every((row) => row.textContent.includes(wanted))) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const shown = performance.now();
            const asked = performance
              .getEntriesByType('resource')
              .findLast(({ name }) => name.includes('accounts.list') && name.includes(encodeURIComponent(wanted)));
            resolve(shown - (asked?.startTime ?? Number.NaN));
          });
        };
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        check();
      }),
    term,
  );
}

/** Milliseconds until the complete answer to a search has arrived. */
async function timeCall({ service, token }: Side, term: string): Promise<number> {
  const input = encodeURIComponent(JSON.stringify({ search: term }));
  const begun = performance.now();
  const answer = await fetch(`${service.origin}/trpc/admin.accounts.list?input=${input}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes(term))
    throw new Error(`a search was answered with ${answer.status}: ${text.slice(0, 200)}`);
  return performance.now() - begun;
}
