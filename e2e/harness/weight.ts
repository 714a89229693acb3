import { gzipSync } from 'node:zlib';

import { expect, type Page } from '@playwright/test';

/**
 * Kilobytes of script, gzipped at level 6, that a page may fetch until the network is idle; `entry`
 * is for pages of people without a session, `record` for an account's record at the console, which
 * needs the page of the account and the table of actions.
 */
export const budgetKb = { page: 225, record: 230, log: 236, entry: 185 };

/** Opens a page past the browser's cache. Fails if its scripts weigh more than `limitKb`. */
export async function openWithinBudget(page: Page, path: string, limitKb: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Promise<Buffer>[] = [];
  const onResponse = (response: Awaited<ReturnType<Page['waitForResponse']>>): void => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  };
  // The page before may still be loading: its scripts do not count.
  page.once('framenavigated', () => page.on('response', onResponse));
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('response', onResponse);
  await client.detach();
  const bodies = await Promise.all(scripts);
  for (const body of bodies) expect(body.includes('sourceMappingURL'), 'a script names its source map').toBe(false);
  const weightKb = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1000;
  // No page needs less: less would mean that scripts came from the cache.
  expect(weightKb, `${path}: kB of script`).toBeGreaterThan(100);
  expect(weightKb, `${path}: kB of script`).toBeLessThanOrEqual(limitKb);
}
