import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeSites, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('a change of plan shows what it will do, and does exactly that; the current plan cannot be chosen again, and the button says why', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'pro' });
  const sites = await makeSites(account, 7);
  const newest = sites.slice(5).map(({ domain }) => domain);
  await page.goto(`/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Change plan' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change the plan of/ });
  await expect(dialog.getByRole('radio', { name: /^pro/ })).toBeChecked();
  const button = dialog.getByRole('button', { name: 'Change plan' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Choose another plan');
  await dialog.getByRole('radio', { name: /^starter/ }).click();
  const preview = await admin().accounts.previewPlan.query({ id: account.id, plan: 'starter' });
  expect(preview).toMatchObject({ sites_to_pause: 2, retention_days: { from: 90, to: 30 } });
  for (const sentence of preview.sentences) await expect(dialog).toContainText(sentence);
  await expect(dialog.getByRole('list', { name: 'Sites that will be paused' }).getByRole('listitem')).toHaveText(
    newest.toReversed(),
  );
  await expect(dialog).toContainText('90 days → 30 days');
  await dialog.getByRole('button', { name: 'Change plan to starter' }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText(/starter.* 2 sites were paused\./)).toBeVisible();
  await expect(page.getByText('5 of 5 sites')).toBeVisible();
  await page.getByRole('tab', { name: 'Sites' }).click();
  const rows = page.getByRole('region', { name: 'Sites' }).getByRole('row');
  for (const { domain, token } of sites) {
    const paused = newest.includes(domain);
    await expect(rows.filter({ hasText: domain })).toContainText(paused ? 'paused' : 'active');
    const { status, body } = await rest('POST', '/events', { token, domain, body: { events: [{}] } });
    expect(paused ? [status, body] : [status]).toEqual(paused ? [403, { error: 'site paused' }] : [200]);
  }
});

inLongRun(() => {
  test('a change of plan pauses no site of a reseller, and says so beforehand', async ({ page }) => {
    const account = await makeAccount({ plan: 'pro', reseller: true });
    const [first] = await makeSites(account, 3);
    if (first !== undefined) await sendEvents(first, { count: 3, daysAgo: 20 });
    await page.goto(`/accounts/${account.id}?dialog=plan`);
    const dialog = page.getByRole('dialog', { name: /^Change the plan of/ });
    await dialog.getByRole('radio', { name: /^free/ }).click();
    const { sentences, sites_to_pause } = await admin().accounts.previewPlan.query({ id: account.id, plan: 'free' });
    expect(sites_to_pause).toBe(0);
    for (const sentence of sentences) await expect(dialog).toContainText(sentence);
    await expect(dialog.getByText('will be paused')).toBeHidden();
    await dialog.getByRole('button', { name: 'Change plan to free' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('3 sites, unlimited')).toBeVisible();
  });
});
