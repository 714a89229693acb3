import { expect, type Page } from '@playwright/test';

import { expectNoSidewaysScroll, expectWholeButtons } from './width.ts';

declare global {
  // Set in the page by `expectTab`: what had the focus, and the faults of that.
  var goalReached: Set<Element>;
  var goalFaults: string[];
}

/** Chromium's own sizes of text, in pixels. */
const usual = { standard: 16, fixed: 13 };
const doubled = { standard: 32, fixed: 26 };

/**
 * Fails if the page does not follow a browser that is set to text of 200 % (WCAG 1.4.4): every text
 * doubles, none makes the page wider than its window, and no button cuts its label off, of the
 * page or `within` a part that lies above it.
 */
export async function expectLargeText(page: Page, what: string, within?: string): Promise<void> {
  await page.setViewportSize({ width: 370, height: 800 });
  const client = await page.context().newCDPSession(page);
  const sizes = await page.evaluateHandle(() => {
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const texts = [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility() && hasText(one));
    return new Map(texts.map((one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)]));
  });
  // In letters, the window is as wide as before: every text stands in the same layout.
  await page.setViewportSize({ width: 740, height: 800 });
  await client.send('Page.setFontSizes', { fontSizes: doubled });
  const small = () =>
    sizes.evaluate((known) =>
      [...known]
        .filter(([one, px]) => one.isConnected && Number.parseFloat(getComputedStyle(one).fontSize) < 1.99 * px)
        .map(([one]) => `${one.tagName} ${one.textContent}`),
    );
  await expect.poll(small, { message: `${what}: texts that do not grow` }).toEqual([]);
  await expectNoSidewaysScroll(page, `${what}, text of 200 %`);
  await expectWholeButtons(page, `${what}, text of 200 %`, within);
  await client.send('Page.setFontSizes', { fontSizes: usual });
  await client.detach();
  await page.setViewportSize({ width: 1280, height: 800 });
}

/**
 * Fails if text of 200 % makes the page wider than a phone, or pushes a link or button of the frame
 * out of its window, where nobody can scroll to it.
 */
export async function expectLargeTextOnPhone(page: Page, what: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await client.send('Page.setFontSizes', { fontSizes: doubled });
  await expectNoSidewaysScroll(page, `${what}, text of 200 %`);
  const outside = () =>
    page.locator(':is(header, nav) :is(a, button)').evaluateAll((all: HTMLElement[]) =>
      all
        .filter((one) => one.checkVisibility())
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < -0.5 || right > innerWidth + 0.5;
        })
        .map((one) => one.getAttribute('aria-label') ?? one.innerText),
    );
  await expect.poll(outside, { message: `${what}, text of 200 %: outside of the window` }).toEqual([]);
  await client.send('Page.setFontSizes', { fontSizes: usual });
  await client.detach();
  await page.setViewportSize({ width: 1280, height: 800 });
}

/**
 * Fails if a control, the current place, a bar or a colour of a legend cannot be seen once the
 * person's own colours replace those of the page (`forced-colors`), where backgrounds and shadows
 * are gone.
 */
