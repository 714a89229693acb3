import { expect, inUsedTab as test, settled } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { admin, freshDomain, makeSite, sendEvents } from '../harness/operator.ts';
import { pastFairUse } from '../service/past.ts';

test('R§10.18 a reseller reads «unlimited» in each place and sees no bar; on the plan alone the same account sees its limits', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const { id } = owner.account;
  const site = await makeSite(owner.account);
  await sendEvents(site, { count: 3, code: 4007 });
  await admin().accounts.setReseller.mutate({ id, enabled: true });
  await signInAs(context, owner);
  await page.goto(`/a/${id}/usage`);
  await settled(page);
  const now = page.getByRole('region', { name: 'Now' });
  for (const figure of ['3 events, unlimited', '1 site, unlimited', '0 keys, unlimited'])
    await expect(now.getByText(figure, { exact: true })).toBeVisible();
  await expect(now.getByText(/^the pro plan alone: /)).toHaveCount(3);
  await expect(page.getByRole('meter')).toHaveCount(0);
  const retention = page.getByRole('region', { name: 'Retention' });
  await expect(retention).toContainText('Events are keptunlimited');
  await expect(retention).toContainText('Next purgenever');
  await expect(page.getByRole('region', { name: 'Twelve months, table' }).getByRole('row').nth(1)).toContainText('3');
  await expect(page.getByRole('region', { name: 'Top codes', exact: true })).toContainText('4007');
  await page.getByRole('region', { name: 'Top sites', exact: true }).getByRole('link', { name: site.domain }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(site.domain);
  await expect(page.getByRole('region', { name: 'Events a day', exact: true })).toContainText('3 events kept');
  // Its events are one click away: all of them, and those with a frequent code.
  const ofSite = `/a/${id}/log?site=${site.site_id}`;
  await expect(page.getByRole('link', { name: 'Open the log' })).toHaveAttribute('href', ofSite);
  const codes = page.getByRole('region', { name: 'Top codes', exact: true });
  await expect(codes).toContainText('4007user: deleted3');
  await expect(codes.getByRole('link', { name: '4007' })).toHaveAttribute(
    'href',
    new RegExp(`^${ofSite.replace('?', '\\?')}&code=4007&from=\\d{4}-\\d\\d-\\d\\dT`),
  );
  for (const [path, figure] of [
    ['sites', '1 active, unlimited'],
    ['settings/keys', '0, unlimited'],
  ]) {
    await page.goto(`/a/${id}/${path}`);
    await expect(page.getByText(figure ?? '', { exact: true })).toBeVisible();
  }

  await admin().accounts.setReseller.mutate({ id, enabled: false });
  await page.goto(`/a/${id}/usage`);
  await expect(page.getByRole('meter')).toHaveCount(3);
  await expect(now.getByText(/^0 of 10 keys$/)).toBeVisible();
  await expect(retention).toContainText(/Next purgeevents of .* are deleted from .* on \(UTC\)/);

  // On a phone the bar has four places, and «More» has the others.
  await page.setViewportSize({ width: 360, height: 800 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText([/^Log/, /^Sites/, /^Groups/, /^Reports/]);
  await bar.getByRole('button', { name: 'More' }).press('Enter');
  await bar.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`/a/${id}/settings/keys`);
  await expect(bar.getByRole('link')).toHaveCount(4);
});

test('R§10.35 a free account opens at its log, is led to its one site and its first event, and is told when the month passes fair use', async ({
  page,
  context,
}) => {
  const owner = await makeMember({ plan: 'free' });
  const { id } = owner.account;
  await signInAs(context, owner);
  await page.goto(`/a/${id}`);
  await expect(page).toHaveURL(`/a/${id}/log`);
  await expect(page.getByText('No site yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add the first site' }).click();
  await page.getByRole('dialog', { name: 'Add a site' }).getByLabel('Domain').fill(freshDomain());
  await page.getByRole('button', { name: 'Add the site' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText('Waiting for the first event …')).toBeVisible();
  await page.goto(`/a/${id}/log`);
  await expect(page.getByText('1 site has never sent: see why')).toBeVisible();

  await pastFairUse(owner.account);
  await page.goto(`/a/${id}/usage`);
  await expect(page.getByRole('region', { name: 'Now' }).getByText('1 of 1 site', { exact: true })).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: 'has passed the fair use of the plan' });
  await expect(banner).toBeVisible();
  await page.goto(`/a/${id}/sites`);
  await banner.getByRole('link', { name: 'Usage' }).click();
  await expect(page).toHaveURL(`/a/${id}/usage`);
});
