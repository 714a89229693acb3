import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';

/** The rules of WCAG 2.2 AA, and no others. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules on colours: the only ones whose result depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';
/** The rules that axe runs. */
type Rules = 'all' | 'of colours' | 'all but of colours';
type Finding = { rule: string; target: string; why: string };

/**
 * What axe finds on the page, including open dialogs: the rule, the element that breaks it, and
 * why.
 */
export async function axeFindings(page: Page, rules: Rules): Promise<Finding[]> {
  await loadAxe(page);
  const runOnly: RunOnly =
    rules === 'of colours' ? { type: 'rule', values: rulesOfColour } : { type: 'tag', values: tags };
  const without = rules === 'all but of colours' ? rulesOfColour : [];
  const options: RunOptions = {
    runOnly,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    // Only violations are reported in full: listing passed elements takes a sixth of the time.
    resultTypes: ['violations'],
    iframes: false,
  };
  // In the page `axe` is the global that its script defines.
  const violations = await page.evaluate(async (asked) => (await axe.run(document, asked)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return { rule: id, target: target.join(' '), why: `${why} at ${target.join(' ')} ${html.slice(0, 200)}` };
    }),
  );
}

/** Loads axe once per document: its half a megabyte of script is slow to parse. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/**
 * Fails if the page breaks a rule of WCAG 2.2 AA that a program can check. By default it checks
 * both themes.
 */
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
    const findings = (await axeFindings(page, rules)).map(({ rule, why }) => `${rule}: ${why}`);
    expect(findings, `${what}, ${colorScheme}: findings of axe`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * The combinations of colour, background, size and decoration of all texts: everything that axe
 * judges colours by.
 */
export function coloursOf(page: Page, colorScheme: Theme): Promise<string[]> {
  return page.emulateMedia({ colorScheme }).then(() =>
    page.evaluate(() => {
      const backgroundOf = (element: Element | null): string => {
        if (element === null) return 'none';
        const { backgroundColor } = getComputedStyle(element);
        return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : backgroundColor;
      };
      const hasText = (element: Element): boolean =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      const drawn = [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
        const pixels = Number.parseFloat(fontSize);
        const size = pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700) ? 'large' : 'small';
        return `${color} ${size} ${textDecorationLine} on ${backgroundOf(element)}`;
      });
      return [...new Set(drawn)];
    }),
  );
}