export async function expectForcedColours(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await page.evaluate(() => {
    const lines = (one: Element): boolean => {
      const style = getComputedStyle(one);
      const hasBorder = ['top', 'right', 'bottom', 'left'].some(
        (side) =>
          style.getPropertyValue(`border-${side}-style`) !== 'none' &&
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0,
      );
      return hasBorder || style.textDecorationLine.includes('underline');
    };
    const visible = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const labelOf = (one: HTMLElement): string => one.getAttribute('aria-label') ?? one.innerText;
    // Links have the colour of links. The browser draws boxes to tick itself, and an icon is drawn
    // in the colour of text. The border of a field may be that of the box around it.
    const isDrawn = (one: Element): boolean =>
      lines(one) || one.querySelector('svg') !== null || (one.matches('input') && lines(one.parentElement ?? one));
    const kinds = 'button, input:not([type=checkbox], [type=radio]), select, textarea';
    const controls = visible(`:is(main, [role=dialog]) :is(${kinds})`);
    const weight = (one: Element): string => getComputedStyle(one).fontWeight;
    const places = visible('[aria-current]').filter((one) =>
      [...(one.parentElement?.children ?? [])].some((other) => other !== one && weight(other) === weight(one)),
    );
    // Their colour is what they say.
    const fills = visible(
      '[role=meter] > *, [role=tab][aria-selected=true], td i[style], svg [data-severity], li > i[data-severity]',
    ).filter((one) => getComputedStyle(one).getPropertyValue('forced-color-adjust') !== 'none');
    return [
      ...fills.map((one) => `fill: ${one.className || one.tagName}`),
      ...controls.filter((one) => !isDrawn(one)).map((one) => `control: ${labelOf(one)}`),
      ...places.map((one) => `current place: ${labelOf(one)}`),
    ];
  });
  expect(lost, `${what}: lost in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Fails if anything on the page would move for a person who asked the system for less motion. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const moving = await page.evaluate(() => {
    const seconds = (text: string): number => Math.max(...text.split(',').map((one) => Number.parseFloat(one)));
    return [...document.querySelectorAll('*')]
      .filter((one) => {
        const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(one);
        const isAnimated = animationName !== 'none' && seconds(animationDuration) > 0.001;
        return isAnimated || seconds(transitionDuration) > 0.001 || scrollBehavior === 'smooth';
      })
      .map((one) => `${one.tagName} ${one.className}`);
  });
  expect(moving, `${what}: moves`).toEqual([]);
}

/**
 * Fails unless Tab alone reaches every control of the page, forwards and backwards, and each shows
 * that it has the focus, within the window and behind nothing (WCAG 2.1.1, 2.4.7, 2.4.11). The
 * colours are forced meanwhile: there only an outline shows the focus.
 */
async function expectTab(page: Page, what: string): Promise<void> {
  // The narrowest window has the least room between the header and the bar at the bottom.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  const count = await page.evaluate(judgeFocusAtEachKey);
  for (const key of ['Tab', 'Shift+Tab']) {
    // A key that is held repeats itself: one message to the browser each time, and not three.
    if (key === 'Shift+Tab') await page.keyboard.down('Shift');
    for (let n = 0; n < count + 2; n++) await page.keyboard.down('Tab');
    await page.keyboard.up('Tab');
    if (key === 'Shift+Tab') await page.keyboard.up('Shift');
    expect(await page.evaluate(() => globalThis.goalFaults.splice(0)), `${what}: ${key}`).toEqual([]);
  }
  const missed = await page.evaluate(() => {
    const radios = new Set([...globalThis.goalReached].map((one) => one instanceof HTMLInputElement && one.name));
    return (
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0)
        .filter((one) => !one.matches(':disabled') && !globalThis.goalReached.has(one))
        // Tab enters a group of radio buttons at one of them.
        .filter((one) => !(one instanceof HTMLInputElement && one.type === 'radio' && radios.has(one.name)))
        .map((one) => one.getAttribute('aria-label') ?? one.innerText)
    );
  });
  expect(missed, `${what}: out of reach of Tab`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** In the page: notes the focus at each key and its faults. Returns how many can have it. */
function judgeFocusAtEachKey(): number {
  const hasRing = (element: Element | null): boolean => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  const faultOf = (one: HTMLElement): string => {
    const name = one.getAttribute('aria-label') ?? (one.innerText || one.tagName);
    // Inside a field for a date the browser's own button has the focus, and an outline of its own.
    const isInside = one.matches('input[type=date]:not(:focus-visible)');
    if (!isInside && !hasRing(one) && !hasRing(one.closest('label'))) return `${name}: no outline`;
    const box = one.getBoundingClientRect();
    // A tall region scrolls by its beginning.
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 12)];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name}: outside of the window`;
    const top = document.elementFromPoint(x, y);
    if (top === null || !(one.contains(top) || top.contains(one))) return `${name}: behind ${top?.className}`;
    return '';
  };
  globalThis.goalReached = new Set();
  globalThis.goalFaults = [];
  // The focus before the first Tab may come from a click, which shows no outline.
  let hasMoved = false;
  const judge = (): void => {
    const one = document.activeElement;
    if (hasMoved && one instanceof HTMLElement && one !== document.body) {
      globalThis.goalReached.add(one);
      const fault = faultOf(one);
      if (fault !== '') globalThis.goalFaults.push(fault);
    }
    hasMoved = true;
  };
  for (const kind of ['keydown', 'keyup']) window.addEventListener(kind, judge, { capture: true });
  return document.querySelectorAll('a, button, input, select, textarea, [tabindex]').length;
}

/** All of the above. */
export async function expectAdaptable(page: Page, what: string): Promise<void> {
  await expectStill(page, what);
  await expectForcedColours(page, what);
  await expectTab(page, what);
  await expectLargeText(page, what);
}
