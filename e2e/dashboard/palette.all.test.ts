import { inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { invite, makeMember, signInAs } from '../harness/member.ts';
import { makeAccount, makeKey, makeSite } from '../harness/operator.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to' });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

/** Opens the palette and types, by keyboard alone. */
async function ask(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette(page).getByRole('combobox')).toHaveValue(text);
}

async function jump(page: Page, text: string, to: string): Promise<void> {
  await ask(page, text);
  await expect(active(page)).toContainText(to);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('R§10.6 the palette leads by keyboard alone to the pages that the role opens, to acts, to sites and out; keys of one letter lead to pages as well', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const { id } = owner.account;
  const site = await makeSite(owner.account);
  await signInAs(context, owner);
  await page.goto(`/a/${id}/settings/members`);
  await settled(page);
  await jump(page, 'record', 'Record');
  await expect(page).toHaveURL(`/a/${id}/settings/record`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record');
  await jump(page, 'new key', 'New key');
  const making = page.getByRole('dialog', { name: 'New key' });
  await expect(making.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(making).toBeHidden();
  await jump(page, site.domain.slice(0, 12), site.domain);
  await expect(page).toHaveURL(`/a/${id}/sites/${site.site_id}`);
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page).toHaveURL(`/a/${id}/usage`);
  await settled(page);
  await jump(page, 'sign out', 'Sign out');
  await expect(page).toHaveURL('/sign-in?reason=left');
});

inLongRun(() => {
  test('R§10.6 the palette leads to what the role opens in each account, to another account, to acts and out', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const { id } = owner.account;
    const second = await makeAccount();
    const { secret } = await invite(second, { email: owner.email, role: 'viewer' });
    await signInAs(context, owner);
    await page.goto(`/join#${secret}`);
    await page.getByRole('button', { name: 'Join', exact: true }).press('Enter');
    await expect(page).toHaveURL(`/a/${second.id}/log`);
    await settled(page);

    // A viewer is offered no page of owners and admins, and no act on the account.
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('option', { name: /^Members/ })).toBeVisible();
    for (const name of [/^API keys/, /^Record/, /^New key/, /^Invite/])
      await expect(palette(page).getByRole('option', { name })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await jump(page, owner.account.email, owner.account.email);
    await expect(page).toHaveURL(`/a/${id}/log`);
    await jump(page, 'record', 'Record');
    await expect(page).toHaveURL(`/a/${id}/settings/record`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record');

    await jump(page, 'new key', 'New key');
    const making = page.getByRole('dialog', { name: 'New key' });
    await expect(making.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(making).toBeHidden();
    await expect(page).toHaveURL(`/a/${id}/settings/keys`);
    await jump(page, 'invite', 'Invite somebody');
    await expect(page.getByRole('dialog', { name: 'Invite' }).getByLabel('E-mail')).toBeFocused();
    await page.keyboard.press('Escape');

    // Sites and groups are found as one types; the keys of one letter work on every page.
    const site = await makeSite(owner.account);
    await jump(page, site.domain.slice(0, 12), site.domain);
    await expect(page).toHaveURL(`/a/${id}/sites/${site.site_id}`);
    await settled(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Usage');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page).toHaveURL(`/a/${id}/usage`);
    await settled(page);

    await jump(page, 'sessions', 'Me');
    await expect(page).toHaveURL('/me');
    const letters = page.getByRole('switch', { name: 'Keys of one letter' });
    await letters.uncheck();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
    await letters.check();
    await jump(page, 'your accounts', 'Your accounts');
    await expect(page).toHaveURL('/accounts');
    // Without a path stands the account that was used last.
    await page.goto('/');
    await expect(page).toHaveURL(`/a/${id}/log`);
    await settled(page);
    await jump(page, 'sign out', 'Sign out');
    await expect(page).toHaveURL('/sign-in?reason=left');
  });

  test('the code of the palette loads when it first opens, a pasted key is cut to its prefix, and Escape returns the focus', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const key = await makeKey(owner.account);
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings/members`, { waitUntil: 'networkidle' });
    const invited = page.getByRole('button', { name: 'Invite' });
    await invited.focus();
    const loaded = page.waitForRequest((request) => request.resourceType() === 'script');
    await page.keyboard.press('Control+k');
    await loaded;
    const field = palette(page).getByRole('combobox');
    await field.fill(key);
    await expect(field).toHaveValue(key.split('_')[2] ?? '');
    await expect(palette(page).getByRole('status')).toContainText('Nothing found');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(invited).toBeFocused();
  });

  test('a page that the palette opened before names its account, also on the pages of another', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const second = await makeAccount();
    const { secret } = await invite(second, { role: 'owner', email: owner.email });
    await signInAs(context, owner);
    await page.goto(`/join#${secret}`);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL(`/a/${second.id}/log`);
    await settled(page);
    await jump(page, 'api keys', 'API keys');
    await expect(page).toHaveURL(`/a/${second.id}/settings/keys`);
    await jump(page, owner.account.email, owner.account.email);
    await expect(page).toHaveURL(`/a/${owner.account.id}/log`);
    await settled(page);
    await page.keyboard.press('Control+k');
    const keys = palette(page).getByRole('option', { name: /^API keys/ });
    await expect(keys).toHaveCount(2);
    await expect(keys.filter({ hasText: second.email })).toHaveCount(1);
    await expect(keys.filter({ hasText: owner.account.email })).toHaveCount(1);
  });
});
