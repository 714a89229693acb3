import { inAllRun, inLongRun, rowsInAllRun, rowsOf } from '@goal/db/testing/long-run';

import {
  expectAdaptable,
  expectForcedColours,
  expectLargeText,
  expectLargeTextOnPhone,
  expectStill,
} from '../harness/adaptations.ts';
import { dashboardPageNames, dashboardPages, type Filled, fillDashboard } from '../harness/dashboard-pages.ts';
import { addAuthenticator, expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { expectGoodDialog } from '../harness/dialog.ts';
import { expectGood } from '../harness/good.ts';
import { invite, makeMember, type Member, password, signInAs } from '../harness/member.ts';
import { makeAccount } from '../harness/operator.ts';
import { isMissing } from '../harness/scene.ts';
import { totpCode } from '../harness/totp.ts';
import { budgetKb, openWithinBudget } from '../harness/weight.ts';
import { forgetConfirmation } from '../service/past.ts';
import { world } from '../service/world.ts';

// In one worker, with one member.
test.describe.configure({ mode: 'default' });

let member: Member;
let filled: Filled;
test.beforeAll(async () => {
  member = await makeMember();
  filled = await fillDashboard(member);
});

const widths = [1280, 360] as const;
/** The size of the first heading that this worker saw in a window of this width. */
const sizesOfHeadings = new Map<number, string>();

/** The widths at which axe looks: a page on a phone has the same elements. */
const axeAt = rowsOf([1280], [360]);
/** Pages that stand for all when it comes to the settings of a person's own browser. */
const adapted: ReadonlySet<string> = new Set(rowsOf(rowsInAllRun([], ['log', 'members']), dashboardPageNames));

/** Pages that stand for all when it comes to text of 200 % on a phone. */
const enlarged: ReadonlySet<string> = new Set(
  rowsOf(rowsInAllRun(['log'], ['sites', 'members', 'site']), dashboardPageNames),
);

/** Pages that a journey of `npm test` uses. */
const used: readonly string[] = [
  'account',
  'billing',
  'connect',
  'erasure',
  'integrity',
  'keys',
  'log',
  'me',
  'members',
  'record',
  'report',
  'site',
  'sites',
  'streams',
];
const pages = rowsInAllRun(
  dashboardPageNames.filter((name) => !used.includes(name)),
  used,
);

/** Holds what is shown to WCAG 2.2 AA, and to the settings of a person's own browser as well. */
async function expectGoodForAll(page: Page, what: string): Promise<void> {
  await expectGood(page, what, axeAt);
  for (const expectOne of rowsOf([expectStill], [expectForcedColours, expectLargeText])) await expectOne(page, what);
}

/** Fails unless the page has one heading, as large as that of the other pages. */
async function expectHeading(page: Page, what: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveCount(1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const size = await heading.evaluate((one) => getComputedStyle(one).fontSize);
    const usual = sizesOfHeadings.get(width) ?? size;
    sizesOfHeadings.set(width, usual);
    expect(size, `${what}: size of the heading at ${width} px`).toBe(usual);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const good = 'breaks no rule of WCAG 2.2 AA in either theme';
const adapts =
  'grows with text of 200 %, keeps its controls in forced colours, does not move for people who ask for that';

inAllRun(() => {
  test(`the sign-in, the page that joins and the page that ends mails: each fetches at most ${budgetKb.entry} kB of script, ${good} from 360 px on, with and without a refusal, ${adapts}, and is within reach of Tab alone`, async ({
    page,
    faults,
  }) => {
    faults.allow(/status of (400|401|404)/);
    await openWithinBudget(page, '/sign-in?reason=expired', budgetKb.entry);
    await settled(page);
    // The browser offers passkeys among the suggestions of the field.
    await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
    await expectGood(page, 'sign-in', axeAt);
    await page.getByLabel('E-mail').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
    await expectGood(page, 'sign-in with a refusal', axeAt);
    await expectAdaptable(page, 'sign-in');

    const account = await makeAccount();
    const { secret } = await invite(account);
    // A passkey is offered where the device makes one.
    await addAuthenticator(page);
    await openWithinBudget(page, `/join#${secret}`, budgetKb.entry);
    await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
    await expectGood(page, 'join', axeAt);
    for (const what of rowsOf([], ['join'])) await expectAdaptable(page, what);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Add a passkey?' })).toBeVisible();
    await expectGoodForAll(page, 'a passkey after joining');
    await page.goto('/join#goal_inv_aaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
    await expect(page.getByRole('alert').filter({ hasText: 'was used, was revoked or has expired' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
    await expectGood(page, 'a void link', axeAt);
    // It says the same of a link that nobody has.
    await openWithinBudget(page, `/unsubscribe/${'x'.repeat(43)}`, budgetKb.entry);
    await expect(page.getByRole('button', { name: 'End these mails' })).toBeVisible();
    await expectGood(page, 'the page that ends mails', axeAt);
  });
});

/** The kB of script that a page may fetch, by its name, where it is more than usual. */
const budgets: Readonly<Record<string, number>> = { log: budgetKb.log, 'new stream': budgetKb.stream };

for (const name of pages) {
  const limitKb = budgets[name] ?? budgetKb.page;
  test(`the page «${name}» fetches at most ${limitKb} kB of script, asks for nothing that is not there, has one heading of the usual size, ${good}, fits a window of 360 px${enlarged.has(name) ? ' and a phone with text of 200 %' : ''}${adapted.has(name) ? `, ${adapts}, and is within reach of Tab alone` : ''}`, async ({
    page,
    context,
    faults,
  }) => {
    if (isMissing(name)) faults.allow(/status of 404/);
    await signInAs(context, member);
    await openWithinBudget(page, dashboardPages(member, filled)[name] ?? '', limitKb);
    await settled(page);
    await expectHeading(page, name);
    // Also where no places stand beside it.
    expect((await page.locator('#main').boundingBox())?.width, `${name}: width`).toBeGreaterThan(900);
    await expectGood(page, name, axeAt);
    if (enlarged.has(name)) await expectLargeTextOnPhone(page, name);
    if (adapted.has(name)) await expectAdaptable(page, name);
  });
}

inAllRun(() => {
  test('dialogs and menus break no rule of WCAG 2.2 AA and return the focus to their button; dialogs grow with text of 200 %, keep their controls in forced colours, do not move for people who ask for that, and keep Tab inside', async ({
    page,
    context,
  }) => {
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/settings/members`);
    await settled(page);
    // The others are in dialogs.long.test.ts.
    await expectGoodDialog(page, 'Invite', { axeAt, isAdapted: true });
    await expectGoodDialog(page, `Change ${member.email}`, { axeAt });
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await expectGood(page, 'menu of the person', axeAt);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('combobox')).toBeFocused();
    await expectGood(page, 'palette', axeAt);
  });
});

inLongRun(() => {
  test(`secrets, the proof of who you are and the steps of a second factor: each ${good}, and does not move for people who ask for that`, async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 403/);
    await signInAs(context, member);
    await forgetConfirmation(world(), member.email);
    await page.goto(`/a/${member.account.id}/settings/keys?dialog=new-key`);
    await page.getByRole('button', { name: 'Make the key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof.getByLabel('Your password')).toBeVisible();
    await expectGoodForAll(page, 'proof');
    await proof.getByLabel('Your password').fill(member.password);
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByTestId('secret')).toContainText('goal_acct_');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Close without copying' })).toBeVisible();
    await expectGoodForAll(page, 'a secret that was not copied');

    await page.goto('/me');
    await page.getByRole('button', { name: 'Turn on' }).click();
    const turning = page.getByRole('dialog', { name: 'Turn the second factor on' });
    await turning.getByRole('button', { name: 'Go on' }).click();
    await expect(turning.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectGoodForAll(page, 'QR code');
    const secret = await turning.getByTestId('totp-secret').innerText();
    await turning.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
    await turning.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByTestId('recovery-codes')).toBeVisible();
    await expectGoodForAll(page, 'recovery codes');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    for (const button of ['New recovery codes', 'Turn off']) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectGoodForAll(page, button);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }

    await page.goto('/sign-in?reason=left');
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
    await expectGoodForAll(page, 'second step');
  });
});
