import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 at AA, and no rule beyond it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of them that look at colours: all in which a theme can differ. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';
/** Which rules axe is asked for. */
type Rules = 'all' | 'of colours' | 'all but of colours';
type Finding = { rule: string; target: string; why: string };

/** What axe finds on the page as it is now: the rule, the element that breaks it, and why. Dialogs that are open are part of it. */
export async function axeFindings(page: Page, rules: Rules): Promise<Finding[]> {
  // Without frames to look into, axe needs no page of its own to put its findings together.
  // What is in order is counted only: to name each element of it costs a sixth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'of colours') axe.withRules(rulesOfColour);
  else axe.withTags(tags);
  if (rules === 'all but of colours') axe.disableRules(rulesOfColour);
  const { violations } = await axe.analyze();
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
  {
    isConsole = true,
    looks = [
      ['light', 'all'],
      ['dark', 'of colours'],
    ] as readonly (readonly [Theme, Rules])[],
  } = {},
): Promise<void> {
  for (const [colorScheme, rules] of looks) {
    await page.emulateMedia({ colorScheme });
    if (isConsole) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const told = (await axeFindings(page, rules)).map(({ rule, why }) => `${rule}: ${why}`);
    expect(told, `${what}, ${colorScheme}: what axe finds`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** In which colours the texts of the page are drawn, on which ground; with what makes a difference to axe. */
export function coloursOf(page: Page, colorScheme: Theme): Promise<string[]> {
  return page.emulateMedia({ colorScheme }).then(() =>
    page.evaluate(() => {
      const groundOf = (element: Element | null): string => {
        if (element === null) return 'none';
        const { backgroundColor } = getComputedStyle(element);
        return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
      };
      const hasText = (element: Element): boolean =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      const drawn = [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
        const pixels = Number.parseFloat(fontSize);
        const size = pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700) ? 'large' : 'small';
        return `${color} ${size} ${textDecorationLine} on ${groundOf(element)}`;
      });
      return [...new Set(drawn)];
    }),
  );
}
