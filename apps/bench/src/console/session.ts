import type { Browser } from '@playwright/test';

import type { Session } from '../web/browser.ts';

/** Signs in through the console's login page. */
export async function signIn(browser: Browser, console: string, token: string): Promise<Session> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${console}/login`);
    await page.getByLabel('Admin token').fill(token);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/accounts');
    return await context.storageState();
  } finally {
    await context.close();
  }
}
