import { expectAdaptable, expectForcedColours, expectLargeText, expectStill } from '../harness/adaptations.ts';
import { dashboardPageNames, dashboardPages, fillDashboard } from '../harness/dashboard-pages.ts';
import { isMissing } from '../harness/scene.ts';
import { expect, settled, test } from '../harness/dashboard.ts';
import { invite, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeAccount } from '../harness/operator.ts';

// In one worker, with one member.
test.describe.configure({ mode: 'default' });

let member: Member;
test.beforeAll(async () => {
  member = await makeMember();
  await fillDashboard(member);
});

const adapts =
  'grows with text of 200 %, keeps its controls in forced colours, does not move for people who ask for that, and is within reach of Tab alone';

for (const name of dashboardPageNames)
  test(`the page «${name}» ${adapts}`, async ({ page, context, faults }) => {
    if (isMissing(name)) faults.allow(/status of 404/);
    await signInAs(context, member);
    await page.goto(dashboardPages(member)[name] ?? '');
    await settled(page);
    await expectAdaptable(page, name);
  });

test(`the sign-in and the page that joins: each ${adapts}`, async ({ page, faults }) => {
  faults.allow(/status of 401/);
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await expectAdaptable(page, 'sign-in');

  const account = await makeAccount();
  const { secret } = await invite(account);
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
  await expectAdaptable(page, 'join');
});

test('dialogs grow with text of 200 %, keep their controls in forced colours, do not move for people who ask for that, and keep Tab inside', async ({
  page,
  context,
}) => {
  await signInAs(context, member);
  const settings = `/a/${member.account.id}/settings`;
  const dialogs: readonly (readonly [path: string, button: string])[] = [
    [`${settings}/keys`, 'New key'],
    [`${settings}/members`, 'Invite'],
    [`${settings}/members`, `Change ${member.email}`],
    ['/me', 'Change the password'],
    ['/me', 'Turn on'],
    ['/me', 'Delete me'],
  ];
  for (const [path, button] of dialogs) {
    await page.goto(path);
    await settled(page);
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectStill(page, button);
    await expectForcedColours(page, button);
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus'), `${button}, after ${n + 1} tabs`).toHaveCount(1);
    }
    await expectLargeText(page, button);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});
