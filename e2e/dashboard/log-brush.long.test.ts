import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeShops, panel, rows } from '../harness/log.ts';
import { signInAs } from '../harness/member.ts';
import { expectWholeButtons } from '../harness/width.ts';

test('the time is brushed, a group unfolds to its sites, a person of a site is named, and a view is changed, starred and found in the palette', async ({
  page,
  context,
}) => {
  const { owner, shop, other } = await makeShops();
  const log = `/a/${owner.account.id}/log`;
  await signInAs(context, owner);
  await page.goto(log);
  await expect(page.getByText('152 events')).toBeVisible();
  const plot = page.getByRole('img', { name: /^Events over time/ });
  const { x = 0, y = 0, width = 0 } = (await plot.boundingBox()) ?? {};
  const drag = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(x + width * from, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + 10, { steps: 3 });
    await page.mouse.up();
  };
  const whole = (await plot.getAttribute('aria-label')) ?? '';
  await drag(0.9, 0.999);
  await expect(page).toHaveURL(/\?from=.*&to=/);
  await expect(plot).not.toHaveAttribute('aria-label', whole);
  const brushed = new URL(page.url()).searchParams;
  const lengthOf = (of: URLSearchParams) => Date.parse(of.get('to') ?? '') - Date.parse(of.get('from') ?? '');
  await page.keyboard.down('Shift');
  await drag(0.2, 0.9);
  await page.keyboard.up('Shift');
  expect(lengthOf(new URL(page.url()).searchParams)).toBe(lengthOf(brushed));
  await expect(page.getByText('No event in this time')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('152 events')).toBeVisible();
  const nameless = page.getByRole('button', { name: `without a user id ${other.domain}` });
  await expect(nameless).toBeVisible();
  await expectWholeButtons(page, 'frequent values', 'aside');
  await nameless.click();
  await page.setViewportSize({ width: 360, height: 800 });
  const chips = page.getByRole('list', { name: 'Filters' });
  await expect(chips).toContainText(`none on ${other.domain}`);
  await expect(page.getByRole('button', { name: 'Remove user id 0' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
  const folders = page.getByRole('region', { name: 'Groups and sites' });
  await folders.getByRole('button', { name: 'No group' }).click();
  await expect(folders.getByRole('button', { name: other.domain })).toBeVisible();
  await expect(folders.getByRole('button', { name: shop.domain })).toHaveCount(0);
  await folders.getByRole('button', { name: 'Sites of Shops' }).click();
  await folders.getByRole('button', { name: shop.domain }).click();
  await expect(page.getByText('151 events')).toBeVisible();
  await rows(page).getByRole('button', { name: 'mia' }).click();
  await expect(chips).toContainText(`mia (#7) on ${shop.domain}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Save view' }).click();
  const menu = page.getByRole('dialog', { name: 'Save view' });
  await menu.getByLabel('Name of the view').fill('Work of mia');
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/&view=/);
  await rows(page).getByRole('button', { name: 'High' }).click();
  const view = page.getByRole('button', { name: /^Work of mia/ });
  await expect(view).toContainText('changed');
  await view.click();
  await expect(page).not.toHaveURL(/severity/);
  await page.goBack();
  await page.getByRole('button', { name: 'Save view' }).click();
  await menu.getByRole('button', { name: 'Keep these filters in it' }).click();
  await expect(page.getByText('The view was changed.')).toBeVisible();
  await expect(view).not.toContainText('changed');
  await page.getByRole('button', { name: 'Star: keep Work of mia' }).click();
  await expect(page.getByRole('list', { name: 'Views with a star' })).toContainText('Work of mia');
  await page.goto(log);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  await palette.getByRole('combobox').fill('work of mia');
  await palette.getByRole('option', { name: /^Work of mia/ }).click();
  await expect(page).toHaveURL(/severity=high.*view=/);
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${log}?site=${shop.site_id}`);
  await rows(page).getByText('Deleted the user jo').click();
  await expect(panel(page)).toContainText(/stored \d+ minutes later/);
  await panel(page)
    .getByRole('region', { name: 'Around this event' })
    .getByText('Read page 0', { exact: true })
    .click();
  await expect(panel(page).locator('p').first()).toHaveText('Read page 0');
  await page.goBack();
  await expect(panel(page).locator('p').first()).toHaveText('Deleted the user jo');
});
