import type { Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expectNoSidewaysScroll, expectWholeButtons } from './width.ts';

const widths = [1280, 360];

/**
 * Holds a page to WCAG 2.2 AA in both themes, on a desk and on a phone, or at the widths `axeAt`
 * alone. It fits a desk and a phone in any case.
 */
export async function expectGood(page: Page, what: string, axeAt: readonly number[] = widths): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    if (axeAt.includes(width)) await expectAccessible(page, `${what}, ${width} px`);
    await expectNoSidewaysScroll(page, what);
    await expectWholeButtons(page, what);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
