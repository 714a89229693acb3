import { expectAccessible } from '../harness/accessible.ts';
import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { makeShops, panel, rows } from '../harness/log.ts';
import { type Member, signInAs } from '../harness/member.ts';

// In one worker, with one account.
test.describe.configure({ mode: 'default' });

let owner: Member;
test.beforeAll(async () => {
  ({ owner } = await makeShops());
});

const log = () => `/a/${owner.account.id}/log`;
const menuOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const keys = { t: 'Time', f: 'Add a filter', s: 'Save view', e: 'Export' };
/** What stands in place of a dialog whose code is not there. */
const lateDialog = (page: Page) => menuOf(page, 'What you opened');
/** Whatever a page asks for after it has loaded: the code of its menus and of its event. */
const code = '**/_next/static/**';

/** Holds back the code that the page asks for, until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('while the code of a menu or of an event loads, it says so, and the page behind it works; what is typed is no shortcut', async ({
  page,
  context,
}) => {
  await signInAs(context, owner);
  await page.goto(log(), { waitUntil: 'networkidle' });
  await settled(page);
  const release = await holdCode(page);
  for (const [key, name] of Object.entries(keys)) {
    await page.keyboard.press(key);
    await expect(menuOf(page, name).getByRole('status')).toHaveText('Loading …');
    // The keys of the other menus open none of them.
    for (const other of Object.keys(keys)) await page.keyboard.press(other);
    await expect(page.getByRole('dialog')).toHaveAccessibleName(name);
    await page.keyboard.press('Escape');
    await expect(menuOf(page, name)).toBeHidden();
    // The focus leaves a menu a moment after it is hidden, and until then keys are typed into it.
    await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(0);
  }
  await rows(page).getByText('Deleted the user leo').click();
  await expect(panel(page).getByRole('status')).toHaveText('Loading …');
  await page.getByRole('button', { name: 'Close the event (Esc)' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(rows(page).filter({ hasText: 'Deleted the user leo' })).toBeFocused();
  await rows(page).getByText('Deleted the user jo').click();
  const search = page.getByLabel(/^Words of the message/);
  await search.fill('severity:high');
  await search.press('Enter');
  await expect(page).toHaveURL(/severity=high/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(menuOf(page, 'Save view')).toBeFocused();
  release();
  await expect(menuOf(page, 'Save view').getByLabel('Name of the view')).toBeFocused();
  await expect(panel(page)).toContainText('Deleted the user jo');
});

test('the code of a menu, of an event or of a look-up that cannot be loaded leaves the page as it is, and is loaded when it is tried again', async ({
  page,
  context,
  faults,
}) => {
  await signInAs(context, owner);
  await page.goto(log(), { waitUntil: 'networkidle' });
  await settled(page);
  let isBroken = true;
  await page.route(code, (route) => (isBroken ? route.abort() : route.continue()));
  faults.allow(/^browser console error: Failed to load resource: net::ERR_FAILED/);
  await page.getByRole('button', { name: 'Save view' }).click();
  const menu = menuOf(page, 'Save view');
  const again = { name: 'Try again' };
  await expect(menu.getByRole('alert')).toContainText('This part could not be loaded.');
  await expectAccessible(page, 'a menu that could not be loaded', { within: '#log-view' });
  await menu.getByRole('button', again).click();
  await expect(menu.getByRole('alert')).toContainText('This part could not be loaded.');
  await expect(rows(page).first()).toContainText('Deleted the user');
  isBroken = false;
  await menu.getByRole('button', again).click();
  await expect(menu.getByLabel('Name of the view')).toBeFocused();
  await page.keyboard.press('Escape');

  isBroken = true;
  await rows(page).getByText('Deleted the user leo').click();
  await expect(panel(page).getByRole('alert')).toContainText('This part could not be loaded.');
  await expect(rows(page).first()).toContainText('Deleted the user');
  await expectAccessible(page, 'an event that could not be loaded');
  isBroken = false;
  await panel(page).getByRole('button', again).click();
  await expect(panel(page)).toContainText('ana');

  isBroken = true;
  const search = page.getByLabel(/^Words of the message/);
  await search.fill('site:example');
  await search.press('Enter');
  await expect(page.getByText('The names could not be looked up. Try again.')).toBeVisible();
  isBroken = false;
  await search.press('Enter');
  await expect(page.getByText(/^Several sites match/)).toBeVisible();
});

test('while the code of a dialog or of the palette loads, a small dialog says so, and can be left; the focus returns to the button, and what is typed then is typed into the page', async ({
  page,
  context,
}) => {
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/groups`, { waitUntil: 'networkidle' });
  await settled(page);
  const release = await holdCode(page);
  const late = lateDialog(page);
  const opener = page.getByRole('button', { name: 'New group' });
  await opener.click();
  await expect(late.getByRole('status')).toHaveText('Loading …');
  await expect(late).toBeFocused();
  await expectAccessible(page, 'a dialog that loads');
  await page.keyboard.press('Escape');
  await expect(late).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(late.getByRole('status')).toHaveText('Loading …');
  await late.getByRole('button', { name: 'Close' }).click();
  await expect(late).toBeHidden();
  const search = page.getByLabel('Search the groups');
  await search.pressSequentially('north');
  await expect(search).toHaveValue('north');
  await opener.click();
  await expect(late.getByRole('status')).toHaveText('Loading …');
  release();
  await expect(menuOf(page, 'New group').getByLabel('Name')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog whose code cannot be loaded leaves the page as it is, and is there when it is tried again', async ({
  page,
  context,
  faults,
}) => {
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/members`, { waitUntil: 'networkidle' });
  await settled(page);
  let isBroken = true;
  await page.route(code, (route) => (isBroken ? route.abort() : route.continue()));
  faults.allow(/^browser console error: Failed to load resource: net::ERR_FAILED/);
  const late = lateDialog(page);
  const opener = page.getByRole('button', { name: 'Invite' });
  await opener.click();
  await expect(late.getByRole('alert')).toContainText('This part could not be loaded.');
  await expectAccessible(page, 'a dialog that could not be loaded');
  await late.getByRole('button', { name: 'Try again' }).click();
  await expect(late.getByRole('alert')).toContainText('This part could not be loaded.');
  await late.getByRole('button', { name: 'Close' }).click();
  await expect(late).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole('table').first()).toContainText(owner.email);
  await opener.click();
  await expect(late.getByRole('alert')).toContainText('This part could not be loaded.');
  isBroken = false;
  await late.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByLabel('E-mail')).toBeFocused();
  await expect(late).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
