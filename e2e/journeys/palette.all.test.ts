import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, makeGroup, makeGroupKey, makeKey, makeSite } from '../harness/operator.ts';
import { settled } from '../harness/scene.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to' });
const options = (page: Page) => palette(page).getByRole('option');
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

test('the palette leads to any account, site, key and page by keyboard alone', async ({ page }) => {
  const account = await makeAccount();
  const site = await makeSite(account);
  const prefix = (await makeKey(account)).split('_')[2] ?? '';
  await page.goto('/accounts');
  await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();

  await ask(page, account.email.slice(0, 16));
  await expect(active(page)).toContainText(account.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/accounts/${account.id}`);
  await expect(palette(page)).toBeHidden();

  await ask(page, `https://www.${site.domain}/wp-admin`);
  await expect(active(page)).toContainText(site.domain);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/sites/${site.site_id}`);

  await ask(page, prefix);
  await expect(active(page)).toContainText(prefix);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/accounts/${account.id}`));

  await ask(page, 'act');
  await expect(options(page).filter({ hasText: 'Actions' })).toHaveCount(1);
  while (!(await active(page).innerText()).startsWith('Actions')) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/actions');

  await ask(page, 'plans');
  await expect(active(page)).toContainText('Plans');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/plans');
});

inLongRun(() => {
  test('the prefix of a group key leads to the list of that group’s keys, where it is revoked', async ({ page }) => {
    const account = await makeAccount();
    const token = await makeKey(account);
    const { prefix } = await makeGroupKey(token, await makeGroup(token, { name: 'North' }));
    await page.goto('/accounts');
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
    await ask(page, prefix);
    await expect(active(page)).toContainText(prefix);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Revoke key ${prefix}` })).toBeVisible();
  });

  test('the palette acts on the open account: it opens the dialogs for reseller and for the plan', async ({ page }) => {
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}`);
    await expect(page.getByRole('switch', { name: 'Reseller' })).toBeVisible();
    await ask(page, 'reseller');
    await expect(active(page)).toContainText(/Turn reseller on/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Turn reseller on/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await ask(page, 'plan');
    await expect(active(page)).toContainText('Change plan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Change the plan of/ })).toBeVisible();
  });

  test('Escape closes the palette and returns the focus; a pasted key is cut to its prefix; a search without results says so, also to a screen reader', async ({
    page,
  }) => {
    const { token, prefix } = await makeSite(await makeAccount());
    await page.goto('/accounts');
    const create = page.getByRole('button', { name: 'Create account' });
    await create.focus();
    await page.keyboard.press('Control+k');
    const field = palette(page).getByRole('combobox');
    await field.fill(token);
    await expect(field).toHaveValue(prefix);
    await expect(options(page)).not.toHaveCount(0);
    await field.fill('zzzz-nothing-has-this-name');
    await expect(palette(page).getByRole('status')).toContainText('Nothing found');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(create).toBeFocused();
  });
});

test('the header and the page Health say what the status says, and the menu leads to the documentation', async ({
  page,
}) => {
  const { concerns, database } = await admin().status.query();
  await page.goto('/accounts');
  const link = page.getByRole('link', { name: /^Health: / });
  await expect(link).toHaveAccessibleName(
    concerns.length === 0 ? 'Health: All is well' : /^Health: Wanted: [0-9]+ things?$/,
  );
  await link.click();
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
  await expect(page.getByText(`PostgreSQL ${database.postgresql}`)).toBeVisible();
  await expect(page.getByText(concerns[0] ?? 'All is well.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  for (const [name, path] of [
    ['Documentation', '/docs'],
    ['Changelog', '/docs/changelog'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', new RegExp(`${path}$`));
});

test('? lists the keys; the keys of one character can be switched off', async ({ page }) => {
  await page.goto('/accounts');
  await settled(page);
  const help = page.getByRole('dialog', { name: 'Keys' });
  const single = help.getByRole('checkbox', { name: /^Use keys that are one character alone/ });
  await page.keyboard.press('?');
  await single.uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Search', { exact: true })).not.toBeFocused();

  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Keys (?)' }).click();
  await single.check();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
});
