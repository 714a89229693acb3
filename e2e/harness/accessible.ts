import { readFileSync } from 'node:fs';

import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOnly, RunOptions } from 'axe-core';

/** The rules of WCAG 2.2 AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A best practice that is held as well. */
const practices = ['landmark-no-duplicate-banner'];
/** The rules on colours: the only ones whose result depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';
/** The rules that axe runs. */
type Rules = 'all' | 'of colours' | 'all but of colours';
type Finding = { rule: string; target: string; why: string };

/** The faults that axe finds on the page or `within` a part: the rule, the element and why. */
export async function axeFindings(page: Page, rules: Rules, within?: string): Promise<Finding[]> {
  await loadAxe(page);
  const runOnly: RunOnly =
    rules === 'of colours' ? { type: 'rule', values: rulesOfColour } : { type: 'tag', values: tags };
  const without = rules === 'all but of colours' ? rulesOfColour : [];
  const options: RunOptions = {
    runOnly,
    rules: {
      ...(rules === 'of colours' ? {} : Object.fromEntries(practices.map((rule) => [rule, { enabled: true }]))),
      ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
    // Only violations are reported in full: listing passed elements takes a sixth of the time.
    resultTypes: ['violations'],
    iframes: false,
    // No rule above looks at style sheets, which axe would otherwise fetch and parse again.
    preload: { assets: ['media'] },
  };
  const violations = await page.evaluate(async ([part, asked]) => (await axe.run(part ?? document, asked)).violations, [
    within,
    options,
  ] as const);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return { rule: id, target: target.join(' '), why: `${why} at ${target.join(' ')} ${html.slice(0, 200)}` };
    }),
  );
}

/** In the page: the global that its script defines. */
declare const axe: typeof axeCore;
/** The minified script: less than half of `axe.source`, which the browser has to parse as well. */
const script = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Loads axe once per document, so that a tab compiles its half megabyte of script once. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: script });
  await client.detach();
}

/** Colours without a fault, by theme: axe's rules on colours take half of its time. */
const judgedColours: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/**
 * Fails if the page breaks a rule of WCAG 2.2 AA that a program can check, in either theme.
 * `isThemed` is false for pages that follow the theme of the system without a script. `within`
 * selects one part of the page to be judged.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { isThemed = true, within }: { isThemed?: boolean; within?: string } = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (isThemed) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const colours = (await coloursOf(page, within)).filter((one) => !judgedColours[colorScheme].has(one));
    const rules = rulesFor(colorScheme, colours.length > 0);
    if (rules === undefined) continue;
    const findings = (await axeFindings(page, rules, within)).map(({ rule, why }) => `${rule}: ${why}`);
    expect(findings, `${what}, ${colorScheme}: findings of axe`).toEqual([]);
    for (const one of colours) judgedColours[colorScheme].add(one);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Only the rules on colours depend on the theme, and they depend on nothing but the colours. */
function rulesFor(theme: Theme, hasNewColours: boolean): Rules | undefined {
  if (theme === 'dark') return hasNewColours ? 'of colours' : undefined;
  return hasNewColours ? 'all' : 'all but of colours';
}

/** The properties by which axe judges colours, for each text, field and link of the page. */
const coloursOf = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((part) => {
    type Ground = { background: string; opacity: number };
    const grounds = new Map<Element, Ground>();
    const groundOf = (element: Element | null): Ground => {
      if (element === null) return { background: '', opacity: 1 };
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const under = groundOf(element.parentElement);
      const own = `${backgroundColor} ${backgroundImage}`;
      const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none';
      const ownOnUnder = own === 'rgba(0, 0, 0, 0) none' ? under.background : `${own} on ${under.background}`;
      const ground = {
        background: isOpaque ? own : ownOnUnder,
        opacity: Number(opacity) * under.opacity,
      };
      grounds.set(element, ground);
      return ground;
    };
    const hasText = (element: Element): boolean =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    // Axe judges neither what is hidden nor what only screen readers read.
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    const drawn = [...document.querySelectorAll(`:is(${part}) *`)].filter((one) => hasText(one) && isSeen(one));
    const colours = drawn.map((element) => {
      const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
      const pixels = Number.parseFloat(fontSize);
      const size = pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700) ? 'large' : 'small';
      const { background, opacity } = groundOf(element);
      const placeholder = element.matches('input') ? getComputedStyle(element, '::placeholder').color : '';
      const link = element.closest('a');
      const around = link?.parentElement ? getComputedStyle(link.parentElement).color : '';
      const isDisabled = element.closest(':disabled, [aria-disabled="true"]') !== null;
      return [color, size, textDecorationLine, background, opacity, placeholder, around, isDisabled].join(' | ');
    });
    return [...new Set(colours)];
  }, within);
