import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 at AA, and no rule beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of them that look at colours: all in which a theme can differ. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';
type Finding = { rule: string; target: string; why: string };

/**
 * What axe finds on the page as it is now, in the theme that is shown: the rule, the element that breaks it, and why. Dialogs that are open are part of
 * it. All rules are asked in the light theme, in the dark one those of colours.
 */
export async function axeFindings(page: Page, theme: Theme): Promise<Finding[]> {
  // Without frames to look into, axe needs no page of its own to put its findings together.
  // What is in order is counted only: to name each element of it costs a sixth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (theme === 'light' ? axe.withTags(tags) : axe.withRules(rulesOfColour)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return { rule: id, target: target.join(' '), why: `${why} at ${target.join(' ')} ${html.slice(0, 200)}` };
    }),
  );
}

/** The page as it is now breaks no rule of WCAG 2.2 AA that a program can see, in either theme unless said otherwise. */
export async function expectAccessible(
  page: Page,
  what: string,
  { isConsole = true, themes = ['light', 'dark'] as readonly Theme[] } = {},
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    if (isConsole) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const told = (await axeFindings(page, colorScheme)).map(({ rule, why }) => `${rule}: ${why}`);
    expect(told, `${what}, ${colorScheme}: what axe finds`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
