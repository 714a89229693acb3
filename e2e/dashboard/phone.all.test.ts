import { inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { expectAccessible } from '../harness/accessible.ts';
import { expect, inUsedTab as test, ownPages, type Page, pagesOfAccount, settled } from '../harness/dashboard.ts';
import { inviteAs, makeColleague, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite, sendEvents, unique } from '../harness/operator.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';

type Table = { name: string; page: string; columns: readonly string[] };
/** The tables of the dashboard: their pages, their columns, and a button of a row. */
const tables = rowsOf<Table>(
  [
    { name: 'Members', page: 'members', columns: ['Person', 'Role', 'Sees', 'Second factor', 'Last here', 'Actions'] },
    {
      name: 'Open invitations',
      page: 'members',
      columns: ['E-mail', 'Role', 'Will see', 'Invited by', 'Expires', 'Actions'],
    },
    { name: 'Sites', page: 'sites', columns: ['Site', 'Group', 'Health', 'A day', 'Keys'] },
  ],
  [
    { name: 'Record', page: 'record', columns: ['When', 'Who', 'What'] },
    { name: 'Groups', page: 'groups', columns: ['Group', 'Sites', 'Silent', 'Events today', 'Keys'] },
    {
      name: 'API keys',
      page: 'keys',
      columns: ['Name', 'Prefix', 'Made by', 'Made', 'Last used', 'Last refused', 'Actions'],
    },
    { name: 'Sites', page: 'addresses', columns: ['Site', 'Addresses', 'Actions'] },
    { name: 'Your accounts', page: 'accounts', columns: ['Account', 'Your role', 'You see'] },
  ],
);

/** An owner whose account has keys, members of a group, and an invitation, all with long names. */
async function makeCrowd(): Promise<Member> {
  const owner = await makeMember();
  await makeSite(owner.account, { name: 'Shop for garden furniture and lanterns' });
  const token = await makeKey(owner.account, 'Nightly export to the warehouse of the head office');
  const group = await makeGroup(token, { name: 'Shops and hospitals of the northern region' });
  await makeColleague(owner, { email: `wilhelmina.featherstonehaugh-${unique()}@customers.example.com`, group });
  await inviteAs(owner, { email: `archibald.longbottom-${unique()}@customers.example.com`, group });
  return owner;
}

const pagesOf = (account: { id: string }) => ({ ...pagesOfAccount(account), ...ownPages });

/** The parts of a table that are not wholly in the window, and words that break in two. */
const cutParts = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('region', { name, exact: true }).evaluate((region) => {
    const cut: string[] = [];
    for (const part of region.querySelectorAll<HTMLElement>('tbody tr, tbody th, tbody td, tbody button')) {
      const { left, right } = part.getBoundingClientRect();
      if (left < 0 || right > window.innerWidth || part.scrollWidth > part.clientWidth + 1) cut.push(part.innerText);
    }
    const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      for (const { index, 0: word } of text.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) cut.push(word);
      }
    }
    return cut;
  });

test('on a phone of 360 px each row of a table is a card: nothing is cut, no word breaks, each value has its column’s name, and it is still a table', async ({
  page,
  context,
}) => {
  const owner = await makeCrowd();
  await signInAs(context, owner);
  const pages = pagesOf(owner.account);
  let open: string | undefined;
  for (const { name, page: at, columns } of tables) {
    await page.setViewportSize({ width: 360, height: 800 });
    if (at !== open) await page.goto(pages[at] ?? '');
    open = at;
    await settled(page);
    const table = page.getByRole('region', { name, exact: true });
    await expect(table.getByRole('row').first()).toBeAttached();
    await expectNoSidewaysScroll(page, name);
    expect(await cutParts(page, name), `${name}: cut or broken`).toEqual([]);

    // Roles as on a desk, although the rows are laid out as blocks.
    await expect(table.getByRole('columnheader')).toHaveText([...columns]);
    const row = table.getByRole('row').nth(1);
    expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe('block');
    const cells = row.getByRole('cell').or(row.getByRole('rowheader'));
    await expect(cells).toHaveCount(columns.length);
    const labels = await row
      .getByRole('cell')
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content.split('"')[1] ?? 'none'));
    const shown = columns.filter((column) => column !== 'Actions' && column !== columns[0]);
    for (const column of name === 'Record' ? columns : shown) expect(labels).toContain(column);

    for (const button of await row.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height, `${name}: a button for a thumb`).toBeGreaterThanOrEqual(40);
    }
    await expectAccessible(page, `${name} on a phone`);

    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => row.evaluate((one) => getComputedStyle(one).display)).toBe('table-row');
  }
});

test('on a phone the log begins in the upper third of the window, and what narrows it and acts on it stands behind one button', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  await sendEvents(await makeSite(owner.account), { count: 3 });
  await signInAs(context, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/a/${owner.account.id}/log`);
  await settled(page);
  const list = page.getByTestId('events');
  await expect(list.locator('[data-row]')).toHaveCount(3);
  expect((await list.boundingBox())?.y).toBeLessThan(844 / 3);
  const folded = ['Live', /^Time: /, '+ Filter', /^Narrow down/, 'Export ▾'];
  for (const name of folded) await expect(page.getByRole('button', { name })).toBeHidden();
  const button = page.getByRole('button', { name: /^Filters and actions/ });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  for (const name of folded) await expect(page.getByRole('button', { name })).toBeVisible();
  await expectAccessible(page, 'the unfolded log on a phone');
  await button.click();
  await expect(page.getByRole('button', { name: 'Live' })).toBeHidden();
});

inLongRun(() => {
  test('on a phone the buttons of a row work without scrolling sideways', async ({ page, context }) => {
    const owner = await makeCrowd();
    await signInAs(context, owner);
    await page.setViewportSize({ width: 360, height: 800 });
    const pages = pagesOf(owner.account);
    for (const [at, button, title] of [
      ['keys', /^Revoke the key/, /^Revoke the key/],
      ['members', /^Change wilhelmina/, /^Change/],
      ['members', /^New link for archibald/, /^A new link/],
    ] as const) {
      await page.goto(pages[at] ?? '');
      await settled(page);
      const wanted = page.getByRole('button', { name: button });
      const box = await wanted.boundingBox();
      expect(box?.x, `${button} begins in the window`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? Infinity), `${button} ends in the window`).toBeLessThanOrEqual(360);
      await wanted.click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    }
  });
});
