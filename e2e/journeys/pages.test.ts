import { inAllRun, rowsInAllRun, rowsOf } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { expectForcedColours, expectLargeTextOnPhone } from '../harness/adaptations.ts';
import { dialogsOf, isMissing, makeScene, openDialog, pagesOf, settled, type Scene } from '../harness/scene.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';
import { budgetKb, openWithinBudget } from '../harness/weight.ts';
import { expectNoSidewaysScroll, expectWholeButtons } from '../harness/width.ts';

// Runs in order in one tab, so that a dialog opens on the page that the previous test left.
test.describe.configure({ mode: 'default' });

let scene: Scene;
test.beforeAll(async () => {
  scene = await makeScene();
});

// Only its keys are used.
const none = {
  account: { id: '', email: '' },
  stranger: {},
  member: {},
  token: {},
  site: {},
  revoked: {},
  group: {},
} as Scene;
/** Pages whose scripts have a budget. */
const weighed: ReadonlySet<string> = new Set([
  'accounts',
  'overview',
  'sites',
  'keys',
  'people',
  'record',
  'site',
  'attention',
  'plans',
  'health',
  'actions',
  'admin tokens',
]);

/** Pages that stand for all when it comes to forced colours. */
const forced: ReadonlySet<string> = new Set(rowsOf(['overview', 'plans'], Object.keys(pagesOf(none))));
/** Pages that stand for all when it comes to text of 200 % on a phone. */
const enlarged: ReadonlySet<string> = new Set(rowsOf(['accounts', 'sites', 'site'], Object.keys(pagesOf(none))));
const widths = rowsOf([360], [3840, 1280, 768]);
/** Pages that are others with another content. */
const variants: readonly string[] = ['nothing found', 'chart as a table', 'nobody signs in', 'no such account'];
const names = Object.keys(pagesOf(none));
/** Pages that a journey of `npm test` uses. */
const used: readonly string[] = [
  'accounts',
  'overview',
  'sites',
  'site',
  'keys',
  'people',
  'record',
  'actions',
  'admin tokens',
];
const pages = rowsOf(
  rowsInAllRun(
    names.filter((name) => !variants.includes(name) && !used.includes(name)),
    used,
  ),
  variants,
);
/** These stand for all: a choice with what it will mean, and what wants a typed name. */
const dialogs = rowsInAllRun([], rowsOf(['change plan', 'delete account'], Object.keys(dialogsOf(none))));

/** The budget of a page, in kilobytes. */
const budgetOf = (name: string): number => (name === 'record' ? budgetKb.record : budgetKb.page);

for (const name of pages)
  test(`the page «${name}» ${weighed.has(name) ? `fetches at most ${budgetOf(name)} kB of script, ` : ''}breaks no rule of WCAG 2.2 AA in either theme, ${forced.has(name) ? 'can be read in forced colours, ' : ''}fits every window from 360 px on${enlarged.has(name) ? ' and a phone with text of 200 %' : ''}, cuts off no button label, and asks for nothing that is not there`, async ({
    page,
    faults,
  }) => {
    if (isMissing(name)) faults.allow(/status of 404/);
    const path = pagesOf(scene)[name] ?? '';
    if (weighed.has(name)) await openWithinBudget(page, path, budgetOf(name));
    else await page.goto(path);
    await settled(page);
    await expectAccessible(page, name);
    if (forced.has(name)) await expectForcedColours(page, name);
    if (enlarged.has(name)) await expectLargeTextOnPhone(page, name);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, name);
      await expectWholeButtons(page, name);
    }
  });

/**
 * Opens a dialog. If its page is already open, this only changes the URL, as the page itself does,
 * and saves a page load.
 */
async function showDialog(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(page.url());
  if (pathname !== path.split('?')[0]) return openDialog(page, path);
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  await expect(page.getByRole('dialog')).toBeVisible();
  await settled(page);
}

