import { gzipSync } from 'node:zlib';

import { expect, type Page } from '@playwright/test';

/**
 * Kilobytes of script, gzipped at level 6, that a page may fetch until the network is idle; `entry`
 * is for pages of people without a session, `record` for an account's record at the console, which
 * needs the page of the account and the table of actions, `stream` for the form of a stream, which
 * has controls of the log beside its own, and keeps what is typed while its person proves who they
 * are.
 */
export const budgetKb = { page: 225, record: 230, log: 228, stream: 233, entry: 185 };

/** The weight of each script that this worker has seen: most pages share most of them. */
const weights = new Map<string, Promise<number>>();

/** Opens a page. Fails if its scripts weigh more than `limitKb`, whatever the cache has of them. */
export async function openWithinBudget(page: Page, path: string, limitKb: number): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const scripts = [...new Set(fetched)].filter((url) => new URL(url).pathname.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(weightOf));
  const weightKb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  // No page needs less: less would mean that some were not counted.
  expect(weightKb, `${path}: kB of script`).toBeGreaterThan(100);
  expect(weightKb, `${path}: kB of script`).toBeLessThanOrEqual(limitKb);
}

/** The bytes of a script, gzipped. */
function weightOf(url: string): Promise<number> {
  const known = weights.get(url);
  if (known !== undefined) return known;
  const weight = fetch(url).then(async (answer) => {
    const body = await answer.text();
    expect([answer.status, body.includes('sourceMappingURL')], `${url} is a script without source map`).toEqual([
      200,
      false,
    ]);
    return gzipSync(body, { level: 6 }).length;
  });
  weights.set(url, weight);
  return weight;
}
