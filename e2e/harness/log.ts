import { expect, type Page } from '@playwright/test';

import { makeMember, type Member } from './member.ts';
import { makeGroup, makeKey, makeSite, type Site } from './operator.ts';
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

/** Makes an account with 152 events: of a site in a group, and one of another site. */
export async function makeShops(): Promise<{ owner: Member; shop: Site; other: Site; group: { id: string } }> {
  const owner = await makeMember({ plan: 'agency' });
  const token = await makeKey(owner.account);
  const [shop, other] = [await makeSite(owner.account), await makeSite(owner.account)];
  const group = await makeGroup(token, { name: 'Shops' });
  await rest('PATCH', `/account/sites/${shop.site_id}`, { token, body: { group_id: group.id } });
  await send(shop, [
    { message: 'Deleted the user jo', severity: 'high', username: 'mia', user_id: 7 },
    ...Array.from({ length: 150 }, (_, n) => ({ message: `Read page ${n}`, minutesAgo: 60 })),
  ]);
  await send(other, [{ message: 'Deleted the user leo', severity: 'high', username: 'ana' }]);
  return { owner, shop, other, group };
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
