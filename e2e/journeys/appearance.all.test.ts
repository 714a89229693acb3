import { inLongRun } from '@goal/db/testing/long-run';

import { makeAccount } from '../harness/operator.ts';
import { settled } from '../harness/scene.ts';
import { expect, type Page, inUsedTab as test, test as inNewTab } from '../harness/test.ts';

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme follows the system until another is chosen; the choice is remembered and applies from the first paint', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/accounts');
  expect(await scheme(page)).toBe('dark');
  const dark = await background(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect.poll(() => background(page)).not.toBe(dark);
  await settled(page);
  await page.getByRole('button', { name: /Switch to light$/ }).click();
  await page.getByRole('button', { name: /Switch to dark$/ }).click();
  await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible();
  await page.goto('/actions', { waitUntil: 'commit' });
  await expect(page.locator('body')).toBeAttached();
  expect(await scheme(page)).toBe('dark');
  await expect.poll(() => background(page)).toBe(dark);
});

inNewTab.describe('in a German browser', () => {
  inNewTab.use({ locale: 'de-DE' });

  inNewTab('numbers and dates are English, as the words beside them are', async ({ page }) => {
    const account = await makeAccount({ plan: 'pro' });
    await page.goto(`/accounts/${account.id}?dialog=plan`);
    const dialog = page.getByRole('dialog', { name: /^Change the plan of/ });
    await dialog.getByRole('radio', { name: /^agency/ }).click();
    await expect(dialog.getByText('2,000,000', { exact: false }).first()).toBeVisible();
    await settled(page);
    const words = `${await dialog.innerText()} ${await page.locator('main').innerText()}`;
    expect(words.match(/\d\.\d{3}\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b/g)).toBeNull();
  });
});

inLongRun(() => {
  test('times are in the operator’s zone, with UTC on hover', async ({ page }) => {
    await page.goto(`/actions?account=${(await makeAccount()).id}`);
    const time = page.getByRole('region', { name: 'Record of actions' }).getByRole('time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    const there = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    await expect(time).toHaveText(there.format(at));
    await expect(time).toHaveAttribute('title', `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`);
  });
});
