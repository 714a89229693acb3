import { readFile } from 'node:fs/promises';

import { inAllRun, rowsOf } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { expect, inUsedTab as test, ofPerson } from '../harness/dashboard.ts';
import { expectRowsForFingers, makeShops, panel, rows, send } from '../harness/log.ts';
import { makeColleague, makeMember, type Member, signInAs, signInInstead } from '../harness/member.ts';
import { makeSite, type Site } from '../harness/operator.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';

// In one worker, with one account.
test.describe.configure({ mode: 'default' });

let owner: Member;
let shop: Site;
let other: Site;
let group: { id: string };
test.beforeAll(async () => {
  ({ owner, shop, other, group } = await makeShops());
});

/** The widths at which axe judges an open event. */
const axeAt = rowsOf<number>([360], [1280]);

const log = () => `/a/${owner.account.id}/log`;

test('a person narrows the log, goes back and forward, and a second person sees the same by its link, beside a red chip for a site that is not found; a client of one group sees only theirs', async ({
  page,
  context,
  faults,
}) => {
  await signInAs(context, owner);
  // Nothing helps where nothing happened: neither one filter less nor several.
  const empty = `${log()}?from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z&severity=high`;
  await page.goto(empty);
  await expect(page.getByText('Nothing happened in this time, with this filter or without it.')).toBeVisible();
  await page.goto(`${empty}&q=read`);
  await expect(page.getByText('Without any one of the filters nothing matches either')).toBeVisible();
  await page.goto(log());
  await expect(rows(page).first()).toContainText('Deleted the user');
  await expect(page.getByText('152 events')).toBeVisible();
  await expectRowsForFingers(page);
  const search = page.getByLabel(/^Words of the message/);
  await search.fill('read severity:high -user:ana');
  await search.press('Enter');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  const ways = page.getByRole('button', { name: /^(Take|Without) «/ });
  await expect(ways).toHaveText(['Take «severity» off first: 150 events', 'Without «message»: 1 event']);
  await search.fill('deleted');
  await search.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=deleted&severity=high&not_username=ana$/);
  await page.getByRole('button', { name: 'Remove not user ana' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await page.goForward();
  await expect(rows(page)).toHaveCount(2);
  // A click on a value shows its events alone, and with Alt all others.
  await rows(page).getByRole('button', { name: other.domain }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await rows(page)
    .first()
    .getByRole('button', { name: 'High' })
    .click({ modifiers: ['Alt'] });
  await expect(page).toHaveURL(/[?&]severity=info,low,medium,critical/);
  await page.goBack();
  await rows(page).getByText('Deleted the user leo').click();
  await expect(panel(page)).toContainText('Deleted the user leo');
  await expect(panel(page)).toContainText('ana');
  const link = `${page.url()}&code=x`;

  await page.getByRole('button', { name: 'Save view' }).click();
  const menu = page.getByRole('dialog', { name: 'Save view' });
  await menu.getByLabel('Name of the view').fill('Deletions');
  await menu.getByLabel('For all who read what it covers').check();
  await menu.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The view was saved.')).toBeVisible();

  const colleague = await makeColleague(owner, { role: 'viewer' });
  const client = await makeColleague(owner, { role: 'viewer', group });
  expect(faults.found()).toEqual([]);
  faults.allow(/status of 404/);
  for (const [member, shown, found, lost] of [
    [colleague, 'Deleted the user leo', 2, `site=${group.id}`],
    [client, 'This event is not here', 1, `site=${other.site_id}&group=${shop.site_id}`],
  ] as const) {
    await signInInstead(page, member);
    await page.goto(`${link}&${lost}`);
    await expect(panel(page)).toContainText(shown);
    await expect(page.getByText(/^(site|group) not found$/)).toHaveCount(member === client ? 2 : 1);
    await expect(rows(page)).toHaveCount(found);
    await page.getByRole('button', { name: 'Remove the wrong site' }).click();
    await expect(page).not.toHaveURL(/site=/);
    await expect(page.getByText('is not a whole number')).toBeVisible();
    if (member === colleague) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Deletions/ }).click();
      await expect(page.getByText('is not a whole number')).toHaveCount(0);
      await expect(rows(page)).toHaveCount(2);
    }
    if (member === client) await expect(page.getByText(other.domain)).toHaveCount(0);
  }
});

