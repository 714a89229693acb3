import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeSites, type Account, type Site } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

const setPlan = (account: Account, plan: string) => admin().accounts.setPlan.mutate({ id: account.id, plan });
const send = ({ token, domain }: Site) => rest('POST', '/events', { token, domain, body: { events: [{}] } });
const paused = async ({ id }: Account): Promise<number> =>
  (await admin().accounts.summary.query({ id })).usage.sites_paused;

/**
 * Creates an account with sites and downgrades it to free, which pauses all sites but the oldest,
 * then sets the plan `now`.
 */
async function downgraded(count: number, now: string): Promise<{ account: Account; sites: Site[] }> {
  const account = await makeAccount({ plan: 'pro' });
  const sites = await makeSites(account, count);
  for (const plan of ['free', now]) await setPlan(account, plan);
  return { account, sites };
}

test('paused sites are selected by keyboard, one by one or all on the page, and activated together; selected ones that are not paused stay as they are', async ({
  page,
}) => {
  const { account, sites } = await downgraded(5, 'pro');
  await page.goto(`/accounts/${account.id}?tab=sites`);
  const bar = page.getByRole('group', { name: 'Act on several sites' });
  const table = page.getByRole('region', { name: 'Sites' });
  await expect(table.getByRole('checkbox')).toHaveCount(5);
  const none = bar.getByRole('button', { name: 'Activate', exact: true });
  await expect(none).toBeDisabled();
  await expect(none).toHaveAccessibleDescription('Select paused sites first');
  for (const { domain } of sites.slice(0, 3)) {
    await table.getByRole('checkbox', { name: `Select ${domain}` }).focus();
    await page.keyboard.press('Space');
  }
  await expect(bar.getByRole('status')).toHaveText('3 sites selected');
  const all = bar.getByRole('checkbox', { name: 'All paused sites on this page (4)' });
  await expect(all).toBeChecked({ indeterminate: true });
  await bar.getByRole('button', { name: 'Activate 2' }).click();
  await expect(page.getByText('2 sites are active now.')).toBeVisible();
  await expect(bar.getByRole('checkbox', { name: 'All paused sites on this page (2)' })).toBeVisible();
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(0);
  for (const site of sites.slice(0, 3)) expect((await send(site)).status).toBe(200);

  await bar.getByRole('checkbox', { name: 'All paused sites on this page (2)' }).check();
  await bar.getByRole('button', { name: 'Activate 2' }).click();
  await expect(bar.getByRole('checkbox', { name: /paused sites/ })).toBeHidden();
  expect(await paused(account)).toBe(0);
});

inLongRun(() => {
  test('a paused site is activated in its row; without room in the plan the notice says what stays paused', async ({
    page,
  }) => {
    const { account, sites } = await downgraded(7, 'starter');
    await page.goto(`/accounts/${account.id}?tab=sites`);
    const row = (index: number) => page.getByRole('button', { name: `Activate ${sites[index]?.domain}` });
    await row(1).click();
    await expect(page.getByText('1 site is active now.')).toBeVisible();
    await expect(row(1)).toBeHidden();
    await page.getByRole('checkbox', { name: /^All paused sites/ }).check();
    await page.getByRole('group', { name: 'Act on several sites' }).getByRole('button', { name: 'Activate 5' }).click();
    await expect(page.getByText('3 sites are active now; 2 sites stay paused.')).toBeVisible();
    await expect(row(2)).toBeVisible();
    await row(2).click();
    await expect(
      page.getByText('No site was activated: 1 site stays paused, because the plan has no room.'),
    ).toBeVisible();
    expect(await paused(account)).toBe(2);
  });

  test('a notice above the sites says what the last downgrade paused, and one click activates as many as fit', async ({
    page,
  }) => {
    const { account } = await downgraded(7, 'starter');
    await page.goto(`/accounts/${account.id}?tab=sites`);
    await expect(
      page.getByText(/paused 6 sites that are still paused\. The plan has room for 4 of them/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Activate the newest 4' }).click();
    await expect(page.getByText('4 sites are active now; 2 sites stay paused.')).toBeVisible();
    const full = page.getByRole('button', { name: 'Activate all 2' });
    await expect(full).toBeDisabled();
    await expect(full).toHaveAccessibleDescription('The plan has no room for another site');
    await setPlan(account, 'pro');
    await page.reload();
    await full.click();
    await expect(page.getByText('2 sites are active now.')).toBeVisible();
    await expect(page.getByText('The last downgrade')).toBeHidden();
  });

  test('the plan dialog offers to activate what the last downgrade paused, in the numbers of the chosen plan, and does both', async ({
    page,
  }) => {
    const { account, sites } = await downgraded(8, 'free');
    await page.goto(`/accounts/${account.id}?dialog=plan`);
    const dialog = page.getByRole('dialog', { name: /^Change the plan of/ });
    await dialog.getByRole('radio', { name: /^starter/ }).click();
    await expect(
      dialog.getByRole('checkbox', { name: /activate 4 of the 7 sites that the last downgrade paused/ }),
    ).not.toBeChecked();
    await dialog.getByRole('radio', { name: /^pro/ }).click();
    await dialog.getByRole('checkbox', { name: 'and activate the 7 sites that the last downgrade paused' }).check();
    await dialog.getByRole('button', { name: 'Change plan to pro and activate' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/is on the pro plan now\..*7 sites are active now\./)).toBeVisible();
    for (const site of sites) expect((await send(site)).status).toBe(200);
    await page.goto(`/accounts/${account.id}?tab=record`);
    await expect(page.getByText('activated the site')).toHaveCount(7);
  });
});
