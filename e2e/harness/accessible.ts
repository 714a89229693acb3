import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 at AA, and no rule beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page as it is now: a rule, the element that breaks it, and why. Dialogs that are open are part of it. */
export async function axeFindings(page: Page): Promise<{ rule: string; target: string; why: string }[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return { rule: id, target: target.join(' '), why: `${why} at ${target.join(' ')} ${html.slice(0, 200)}` };
    }),
  );
}

/** The page as it is now breaks no rule of WCAG 2.2 AA that a program can see, in either theme. */
export async function expectAccessible(page: Page, what: string, { isConsole = true } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (isConsole) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const told = (await axeFindings(page)).map(({ rule, why }) => `${rule}: ${why}`);
    expect(told, `${what}, ${colorScheme}: what axe finds`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
