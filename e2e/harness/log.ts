import { expect, type Page } from '@playwright/test';

import type { Site } from './operator.ts';
import { rest } from './rest.ts';

type Sent = {
  message: string;
  severity?: string;
  username?: string;
  user_id?: number;
  minutesAgo?: number;
  object?: string;
  event_type?: string;
  user_agent?: string;
};

/** Sends events to a site as its program does. */
export async function send(site: Site, events: readonly Sent[]): Promise<void> {
  const body = {
    events: events.map(({ minutesAgo = 5, ...event }, index) => ({
      occurred_at: new Date(Date.now() - minutesAgo * 60_000 - index * 10).toISOString(),
      code: 4007,
      severity: 'info',
      object: 'user',
      event_type: 'deleted',
      ...event,
    })),
  };
  const { status, body: answer } = await rest('POST', '/events', { token: site.token, domain: site.domain, body });
  expect([status, answer]).toMatchObject([200, { accepted: events.length }]);
}

/** The rows of the log. */
export const rows = (page: Page) => page.getByTestId('events').locator('[data-row]');
/** The open event. */
export const panel = (page: Page) => page.getByTestId('event');

/** Expects rows that are high enough for a finger where the pointer is one. */
export async function expectRowsForFingers(page: Page): Promise<void> {
  const heightOfRow = async (): Promise<number> => (await rows(page).first().boundingBox())?.height ?? 0;
  const browser = await page.context().newCDPSession(page);
  expect(await heightOfRow()).toBeLessThan(44);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  await expect.poll(heightOfRow).toBeGreaterThanOrEqual(44);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await expect.poll(heightOfRow).toBeLessThan(44);
}
