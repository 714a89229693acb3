import { inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { signedEvent } from '../../packages/api/test/stripe-double.ts';
import { pastFairUse } from '../service/past.ts';
import { world } from '../service/world.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { expect, inUsedTab as test, settled } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { admin, makeSites, sendEvents } from '../harness/operator.ts';

test('R§10.36 R§10.18 an owner sees what a plan changes, pays at the checkout, and the page waits until the webhook has told of it', async ({
  page,
  context,
  faults,
}) => {
  const { url, secret } = world().stripe;
  faults.allow(new RegExp(`//${new URL(url).host}/`));
  const owner = await makeMember({ plan: 'free' });
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/billing`);
  const plans = page.getByRole('list', { name: 'Plans' }).getByRole('listitem');
  await expect(plans.filter({ hasText: /^pro/ })).toContainText('19.00 a month');

  await page.getByRole('button', { name: 'What changes with starter' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('free → starter');
  await expect(dialog.getByRole('link', { name: 'billing@provider.test' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Go to checkout' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'What changes with pro' }).click();
  await expect(dialog).toContainText('It opens the read API, the account API and MCP at once.');
  for (const what of rowsOf([], ['dialog of a plan'])) await expectAccessible(page, what);
  await dialog.getByRole('button', { name: 'Go to checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await page.getByRole('link', { name: 'Pay' }).click();

  await expect(page.getByText('This page waits for its confirmation')).toBeVisible();
  await expect(page).toHaveURL(/settings\/billing\?paid=pro$/);
  const told = { account: owner.account.id, id: `sub_${owner.account.id}`, at: 11, status: 'active', price: 'price_p' };
  const { payload, signature } = signedEvent(secret, { ...told, customer: 'cus_journey', cancelAt: 1_900_000_000 });
  const answer = await fetch(`${world().api}/v1/goal/billing/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
  expect(answer.status).toBe(200);
  await expect(page.getByText('The account is on the pro plan.')).toBeVisible();
  await expect(page.getByText(/active, ends on .*2030/)).toBeVisible();
  for (const what of rowsOf([], ['billing after a checkout'])) await expectAccessible(page, what);

  await page.getByRole('button', { name: 'What changes with agency' }).click();
  await expect(dialog.getByRole('button', { name: 'Go to checkout' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Payments, invoices and changes' }).click();
  await expect(page.getByRole('heading', { name: 'Portal' })).toBeVisible();
  await expect(page.getByText('cus_journey')).toBeVisible();
});

inLongRun(() => {
  test('R§10.19 R§9.6 after a downgrade the banner leads to the choice of the active sites; a reseller reads «unlimited» and has nothing to choose', async ({
    page,
    context,
  }) => {
    const owner = await makeMember({ plan: 'pro' });
    const sites = await makeSites(owner.account, 8);
    const [oldest, second, , , , , busiest, newest] = sites.map(({ domain }) => domain);
    const busy = sites[6];
    if (busy === undefined) throw new Error('eight sites were made');
    await sendEvents(busy, { count: 30 });
    await admin().accounts.setPlan.mutate({ id: owner.account.id, plan: 'starter' });
    await pastFairUse(owner.account);
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/groups`);
    // One at a time: the next one takes the place of the first.
    const [paused, fairUse] = [
      page.getByText('3 sites are paused by your plan.'),
      page.getByText('This month has passed the fair use of the plan'),
    ];
    await page.getByRole('button', { name: 'Next (1 of 2)' }).click();
    await expect(fairUse).toBeVisible();
    await expect(paused).toHaveCount(0);
    await page.getByRole('button', { name: 'Next (2 of 2)' }).click();
    await expect(paused).toBeVisible();
    await expect(fairUse).toHaveCount(0);
    await page.getByRole('link', { name: 'Choose the active sites' }).click();
    await expect(page.getByText('5 of 5 chosen')).toBeVisible();
    const row = (domain = '') => page.getByRole('row').filter({ hasText: domain });
    await expect(row(newest)).toContainText('newest');
    await expect(row(busiest)).toContainText('busiest');
    const save = page.getByRole('button', { name: 'Make these sites active' });
    await row(busiest).getByRole('checkbox').check();
    await expect(page.getByText('Take 1 site out of the choice.')).toBeVisible();
    await row(oldest).getByRole('checkbox').uncheck();
    await row(second).getByRole('checkbox').uncheck();
    await expect(page.getByText('4 of 5 chosen')).toBeVisible();
    await expectAccessible(page, 'choice of the sites');
    await save.click();
    await expect(page.getByText('1 site was activated, 2 paused.')).toBeVisible();
    await settled(page);
    await expect(row(busiest)).not.toContainText('paused');
    await expect(row(oldest)).toContainText('paused');
    await expect(page.getByText('sites are paused by your plan')).toHaveCount(0);
    await page.goto(`/a/${owner.account.id}/settings/record`);
    await expect(page.getByText('chose 4 active sites, which activated 1 and paused 2')).toBeVisible();

    await admin().accounts.setReseller.mutate({ id: owner.account.id, enabled: true });
    await page.goto(`/a/${owner.account.id}/settings/billing`);
    await expect(
      page.getByRole('region', { name: 'This account' }).getByText(/^unlimited; the starter plan/),
    ).toHaveCount(5);
    await page.goto(`/a/${owner.account.id}/sites/choose`);
    await expect(page.getByText('Unlimited sites: there is nothing to choose.')).toBeVisible();
  });
});
