import type { Locator } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expectForcedColours, expectLargeText, expectStill } from './adaptations.ts';
import { expect, type Page } from './dashboard.ts';
import { expectInWindow, expectNoSidewaysScroll, expectWholeButtons } from './width.ts';

/** At which widths axe looks, and whether the settings of a person's own browser are judged too. */
type How = { axeAt?: readonly number[]; isAdapted?: boolean };

/**
 * Opens a dialog by its button and closes it, once by pointer and once by keyboard. Fails unless
 * the dialog has a name, breaks no rule of WCAG 2.2 AA, cuts off none of its buttons, keeps Tab
 * inside and gives the focus back to its button.
 */
export async function expectGoodDialog(
  page: Page,
  button: string,
  { axeAt = [1280], isAdapted = false }: How = {},
): Promise<void> {
  const opener = page.getByRole('button', { name: button, exact: true });
  const dialog = page.getByRole('dialog');
  await opener.click();
  await expect(dialog).toBeVisible();
  // The small dialog in place of one whose code is late.
  await expect(dialog.getByText('Loading …')).toHaveCount(0);
  await expect(dialog).toHaveAccessibleName(/\w/);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // Axe takes a link for too small that the page scrolled halfway behind its header.
    await page.evaluate(() => window.scrollTo(0, 0));
    if (axeAt.includes(width)) await expectAccessible(page, `${button}, ${width} px`);
    await expectNoSidewaysScroll(page, button);
    await expectWholeButtons(page, button, '[role=dialog]');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectStill(page, button);
  if (isAdapted) await expectForcedColours(page, button);
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press('Tab');
    await expect.poll(() => hasFocusInside(dialog), `${button}, after ${n + 1} tabs`).toBe(true);
  }
  if (isAdapted) await expectLargeText(page, button, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Whether a control of the dialog has the focus, or the browser's own button in a field. */
const hasFocusInside = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((one) => one !== document.activeElement && one.contains(document.activeElement));

/** A menu: its button, and its selector. */
type Menu = { button: string | RegExp; menu: string };

/**
 * Opens a menu by its button and closes it by Escape, at each of the widths at which it exists.
 * Fails unless the menu breaks no rule of WCAG 2.2 AA, lies wholly in the window, follows the
 * settings of a person's own browser and gives the focus back to its button.
 */
export async function expectGoodMenu(
  page: Page,
  { button, menu: selector }: Menu,
  widths: readonly number[] = [1280, 360],
): Promise<void> {
  const opener = page.getByRole('button', { name: button });
  const menu = page.locator(selector);
  for (const width of widths) {
    const what = `${String(button)}, ${width} px`;
    await page.setViewportSize({ width, height: 800 });
    await opener.click();
    // Some load their content when they are opened.
    await expect(menu.locator('a, button, input').first()).toBeVisible();
    // A small phone, or a window beside others.
    for (const height of [560, 800]) {
      await page.setViewportSize({ width, height });
      await expectInWindow(page, menu, `${what}, ${height} px high`);
    }
    // The page behind it is judged without it, because axe takes what the menu covers in part for
    // too small.
    await expectAccessible(page, what, { within: selector });
    await expectNoSidewaysScroll(page, what);
    await expectWholeButtons(page, what, selector);
    await expectStill(page, what);
    await expectForcedColours(page, what);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  }
  await opener.click();
  await expect(menu).toBeVisible();
  await expectLargeText(page, String(button), selector);
  await page.keyboard.press('Escape');
}
