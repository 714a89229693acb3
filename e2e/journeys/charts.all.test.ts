import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeSite, sendEvents, type Site } from '../harness/operator.ts';
import { settled } from '../harness/scene.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';
import { lastSentDaysAgo } from '../service/past.ts';

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** A card by its name, which is unique among the landmarks of the page. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/**
 * Two sites with known numbers: 5 info and 2 high today, 3 critical five days ago, 4 low forty days
 * ago.
 */
async function makeKnown(): Promise<{ id: string; busy: Site; quiet: Site }> {
  const { id } = await makeAccount({ plan: 'pro' });
  const busy = await makeSite({ id }, { name: 'Busy' });
  const quiet = await makeSite({ id });
  await sendEvents(busy, { count: 5, code: 1000 });
  await sendEvents(busy, { count: 2, severity: 'high', code: 1004 });
  await sendEvents(quiet, { count: 3, severity: 'critical', daysAgo: 5, code: 2100 });
  await sendEvents(busy, { count: 4, severity: 'low', daysAgo: 40, code: 1000 });
  return { id, busy, quiet };
}

test('the chart of events a day shows the right numbers as bars, in words and as a table, for each range; the arrow keys move along its days, and each is read out with its figures', async ({
  page,
}) => {
  const { id } = await makeKnown();
  await page.goto(`/accounts/${id}`);
  const chart = card(page, 'Events a day');
  await expect(chart.getByRole('img', { name: /10 events in all; 5 info, 2 high, 3 critical/ })).toBeVisible();
  await expect(chart).toContainText('14 events kept');
  const slider = chart.getByRole('slider', { name: 'Day' });
  await slider.focus();
  await expect(slider).toHaveAttribute('aria-valuetext', /UTC: 7 events; 5 info, 2 high$/);
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /no events$/);
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /UTC: 3 events; 3 critical$/);
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /7 events/);
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const rows = chart.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toHaveText(['All', '5', '0', '0', '2', '3', '10'].join(''));
  await expect(rows.filter({ hasText: inWords(dayOf(0)) })).toHaveText(`${inWords(dayOf(0))}500207`);
  await expect(rows.filter({ hasText: inWords(dayOf(5)) })).toHaveText(`${inWords(dayOf(5))}000033`);
  await expect(rows).toHaveCount(1 + 1 + 30);

  await chart.getByRole('radio', { name: '90 days' }).click();
  await expect(rows).toHaveCount(1 + 1 + 90);
  await expect(rows.nth(1)).toHaveText(['All', '5', '4', '0', '2', '3', '14'].join(''));
  await expect(page).toHaveURL(/days=90/);
  await chart.getByRole('radio', { name: '7 days' }).click();
  await expect(rows.nth(1)).toHaveText(['All', '5', '0', '0', '2', '3', '10'].join(''));
  await page.reload();
  await expect(rows).toHaveCount(1 + 1 + 7);
});

inLongRun(() => {
  test('top sites and top codes have the numbers of the API, and say which events they count', async ({ page }) => {
    const { id, busy, quiet } = await makeKnown();
    await page.goto(`/accounts/${id}?days=90`);
    await settled(page);
    const sites = card(page, 'Top sites').getByRole('table').getByRole('row');
    await expect(sites.nth(1)).toContainText(busy.domain);
    await expect(sites.nth(1).getByRole('cell').first()).toHaveText('11');
    await expect(sites.nth(2)).toContainText(quiet.domain);
    await expect(sites.nth(2).getByRole('cell').first()).toHaveText('3');
    const codes = card(page, 'Top codes');
    const { codes: known, counted } = await admin().accounts.topCodes.query({ id, days: 90 });
    expect([known, counted]).toEqual([
      [
        { code: 1000, events: 9 },
        { code: 2100, events: 3 },
        { code: 1004, events: 2 },
      ],
      14,
    ]);
    for (const { code, events } of known) {
      const row = codes.getByRole('row').filter({ hasText: String(code) });
      await expect(row.getByRole('cell').first()).toHaveText(String(events));
    }
    await expect(codes).toContainText('14');
    await card(page, 'Top sites').getByRole('link', { name: busy.domain }).click();
    await expect(page.getByRole('heading', { name: busy.domain, level: 1 })).toBeVisible();
  });

  test('a silent site is listed with its last day and its usual gap, until it sends again', async ({ page }) => {
    const account = await makeAccount({ plan: 'pro' });
    const site = await makeSite(account, { name: 'Quiet' });
    await sendEvents(site, { count: 1 });
    await page.goto(`/accounts/${account.id}`);
    const chart = card(page, 'Silent sites');
    await expect(chart).toContainText('No site has gone silent');
    await lastSentDaysAgo(site, 9);
    await page.reload();
    const last = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(`${dayOf(9)}T00:00:00Z`),
    );
    await expect(chart).toContainText(`Nothing since ${last} (9 days); before that never more than 1 day passed`);
    await expect(chart).toContainText('1 silent site.');
    await expect(chart.getByRole('link', { name: site.domain })).toHaveAttribute('href', `/sites/${site.site_id}`);
    await sendEvents(site, { count: 1 });
    await page.reload();
    await expect(chart).toContainText('No site has gone silent');
  });
});
