import { expect, inUsedTab as test, settled } from '../harness/dashboard.ts';
import { makeColleague, makeMember, signInAs } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';

test('R§11.5 an owner turns the addresses of a site off and hides them from viewers; the record says so, and an admin of a group finds its sites', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const [shop, other] = [await makeSite(owner.account, { name: 'Shop' }), await makeSite(owner.account)];
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Addresses' }).click();
  const table = page.getByRole('region', { name: 'Sites', exact: true });
  const row = (domain: string) => table.getByRole('row').filter({ hasText: domain });
  await expect(row(other.domain)).toContainText('kept');
  await page.getByLabel('Search the sites').fill(shop.domain.slice(0, -4));
  await expect(row(other.domain)).toHaveCount(0);
  await expect(page.getByText('1 site', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Stop keeping addresses of ${shop.domain}` }).click();
  await expect(row(shop.domain)).toContainText('not kept');
  await expect(page.getByRole('button', { name: `Keep addresses of ${shop.domain}` })).toBeVisible();

  await expect(page.getByText('Every member sees the addresses')).toBeVisible();
  await page.getByRole('button', { name: 'Hide them from viewers' }).click();
  await expect(page.getByRole('button', { name: 'Show them to viewers' })).toBeVisible();

  await page.getByRole('link', { name: 'Record' }).click();
  const record = page.getByRole('region', { name: 'Record' }).getByRole('row');
  const kept = record.filter({ hasText: 'no longer lets the site keep addresses' });
  await expect(kept).toContainText(shop.domain);
  await expect(record.filter({ hasText: 'hides addresses from viewers and reports' })).toContainText(owner.email);

  const key = await makeKey(owner.account);
  const group = await makeGroup(key, { name: 'Shops' });
  const moved = await rest('PATCH', `/account/sites/${shop.site_id}`, { token: key, body: { group_id: group.id } });
  expect(moved.status).toBe(204);
  await context.clearCookies();
  await signInAs(context, await makeColleague(owner, { role: 'admin', group }));
  await page.goto(`/a/${owner.account.id}`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Addresses');
  await settled(page);
  await expect(row(shop.domain)).toContainText('not kept');
  await expect(row(other.domain)).toHaveCount(0);
  await expect(page.getByText('An owner can change that.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show them to viewers' })).toHaveCount(0);
  await page.getByRole('button', { name: `Keep addresses of ${shop.domain}` }).click();
  await expect(page.getByRole('button', { name: `Stop keeping addresses of ${shop.domain}` })).toBeVisible();
});
