import { expect, type Locator, type Page } from '@playwright/test';

/** Fails if the page is wider than the window. Only regions made for it may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const width = page.viewportSize()?.width;
  // Polls, because the browser lays out the page a moment after a resize.
  await expect.poll(beyond, { message: `${what}: pixels beyond the window of ${width} px` }).toBeLessThanOrEqual(0);
}

/** Fails if a button cuts off its label, in whatever font this machine has. */
export async function expectWholeButtons(page: Page, what: string, within = 'main'): Promise<void> {
  const cut = () =>
    page
      .locator(`${within} button`)
      .evaluateAll((buttons: HTMLElement[]) =>
        buttons
          .filter((button) =>
            [button, ...button.querySelectorAll<HTMLElement>('*')].some(
              (part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth,
            ),
          )
          .map((button) => button.getAttribute('aria-label') ?? button.innerText),
      );
  const width = page.viewportSize()?.width;
  await expect.poll(cut, { message: `${what}: buttons with a cut label in a window of ${width} px` }).toEqual([]);
}

/** Fails if a menu or dialog reaches beyond the window, because nobody can scroll to it. */
export async function expectInWindow(page: Page, part: Locator, what: string): Promise<void> {
  const size = page.viewportSize();
  // Polls, because the browser places what has an anchor a moment after a resize.
  const beyond = () =>
    part.evaluate((one) => {
      const { top, right, bottom, left } = one.getBoundingClientRect();
      const over = { top: -top, right: right - innerWidth, bottom: bottom - innerHeight, left: -left };
      return Object.entries(over)
        .filter(([, pixels]) => pixels > 0.5)
        .map(([side, pixels]) => `${side}: ${Math.round(pixels)} px`);
    });
  await expect.poll(beyond, { message: `${what}: beyond the window of ${size?.width} px` }).toEqual([]);
}
