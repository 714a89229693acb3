import { inLongRun, rowsOf } from '@goal/db/testing/long-run';
import type { Report } from '@goal/contract';

import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { makeColleague, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeAccount, makeGroup, makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { textOfPdf } from '../harness/pdf-text.ts';
import { openTypist } from '../harness/reach.ts';
import { rest } from '../harness/rest.ts';

/** The last whole UTC month, `2026-10`, and how many days ago its fifteenth was. */
const now = new Date();
const fifteenth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15);
const month = new Date(fifteenth).toISOString().slice(0, 7);
const daysAgo = Math.floor(now.getTime() / 86_400_000) - fifteenth / 86_400_000;
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  fifteenth,
);

async function reportOf({ session, account }: Member, input: object): Promise<Report> {
  const typist = await openTypist(session);
  const answer = await typist.call('dashboard.report', { account: account.id, input });
  // The answer of the procedure over native tRPC.
  const { result } = (await answer.json()) as { result: { data: Report } };
  await typist.close();
  return result.data;
}

const cellsOf = (page: Page, table: string): Promise<string[]> =>
  page.getByRole('region', { name: table, exact: true }).locator('tbody').getByRole('cell').allInnerTexts();

test('R§10.37 a report of a group is printed as a PDF, without scripts: its numbers are those of the API, and the note is on paper alone', async ({
  page,
  context,
}) => {
  const owner = await makeMember({ account: await makeAccount({ reseller: true }) });
  const key = await makeKey(owner.account);
  const group = await makeGroup(key, { name: 'Shops of the South' });
  const [shop, other] = [await makeSite(owner.account, { name: 'Shop' }), await makeSite(owner.account)];
  await rest('PATCH', `/account/sites/${shop.site_id}`, { token: key, body: { group_id: group.id } });
  await sendEvents(shop, { count: 37, daysAgo, code: 1000 });
  // Three more than a report lists.
  await sendEvents(shop, { count: 203, daysAgo, code: 4007, severity: 'critical' });
  await sendEvents(other, { count: 11, daysAgo, code: 5000 });
  const client = await makeColleague(owner, { group });
  const report = await reportOf(client, { month });
  expect(report).toMatchObject({ events: 240, complete: true, by_severity: { info: 37, critical: 203 } });

  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/groups`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.getByLabel('Group', { exact: true }).selectOption('Shops of the South');
  await settled(page);
  await expect(page).toHaveURL(`/a/${owner.account.id}/report?group=${group.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Report: ${monthName}`);
  await expect(page.getByText('Every event of these days is counted.')).toBeVisible();
  await expect(page.getByText('UTC: 240 events.')).toBeVisible();
  expect(await cellsOf(page, 'What happened')).toEqual(report.top_codes.codes.map(({ events }) => String(events)));
  expect(await cellsOf(page, 'Sites')).toEqual(['240']);
  expect(await cellsOf(page, 'Changes of users')).toEqual(['203']);
  expect(await cellsOf(page, 'Events by day')).toEqual(
    report.by_day.flatMap(({ day: _, ...figures }) => Object.values(figures).map(String)),
  );
  expect(await page.getByRole('region', { name: 'High and critical events' }).locator('tbody tr').count()).toBe(
    report.notable.events.length,
  );
  await expect(page.getByText('nothing was recorded at all')).toBeVisible();
  await page.getByLabel('Note for the paper').fill('Dear Mia, the shop is fine.');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);

  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const format of rowsOf(['A4'], ['Letter'])) {
    const text = textOfPdf(await page.pdf({ format, printBackground: false }));
    for (const part of [
      `Report: ${monthName}`,
      owner.account.email,
      'Shops of the South',
      'UTC: 240 events.',
      'The newest 200 are listed. There are 3 more events.',
      shop.domain,
      'Dear Mia, the shop is fine.',
      'Secret words of a customer',
      '1000 user: login',
      'What was not recorded',
    ])
      expect(text, format).toContain(part.replaceAll(' ', ''));
    expect(text, format).toMatch(/1\/([2-9]|\d\d)/);
    for (const part of [other.domain, 'Print or save', 'Overview', 'It is not stored', 'Skip to'])
      expect(text, format).not.toContain(part.replaceAll(' ', ''));
  }
  await browser.send('Emulation.setScriptExecutionDisabled', { value: false });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.getByRole('article').evaluate((one) => getComputedStyle(one).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null, colorScheme: 'light' });

  // The note is nowhere but on this page.
  await page.reload();
  await settled(page);
  await expect(page.getByLabel('Note for the paper')).toHaveValue('');
});

inLongRun(() => {
  test('R§10.37 a report is of one site by its domain, of another month by its link, and says so where there is nothing to report on', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const owner = await makeMember();
    const site = await makeSite(owner.account, { name: 'Shop' });
    await sendEvents(site, { count: 2 });
    await signInAs(context, owner);
    const path = `/a/${owner.account.id}/report`;
    const running = now.toISOString().slice(0, 7);
    await page.goto(`${path}?month=${running}`);
    await settled(page);
    await page.getByLabel('Site', { exact: true }).fill(site.domain);
    await expect(page).toHaveURL(`${path}?month=${running}&site=${site.site_id}`);
    await expect(page.getByText('UTC: 2 events.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sites', exact: true })).toHaveCount(0);
    await expect(page.getByText('up to 2 events a day')).toBeVisible();
    await page.goto(`${path}?month=${month}`);
    await expect(page.getByText('UTC: 0 events.')).toBeVisible();
    await expect(page.getByRole('figure')).toHaveCount(0);
    await page.goto(`${path}?site=00000000-0000-4000-8000-000000000000`);
    await expect(page.getByText('There is nothing to report on')).toBeVisible();
  });

  test('a link that is followed right after a site was typed opens, though the site is found meanwhile', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const site = await makeSite(owner.account);
    await signInAs(context, owner);
    // The sites come once the link was followed, and the page behind the link once the site is
    // found.
    let [isFollowed, isFound] = [false, false];
    await page.route(/dashboard\.sites\.list/, async (route) => {
      await expect.poll(() => isFollowed).toBe(true);
      await route.continue();
    });
    await page.route(/\/usage\?_rsc=/, async (route) => {
      isFollowed = true;
      await expect.poll(() => isFound).toBe(true);
      await route.continue();
    });
    await page.goto(`/a/${owner.account.id}/report`);
    await settled(page);
    await page.getByLabel('Site', { exact: true }).fill(site.domain);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
    await expect(page.locator('datalist option')).toHaveAttribute('value', site.domain);
    isFound = true;
    await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
    await settled(page);
  });
});
