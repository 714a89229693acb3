import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 at AA, and no rule beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of them that look at colours: all in which a theme can differ. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** The page as it is now breaks no rule of WCAG 2.2 AA that a program can see, in either theme; dialogs that are open are part of it. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // Without frames to look into, axe needs no page of its own to put its findings together.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(tags) : axe.withRules(rulesOfColour)
    ).analyze();
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, any, all, none }) => {
        const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
        return `${id}: ${why} at ${target.join(' ')} ${html.slice(0, 200)}`;
      }),
    );
    expect(told, `${what}, ${colorScheme}: what axe finds`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
