import { expect, type Page } from '@playwright/test';

/** The page is as wide as the window: nothing scrolls sideways but what has a region of its own. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const width = page.viewportSize()?.width;
  // A window that has just become narrow is drawn anew a moment later.
  await expect
    .poll(beyond, { message: `${what}: pixels that stick out of a window of ${width} px` })
    .toBeLessThanOrEqual(0);
}
