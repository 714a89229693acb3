import { readFileSync } from 'node:fs';
import path from 'node:path';

import { inAllRun, inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { axeFindings, expectAccessible } from '../harness/accessible.ts';
import { makeAccount, makeKey } from '../harness/operator.ts';
import { atService as test, expect, type Page } from '../harness/test.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { world } from '../service/world.ts';

const root = () => `${world().api}/v1/goal/docs`;
const pages = async (page: Page): Promise<string[]> => {
  await page.goto(root());
  const links = await page.getByRole('navigation', { name: 'Contents', exact: true }).getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.evaluate((one: HTMLAnchorElement) => one.href)));
  return addresses.filter((one) => !one.endsWith('/reference'));
};

inAllRun(() => {
  test('the pages break no rule of WCAG 2.2 AA, with the colours of either theme, and fit a window of 360 px', async ({
    page,
  }) => {
    const addresses = await pages(page);
    expect(addresses.length).toBeGreaterThan(15);
    // One template makes them all.
    for (const address of rowsOf(addresses.slice(0, 1), addresses.slice(1))) {
      await page.goto(address);
      await expect(page.locator('main h1')).toBeVisible();
      await expectAccessible(page, address, { isThemed: false });
      await page.setViewportSize({ width: 360, height: 800 });
      await expectNoSidewaysScroll(page, address);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});

test('the contents, the links and the keyboard lead through the pages', async ({ page }) => {
  await page.goto(root());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.getByRole('navigation', { name: 'Contents', exact: true }).getByRole('link', { name: 'Paging' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paging' })).toBeVisible();
  await page.getByRole('link', { name: 'Next: Export and tail' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Tail' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Tail' })).toBeInViewport();
});

inAllRun(() => {
  test('the search is found with `/`, works with the keyboard alone, and leads to a section; the pages read whole without a script', async ({
    page,
    browser,
  }) => {
    await page.goto(root());
    const search = page.getByRole('searchbox', { name: 'Search the guides' });
    const found = page.getByRole('search');
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.type('tail Exactly once');
    await expect(found.getByRole('status')).toHaveText(/^\d+ sections?$/);
    await expectAccessible(page, 'the results of a search', { isThemed: false });
    await page.keyboard.press('ArrowDown');
    await expect(found.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(search).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Export and tail' })).toBeVisible();
    await search.fill('<img src=x> zzz');
    await expect(found.getByRole('status')).toHaveText('Nothing found.');
    await page.keyboard.press('Escape');
    await expect(found.getByRole('status')).toBeHidden();

    const bare = await browser.newContext({ javaScriptEnabled: false });
    const still = await bare.newPage();
    await still.goto(`${root()}/quick-start`);
    await expect(still.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible();
    await expect(still.getByRole('button')).toHaveCount(0);
    await expect(still.getByRole('searchbox')).toHaveCount(0);
    await bare.close();
  });
});

test('every sample has a button that copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${root()}/quick-start`);
  const samples = page.locator('.code');
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(await samples.count());
  const alive = samples.filter({ hasText: '/account/me"' }).first();
  await alive.getByRole('button').click();
  await expect(alive.getByRole('button')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await alive.locator('code').textContent());
});

/** A library of the reference tests whether `eval` is allowed, and works without it. */
const askedForCode = /Content-Security-Policy: script-src eval/;
/**
 * The findings of axe inside the embedded reference, one line per rule and node. The list may only
 * become shorter.
 */
const known: readonly string[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../reference-findings.json'), 'utf8'),
) as string[]; // a list of lines

const client = (page: Page) => page.getByRole('dialog', { name: 'API Client' });
const tokenField = (page: Page) => client(page).getByRole('textbox', { name: 'Bearer Token' });

/** Opens the reference, and in it the form of a request. */
async function openClient(page: Page): Promise<void> {
  await openReference(page);
  await page.getByRole('button', { name: /Test Request.*\/account\/me/ }).click();
}

inAllRun(() => {
  test('the reference sends no request to another host, and a typed key is used for a request and kept nowhere', async ({
    page,
    faults,
  }) => {
    faults.allow(askedForCode);
    const account = await makeAccount({ plan: 'pro' });
    const key = await makeKey(account);
    await openClient(page);
    await tokenField(page).fill(key);
    await client(page).getByRole('button', { name: 'Send Request' }).click();
    await expect(client(page).getByText(account.email)).toBeVisible();

    const kept = await page.evaluate(async () => ({
      texts: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      databases: (await indexedDB.databases()).length,
    }));
    expect(kept.texts).not.toContain(key.slice(-32));
    expect(kept.databases).toBe(0);
  });
});

inLongRun(() => {
  test('the reference forgets a typed key with its page', async ({ page, faults }) => {
    faults.allow(askedForCode);
    const key = await makeKey(await makeAccount({ plan: 'pro' }));
    await openClient(page);
    await tokenField(page).fill(key);
    // Starts from another page, so that the reference is rendered again.
    await page.goto(root());
    await openClient(page);
    await expect(tokenField(page)).toBeVisible();
    await expect(client(page)).not.toContainText(key.slice(-32));
    await expect(tokenField(page)).toHaveText('');
  });

  test('axe finds only the known findings in the reference, in either theme', async ({ page, faults }) => {
    faults.allow(askedForCode);
    const findings: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Starts from another page, so that the reference is rendered again.
      await page.goto(root());
      await openReference(page);
      for (const rules of ['all but of colours', 'of colours'] as const)
        for (const { rule, target } of await axeFindings(page, rules)) findings.push(`${rule} ${nodeOf(target)}`);
    }
    expect([...new Set(findings)].toSorted()).toEqual(known);
  });
});

async function openReference(page: Page): Promise<void> {
  await page.goto(`${root()}/reference#tag/account-api/GET/account/me`);
  await expect(page.getByRole('heading', { name: 'Goal audit log' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The account behind the key' })).toBeVisible();
}

/** A selector without the parts that differ between runs: numbers, and the order of classes. */
function nodeOf(target: string): string {
  const parts = target.replaceAll(/\d+/g, 'N').split(' > ');
  return parts
    .map((part) =>
      part
        .split(/(?<!\\)\.(?![^[]*\])/)
        .toSorted()
        .join('.'),
    )
    .join(' > ');
}
