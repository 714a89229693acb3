import { expectAccessible } from '../harness/accessible.ts';
import { dashboardPageNames, dashboardPages, fillDashboard } from '../harness/dashboard-pages.ts';
import { expect, type Page, settled, test } from '../harness/dashboard.ts';
import { invite, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeAccount, makeKey } from '../harness/operator.ts';
import { isMissing } from '../harness/scene.ts';
import { expectNoSidewaysScroll, expectWholeButtons } from '../harness/width.ts';

// In one worker, with one member.
test.describe.configure({ mode: 'default' });

let member: Member;
test.beforeAll(async () => {
  member = await makeMember();
  await fillDashboard(member);
});

/** Holds a page to WCAG 2.2 AA in both themes, on a desk and on a phone. */
async function expectGood(page: Page, what: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${what}, ${width} px`);
    await expectNoSidewaysScroll(page, what);
    await expectWholeButtons(page, what);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('sign-in and join break no rule of WCAG 2.2 AA in either theme from 360 px on, with and without a refusal', async ({
  page,
  faults,
}) => {
  faults.allow(/status of (400|401|404)/);
  await page.goto('/sign-in?reason=expired');
  await settled(page);
  await expectGood(page, 'sign-in');
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await expectGood(page, 'sign-in with a refusal');

  const account = await makeAccount();
  const { secret } = await invite(account);
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
  await expectGood(page, 'join');
  await page.goto('/join#goal_inv_aaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
  await expect(page.getByRole('alert').filter({ hasText: 'was used' })).toBeVisible();
  await expectGood(page, 'a void link');
});

for (const name of dashboardPageNames)
  test(`the page «${name}» breaks no rule of WCAG 2.2 AA in either theme, has one heading, fits a window of 360 px, and asks for nothing that is not there`, async ({
    page,
    context,
    faults,
  }) => {
    if (isMissing(name)) faults.allow(/status of 404/);
    await signInAs(context, member);
    await page.goto(dashboardPages(member)[name] ?? '');
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectGood(page, name);
  });

test('dialogs and menus break no rule of WCAG 2.2 AA, and return the focus to their button', async ({
  page,
  context,
}) => {
  const prefix = (await makeKey(member.account, 'Nightly export')).split('_')[2] ?? '';
  await signInAs(context, member);
  const open = async (path: string, button: string): Promise<void> => {
    await page.goto(path);
    await settled(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/\w/);
    await expectGood(page, button);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused();
  };
  const settings = `/a/${member.account.id}/settings`;
  await open(`${settings}/keys`, 'New key');
  await open(`${settings}/keys`, `Revoke the key ${prefix}`);
  await open(`${settings}/members`, 'Invite');
  await open(`${settings}/members`, `Change ${member.email}`);
  await open(`${settings}/account`, 'Delete the account');
  await open('/me', 'Change the password');
  await open('/me', 'Add a passkey');
  await open('/me', 'Turn on');
  await open('/me', 'Delete me');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await expectGood(page, 'menu of the person');
  await page.goto('/me');
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('combobox')).toBeFocused();
  await expectGood(page, 'palette');
});