inAllRun(() => {
  test('the log is used with keys alone, and breaks no rule of WCAG 2.2 AA in either theme at 360 px, with an event open too', async ({
    page,
    context,
  }) => {
    await signInAs(context, owner);
    await page.goto(log());
    await expect(rows(page).first()).toBeVisible();
    const menu = (name: string) => page.getByRole('dialog', { name, exact: true });
    for (const [key, name] of [
      ['t', 'Time'],
      ['e', 'Export'],
      ['s', 'Save view'],
      ['f', 'Add a filter'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(menu(name)).toBeVisible();
      // The menu of filters offers the most frequent values with their counts.
      if (key === 'f') {
        const value = menu(name).getByRole('button', { name: /^4007.*152$/ });
        const [add, first] = [
          await menu(name).getByRole('button', { name: 'Add', exact: true }).boundingBox(),
          await value.boundingBox(),
        ];
        expect(
          (first?.y ?? 0) - (add?.y ?? 0) - (add?.height ?? 0),
          'the gap between the button and the values',
        ).toBeGreaterThan(6);
        await value.click();
      }
      await page.keyboard.press('Escape');
      await expect(menu(name)).toBeHidden();
      // The focus leaves a menu a moment after it is hidden, and until then keys are typed into it.
      await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(0);
    }
    await expect(page).toHaveURL(/code=4007$/);
    const live = page.getByRole('button', { name: 'Live' });
    for (const isOn of [true, false]) {
      await page.keyboard.press('l');
      await expect(live).toHaveAttribute('aria-pressed', String(isOn));
    }
    // The ring around a field beside the list is whole, although what scrolls is cut off at its
    // edge.
    await page.getByLabel('Find a group or a site').focus();
    await expect(page.getByLabel('Find a group or a site')).toHaveCSS('outline-offset', '-2px');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('severity:high');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toContainText('jo');
    await page.keyboard.press('k');
    await expect(panel(page)).toContainText('leo');
    for (const [width, height] of [
      [1280, 32],
      [360, 44],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => (await rows(page).first().boundingBox())?.height).toBe(height);
      if (axeAt.includes(width)) await expectAccessible(page, `an event, ${width} px`);
      await expectNoSidewaysScroll(page, 'an event');
    }
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(rows(page).first()).toBeFocused();
    await expect(rows(page).first().getByText('ana', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Filters and actions/ }).click();
    await page.getByRole('button', { name: 'Narrow down' }).click();
    for (const what of rowsOf([], ['the log, 360 px'])) await expectAccessible(page, what);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('[');
    await expect(page).toHaveURL(/from=/);
  });

  test('R§10.30 events arrive live without moving the rows that are read, and an export for the person of the page holds every event that matches', async ({
    page,
    context,
  }) => {
    await signInAs(context, owner);
    await page.goto(`${log()}?site=${shop.site_id}`);
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Live' }).click();
    await send(shop, [{ message: 'Arrived first', minutesAgo: 0 }]);
    await expect(rows(page).first()).toContainText('Arrived first');
    // A screen reader hears a count every few seconds, not each row.
    const told = (count: string) => page.getByRole('status').filter({ hasText: new RegExp(`^${count}$`) });
    await expect(told('1 new event')).toBeAttached();
    const list = page.getByTestId('events');
    await list.evaluate((box) => box.scrollTo({ top: 1600 }));
    const read = page.getByText('Read page 60', { exact: true });
    await expect(read).toBeVisible();
    const before = await read.boundingBox();
    await send(shop, [
      { message: 'Arrived second', minutesAgo: 0 },
      { message: 'Arrived third', minutesAgo: 0 },
    ]);
    const news = page.getByRole('button', { name: '2 new — ↑' });
    await expect(news).toBeVisible();
    expect(await read.boundingBox()).toEqual(before);
    await news.click();
    await expect(rows(page).first()).toContainText('Arrived second');
    await expect(rows(page).nth(2)).toContainText('Arrived first');
    // Rows of which a text is selected are read as well.
    await rows(page).first().locator('[data-column=message]').selectText();
    await send(shop, [{ message: 'Arrived last', minutesAgo: 0 }]);
    await page.getByRole('button', { name: '1 new — ↑' }).click();
    await expect(rows(page).first()).toContainText('Arrived last');

    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const link = page.getByRole('link', { name: 'Export' });
    await expect(link).toHaveAttribute('href', ofPerson);
    const downloading = page.waitForEvent('download');
    await link.click();
    const file = await (await downloading).path();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 155);
    expect(lines[1]).toContain('Arrived last');
  });

  test('a second skip link leads past the filters to the first event; at 1440 px a message of 60 letters is whole where events have no user', async ({
    page,
    context,
  }) => {
    const member = await makeMember();
    const message = 'Changed the address of the shop in the settings of the theme';
    await send(await makeSite(member.account), [{ message, minutesAgo: 1 }]);
    await signInAs(context, member);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/a/${member.account.id}/log`);
    const cell = rows(page).first().locator('[data-column=message]');
    await expect(cell).toHaveText(message);
    expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    for (let n = 0; n < 2; n++) await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the list' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toBeFocused();
  });
});
