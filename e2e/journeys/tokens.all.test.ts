import { inLongRun } from '@goal/db/testing/long-run';

import { unique } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';
import { createAdminToken } from '../service/goal.ts';
import { world } from '../service/world.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Admin tokens' }).getByRole('row').filter({ hasText: name });

test('R§10.27 a colleague’s token is revoked from the list, and is refused from its next request on; the own token stays', async ({
  page,
}) => {
  const name = `leaver ${unique()}`;
  const leaver = await createAdminToken(world().dataDir, name, 'admin:write');
  await page.goto('/accounts');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('link', { name: 'Admin tokens' }).click();
  await expect(page.getByRole('heading', { name: 'Admin tokens', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin tokens' }), 'the menu has closed').toBeHidden();
  const own = rowOf(page, world().tokens.operator.prefix).getByRole('button', { name: /^Revoke the token/ });
  await expect(own).toBeDisabled();
  await expect(own).toHaveAccessibleDescription('You signed in with it');

  await expect(rowOf(page, name)).toContainText('admin:write');
  await expect(rowOf(page, name)).toContainText(leaver.prefix);
  await page.getByRole('button', { name: `Revoke the token ${name}` }).click();
  await expect(page).toHaveURL(`/tokens?revoke=${leaver.prefix}`);
  const dialog = page.getByRole('dialog', { name: /^Revoke the token/ });
  await expect(dialog).toContainText('signed out');
  await dialog.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText(`The token \u2068${name}\u2069 is revoked.`)).toBeVisible();
  await expect(rowOf(page, name)).toContainText('revoked');
  await expect(page.getByRole('button', { name: `Revoke the token ${name}` })).toHaveCount(0);
  expect((await rest('GET', '/admin/whoami', { token: leaver.token })).status).toBe(401);
});

inLongRun(() => {
  test.describe('a read-only token', () => {
    test.use({ as: 'reader' });

    test('R§10.27 sees the tokens and revokes none, not even by a link', async ({ page }) => {
      const { prefix } = world().tokens.operator;
      await page.goto(`/tokens?revoke=${prefix}`);
      const revoke = rowOf(page, prefix).getByRole('button', { name: /^Revoke the token/ });
      await expect(revoke).toHaveAccessibleDescription('Your token is read-only (admin:read)');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
});
