import path from 'node:path';

import type { Page } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../.screenshots');

type Kind = 'page' | 'above';

/**
 * Takes screenshots in both themes and in the widths of a desktop and a phone:
 * `.screenshots/light-1280/NAME.png` and three more. A page is taken in full; for what lies above
 * it (a dialog, a notice) the picture shows the window.
 */
export async function take(page: Page, kind: Kind, name: string, phonePx = 390): Promise<void> {
  for (const width of [1280, phonePx])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const file = `${kind}-${name.replaceAll(' ', '-')}.png`;
      await page.screenshot({
        path: path.join(folder, `${colorScheme}-${width}`, file),
        fullPage: kind === 'page',
        animations: 'disabled',
      });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Takes the dashboard, whose phone is as narrow as any: 360 px. */
export const takeDashboard = (page: Page, kind: Kind, name: string): Promise<void> =>
  take(page, kind, `dashboard ${name}`, 360);
