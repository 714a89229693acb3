import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeKey, makeSites } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';
import { world } from '../service/world.ts';

const flag = (page: Page) => page.getByRole('switch', { name: 'Reseller' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Turn reseller (on|off)/ });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: /^Turn reseller (on|off)$/ });
const sites = (page: Page) => page.getByText('Active sites', { exact: true }).locator('..');

async function open(page: Page, { id }: { id: string }): Promise<void> {
  await page.goto(`/accounts/${id}`);
  await expect(flag(page)).toBeVisible();
}

/** The recorded changes of the flag of an account, newest first. */
async function recorded(account_id: string): Promise<unknown[]> {
  const { actions } = await admin().actions.list.query({ account_id, action: 'account.reseller' });
  return actions.map(({ detail }) => detail);
}

test('turning reseller on says what it means, lifts the limits at once for the customer, and can be undone; closing the dialog changes nothing, and the focus returns to the switch', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'starter' });
  await makeSites(account, 2);
  const token = await makeKey(account);
  const me = () => rest('GET', '/account/me', { token });
  expect((await me()).body).toMatchObject({
    is_reseller: false,
    limits: { sites: 5, retention_days: 30, keys_per_site: 2 },
  });
  expect((await me()).headers.get('ratelimit-policy')).toBe('"account";q=30;w=3');

  await open(page, account);
  await expect(sites(page)).toContainText('2 of 5 sites');
  await flag(page).focus();
  await page.keyboard.press('Space');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(flag(page)).toBeFocused();
  await expect(flag(page)).not.toBeChecked();
  expect(await recorded(account.id)).toEqual([]);
  await flag(page).click();
  const { effects } = await admin().accounts.previewReseller.query({ id: account.id, enabled: true });
  expect(effects).toHaveLength(8);
  await expect(dialog(page)).toContainText(`on for \u2068${account.email}\u2069`);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(8);
  for (const { sentence } of effects) await expect(dialog(page)).toContainText(sentence);
  await expect(flag(page)).not.toBeChecked();
  await confirm(page).click();

  await expect(flag(page)).toBeChecked();
  await expect(page.getByText(`\u2068${account.email}\u2069 is a reseller now.`)).toBeVisible();
  await expect(sites(page)).toContainText('2 sites, unlimited');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const lifted = await me();
  expect(lifted.body).toMatchObject({
    is_reseller: true,
    plan: 'starter',
    limits: { sites: -1, retention_days: -1, keys_per_site: -1 },
  });
  expect(lifted.headers.get('ratelimit-policy')).toBeNull();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`\u2068${account.email}\u2069 is no longer a reseller.`)).toBeVisible();
  await expect(flag(page)).not.toBeChecked();
  await expect(sites(page)).toContainText('2 of 5 sites');
  const back = await me();
  expect(back.body).toMatchObject({ is_reseller: false, limits: { sites: 5, retention_days: 30, keys_per_site: 2 } });
  expect(back.headers.get('ratelimit-policy')).toBe('"account";q=30;w=3');
  expect(await recorded(account.id)).toEqual([{ enabled: false }, { enabled: true }]);
});

inLongRun(() => {
  test('turning reseller off says which limits apply again, and pauses nothing', async ({ page }) => {
    const account = await makeAccount({ plan: 'starter', reseller: true });
    await makeSites(account, 7);
    await open(page, account);
    await flag(page).click();
    const { effects } = await admin().accounts.previewReseller.query({ id: account.id, enabled: false });
    for (const { sentence } of effects) await expect(dialog(page)).toContainText(sentence);
    await confirm(page).click();
    await expect(flag(page)).not.toBeChecked();
    await expect(sites(page)).toContainText('7 of 5 sites');
    const { usage } = await admin().accounts.summary.query({ id: account.id });
    expect(usage).toMatchObject({ sites_active: 7, sites_paused: 0 });
  });

  test('the switch shows the change before the answer, and reverts to the actual state when no answer comes', async ({
    page,
    faults,
  }) => {
    faults.allow(/Failed to load resource/);
    const account = await makeAccount();
    await open(page, account);
    let fail = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      void page.route(/admin\.accounts\.setReseller/, async (route) => {
        resolve();
        await new Promise<void>((go) => (fail = go));
        await route.abort('connectionreset');
      });
    });
    await flag(page).click();
    await confirm(page).click();
    await asked;
    await expect(flag(page)).toBeChecked();
    fail();
    await expect(page.getByText('No answer came. It was not done: you can try it again.')).toBeVisible();
    await expect(flag(page)).not.toBeChecked();
    expect(await recorded(account.id)).toEqual([]);
  });

  test('two operators act at once: both see the actual state, the second one is told, and the change is recorded once', async ({
    page,
    another,
  }) => {
    const account = await makeAccount();
    const second = await another(world().sessions.operator);
    await open(page, account);
    await open(second, account);
    await flag(page).click();
    await flag(second).click();
    await expect(confirm(page)).toBeEnabled();
    await confirm(second).click();
    await expect(flag(second)).toBeChecked();
    await confirm(page).click();
    await expect(flag(page)).toBeChecked();
    const by = `\u2068${world().tokens.operator.name}\u2069`;
    await expect(page.getByText(`\u2068${account.email}\u2069 was a reseller already (by ${by} at `)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(second.getByText(`\u2068${account.email}\u2069 is a reseller now.`)).toBeVisible();
    expect(await recorded(account.id)).toEqual([{ enabled: true }]);

    // One operator reverts it; the other sees the new state after a reload.
    await flag(page).click();
    await confirm(page).click();
    await expect(flag(page)).not.toBeChecked();
    await second.reload();
    await expect(flag(second)).not.toBeChecked();
    expect(await recorded(account.id)).toEqual([{ enabled: false }, { enabled: true }]);
  });

  test('on, off and on again in quick succession ends in the last state chosen', async ({ page }) => {
    const account = await makeAccount();
    await open(page, account);
    for (const wanted of [true, false, true]) {
      await flag(page).click();
      await expect(confirm(page)).toBeEnabled();
      // By keyboard: the notice of the previous change may cover the button.
      await confirm(page).press('Enter');
      await expect(flag(page)).toBeChecked({ checked: wanted });
    }
    await expect.poll(async () => (await admin().accounts.get.query({ id: account.id })).is_reseller).toBe(true);
    await page.reload();
    await expect(flag(page)).toBeChecked();
  });
});
