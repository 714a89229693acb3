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

/** Each button shows its words whole, in whatever font this machine has. */
export async function expectWholeButtons(page: Page, what: string): Promise<void> {
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main button')]
        .filter((button) =>
          [button, ...button.querySelectorAll<HTMLElement>('*')].some(
            (part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth,
          ),
        )
        .map((button) => button.getAttribute('aria-label') ?? button.innerText),
    );
  const width = page.viewportSize()?.width;
  await expect.poll(cut, { message: `${what}: buttons whose words are cut in a window of ${width} px` }).toEqual([]);
}
