import { readFile } from 'node:fs/promises';

import type { Browser, Locator } from '@playwright/test';

import { expect, type Page, settled, test } from '../harness/dashboard.ts';
import { watchFaults } from '../harness/faults.ts';
import { password } from '../harness/member.ts';
import { textOfPdf } from '../harness/pdf-text.ts';
import { goal } from '../service/goal.ts';
import { type Service, startService } from '../service/start-service.ts';
import { waitLimitMs } from '../service/until.ts';

type Demo = {
  dashboard: { owner: string; client: string };
  account: { id: string; key: string };
  groups: { id: string; name: string }[];
  site: { domain: string; key: string };
};
type Found = { id: number; message: string; username: string; domain: string; occurred_at: string };

/** The published API of the service, asked with the demo's keys. */
function apiOf({ api }: Service, token: string) {
  return async <Answer>(path: string, sent?: { domain: string; body: object }): Promise<Answer> => {
    const answer = await fetch(`${api}/v1/goal${path}`, {
      ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent.body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent === undefined ? {} : { 'x-site-domain': sent.domain, 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(waitLimitMs),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Answer; // the assertions on its fields hold it
  };
}

/** Joins by a link as a newcomer does; `hand` counts what that takes. */
async function join(page: Page, link: string, hand = byHand()): Promise<void> {
  await page.goto(`/join${new URL(link).hash}`);
  await hand.fill(page.getByLabel('Password', { exact: true }), password);
  await hand.click(page.getByRole('button', { name: 'Join', exact: true }));
  await expect(page.getByTestId('events')).toBeVisible();
}

function byHand() {
  const done = { clicks: 0, fields: 0 };
  return {
    done,
    async click(on: Locator): Promise<void> {
      done.clicks += 1;
      await on.click();
    },
    async fill(field: Locator, text: string): Promise<void> {
      done.fields += 1;
      await field.fill(text);
    },
  };
}

async function inOwnWindow(browser: Browser, service: Service, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: service.dashboard });
  const faults = await watchFaults(context, service.dashboard);
  faults.allow(/status of 404/);
  await work(await context.newPage());
  expect(faults.found()).toEqual([]);
  await context.close();
}

const rows = (page: Page) => page.getByTestId('events').locator('[data-row]');
const side = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

type Ask = ReturnType<typeof apiOf>;
type Counted = { matched: number; complete: boolean; counts: { severity: string; events: number }[] };

const dayMs = 86_400_000;
const midnight = (ms: number): string => new Date(Math.floor(ms / dayMs) * dayMs).toISOString();
const written = (figure: number): string => figure.toLocaleString('en-US');

/** Exports the last 30 days: the page, the file and the API agree on how many events that is. */
async function exportMonth(page: Page, demo: Demo, ask: Ask): Promise<void> {
  await page.goto(`/a/${demo.account.id}/log`);
  await page.getByRole('button', { name: /^Time:/ }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  const { matched, complete } = await ask<Counted>(`/account/events/summary?from=${midnight(Date.now() - 30 * dayMs)}`);
  expect(complete).toBe(true);
  await expect(page.getByText(`${written(matched)} events`)).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('JSON lines').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  // Its first and last lines tell what was asked for, and that it is complete.
  expect(file.split('\n').filter((line) => line.startsWith('{"id":'))).toHaveLength(matched);
}

/** Sites, groups, usage and the printed report say what the API says. */
async function readPages(page: Page, ask: Ask): Promise<void> {
  const me = await ask<{ usage: { sites_active: number; groups: number } }>('/account/me');
  await side(page, 'Sites').click();
  await expect(page.getByText(new RegExp(`^${me.usage.sites_active} of .* active$`))).toBeVisible();
  await side(page, 'Groups').click();
  await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(me.usage.groups);
  await side(page, 'Usage').click();
  await expect(page.getByText(new RegExp(`^${me.usage.sites_active} of .* sites$`))).toBeVisible();

  await side(page, 'Reports').click();
  const now = new Date();
  const month = (back: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString();
  const last = `from=${month(1)}&to=${new Date(Date.parse(month(0)) - 1).toISOString()}`;
  const { matched, counts } = await ask<Counted>(`/account/events/summary?${last}&by=severity`);
  await expect(page.getByText(`UTC: ${written(matched)} events.`)).toBeVisible();
  await settled(page);
  const text = textOfPdf(await page.pdf({ format: 'A4' }));
  for (const { events } of counts) expect(text).toContain(written(events));
}

test('a newcomer to the demo finds out in ten clicks and two fields who deleted a user of a group, shows it to the client, sees events arrive, exports a month, prints a report and makes a key; the API agrees with every number', async ({
  browser,
}) => {
  const service = await startService({ CONSOLE_PORT: 'off' });
  try {
    // One JSON object.
    const demo = JSON.parse(await goal(service.dataDir, 'demo', '--json')) as Demo;
    const ask = apiOf(service, demo.account.key);
    const [shops, , clubs] = demo.groups;
    if (shops === undefined || clubs === undefined) throw new Error('the demo has too few groups');
    const deletionsOf = async (group: { id: string }): Promise<Found[]> =>
      (
        await ask<{ events: Found[] }>(
          `/account/events?group_id=${group.id}&object=user&event_type=deleted&from=${new Date(Date.now() - 7 * dayMs).toISOString()}`,
        )
      ).events;
    const [deletion] = await deletionsOf(shops);
    const [foreign] = await deletionsOf(clubs);
    if (deletion === undefined || foreign === undefined) throw new Error('nobody was deleted last week');

    let link = '';
    await inOwnWindow(browser, service, async (page) => {
      const hand = byHand();
      await join(page, demo.dashboard.owner, hand);
      await hand.click(
        page.getByRole('complementary', { name: 'Narrow down' }).getByRole('button', { name: /^Shops/ }),
      );
      await hand.fill(page.getByLabel(/^Words of the message/), 'deleted the user');
      await page.keyboard.press('Enter');
      await expect(rows(page)).toHaveCount(1);
      await hand.click(rows(page).locator('time'));
      const event = page.getByTestId('event');
      for (const part of [deletion.message, deletion.username, deletion.domain])
        await expect(event).toContainText(part);
      expect(hand.done.clicks).toBeLessThanOrEqual(10);
      expect(hand.done.fields).toBeLessThanOrEqual(2);
      link = page.url();

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Live' }).click();
      const arrived = { occurred_at: new Date().toISOString(), code: 4007, severity: 'high', object: 'user' };
      await apiOf(service, demo.site.key)('/events', {
        domain: demo.site.domain,
        body: { events: [{ ...arrived, event_type: 'deleted', message: 'Deleted the user bob' }] },
      });
      await expect(rows(page).first()).toContainText('Deleted the user bob');

      await exportMonth(page, demo, ask);
      await readPages(page, ask);
      await side(page, 'Settings').click();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog', { name: 'New key' }).getByLabel('Name').fill('warehouse');
      await page.getByRole('button', { name: 'Make the key' }).click();
      const me = await apiOf(service, await page.getByTestId('secret').innerText())('/account/me');
      expect(me).toMatchObject({ account_id: demo.account.id });
    });

    await inOwnWindow(browser, service, async (page) => {
      await join(page, demo.dashboard.client);
      await page.goto(link);
      await expect(page.getByTestId('event')).toContainText(deletion.message);
      await page.goto(`/a/${demo.account.id}/log?event=${foreign.id}`);
      await expect(page.getByText('This event is not here')).toBeVisible();
      await expect(page.getByText(foreign.domain)).toHaveCount(0);
    });
  } finally {
    await service.stop();
  }
});
