import { expect, test } from '../harness/dashboard.ts';
import { watchFaults } from '../harness/faults.ts';
import { rows, send } from '../harness/log.ts';
import { makeMember } from '../harness/member.ts';
import { makeSite } from '../harness/operator.ts';
import { trimTail } from '../service/past.ts';
import { world } from '../service/world.ts';

test('a tab waits for events only while it is seen, misses none meanwhile, says when it slept too long for that, and shows times of its own zone or of UTC', async ({
  browser,
}) => {
  const owner = await makeMember();
  const site = await makeSite(owner.account);
  await send(site, [{ message: 'Before' }]);
  const context = await browser.newContext({
    baseURL: world().dashboard,
    storageState: owner.session,
    timezoneId: 'Asia/Tokyo',
  });
  const faults = await watchFaults(context, world().dashboard);
  const page = await context.newPage();
  const waiting = new Set<string>();
  const isWait = (url: string): boolean => url.includes('events.tail') && decodeURIComponent(url).includes('"wait":20');
  page.on('request', (request) => isWait(request.url()) && waiting.add(request.url()));
  page.on('requestfinished', (request) => waiting.delete(request.url()));
  page.on('requestfailed', (request) => waiting.delete(request.url()));
  const show = (state: 'hidden' | 'visible'): Promise<void> =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  await page.goto(`/a/${owner.account.id}/log?site=${site.site_id}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Live' }).click();
  await expect.poll(() => waiting.size).toBe(1);
  await show('hidden');
  await expect.poll(() => waiting.size).toBe(0);
  await send(site, [{ message: 'While nobody looked', minutesAgo: 0 }]);
  expect(waiting.size).toBe(0);
  await expect(rows(page)).toHaveCount(1);
  await show('visible');
  await expect(rows(page).first()).toContainText('While nobody looked');
  await expect.poll(() => waiting.size).toBe(1);

  const time = rows(page).first().locator('time');
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  const clock = (timeZone: string) => at.toLocaleTimeString('en-GB', { timeZone });
  await expect(time).toHaveText(clock('Asia/Tokyo'));
  await page.getByRole('button', { name: 'UTC' }).click();
  await expect(time).toHaveText(clock('UTC'));
  await expect(time).toHaveAttribute('title', `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`);

  // A tab that slept for so long that its place is gone says so, and loads the list again.
  await show('hidden');
  await expect.poll(() => waiting.size).toBe(0);
  await send(site, [{ message: 'A month later', minutesAgo: 0 }]);
  await trimTail(owner.account);
  await show('visible');
  await expect(page.getByText('Events were missed while this tab slept: loaded again.')).toBeVisible();
  await expect(rows(page).first()).toContainText('A month later');
  await context.close();
  expect(faults.found()).toEqual([]);
});