for (const name of new Set(dialogs))
  test(`the dialog «${name}» breaks no rule of WCAG 2.2 AA in either theme, has a name, and can be closed on a phone`, async ({
    page,
  }) => {
    await showDialog(page, dialogsOf(scene)[name] ?? '');
    await expect(page.getByRole('dialog')).toHaveAccessibleName(/\w/);
    // What a change means is read out with the name of its dialog, wherever the focus is.
    await expect(page.getByRole('dialog')).toHaveAccessibleDescription(/\w/);
    // The cross is read out before anything that the dialog says.
    await expect(page.getByRole('dialog').locator(':focus:not([aria-label="Close"])')).toHaveCount(1);
    await expectAccessible(page, name);
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoSidewaysScroll(page, name);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

inAllRun(() => {
  test('a new key, the warning before it is lost, the palette, the operator’s menu and a notice break no rule of WCAG 2.2 AA', async ({
    page,
  }) => {
    await openDialog(page, `/accounts/${scene.account.id}?dialog=key`);
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'New account key' });
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'new key');
    await shown.getByRole('button', { name: 'Close without copying' }).click();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(scene.account.email);
    await expect(page.getByRole('option', { selected: true })).toContainText(scene.account.email);
    await expectAccessible(page, 'palette');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await expectAccessible(page, 'menu of the operator');
    await page.keyboard.press('Escape');

    await page.goto(`/sites/${scene.site.site_id}?dialog=rate`);
    await page.getByRole('dialog').getByLabel('Requests a second').fill('11');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectAccessible(page, 'notice with undo');
  });

  test('the skip links come first and lead to the content and to the list behind its filters; a dialog keeps the focus inside, and returns it to its button', async ({
    page,
  }) => {
    await page.goto('/accounts');
    await settled(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    const toList = page.getByRole('link', { name: 'Skip to the list' });
    for (const [path, list] of rowsOf<readonly [path: string, list: string]>(
      [['/accounts', 'Accounts']],
      [
        ['/actions', 'Record of actions'],
        [`/accounts/${scene.account.id}?tab=sites`, 'Sites'],
      ],
    )) {
      await page.goto(path);
      await settled(page);
      for (let n = 0; n < 2; n++) await page.keyboard.press('Tab');
      await expect(toList).toBeFocused();
      await expect(toList).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: list, exact: true })).toBeFocused();
    }
    // Without filters before a list there is nothing to skip.
    await page.goto('/plans');
    await settled(page);
    await expect(toList).toBeHidden();
    await page.goto('/accounts');
    await settled(page);

    for (const name of rowsOf(['create account'], ['change plan', 'delete account', 'change rate'])) {
      const path = (dialogsOf(scene)[name] ?? '').split('?')[0] ?? '';
      if (new URL(page.url()).pathname !== path) await page.goto(path);
      await settled(page);
      const button = page.getByRole('button', { name: new RegExp(`^${name}$`, 'i') });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      for (let n = 0; n < 12; n++) {
        await page.keyboard.press('Tab');
        await expect(dialog.locator(':focus'), `${name}, after ${n + 1} tabs`).toHaveCount(1);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
  });
});

test('source maps are not served', async ({ page, request }) => {
  const script = page.waitForResponse((response) => response.request().resourceType() === 'script');
  await page.goto('/accounts');
  expect((await request.get(`${(await script).url()}.map`)).status()).toBe(404);
});

test.describe('without a session', () => {
  test.use({ as: 'nobody' });

  test(`the sign-in fetches at most ${budgetKb.entry} kB of script and breaks no rule of WCAG 2.2 AA in either theme, with and without a refusal`, async ({
    page,
    faults,
  }) => {
    faults.allow(/status of 400/);
    await openWithinBudget(page, '/login?reason=expired', budgetKb.entry);
    await settled(page);
    await expectAccessible(page, 'sign-in');
    await page.getByLabel('Admin token', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'whole admin token' })).toBeVisible();
    await expectAccessible(page, 'sign-in with a refusal');
  });
});
