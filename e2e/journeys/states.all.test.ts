import { inAllRun, inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { makeScene, settled, type Scene } from '../harness/scene.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';

// In one worker, with one scene.
test.describe.configure({ mode: 'default' });

let scene: Scene;
test.beforeAll(async () => {
  scene = await makeScene();
});

/** Holds back the answers of matching procedures; the returned function releases them. */
async function hold(page: Page, procedures: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname.startsWith('/api/trpc/') && procedures.test(url.pathname),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  return release;
}

type Slow = readonly [name: string, path: () => string, width: number];
const slowPages = rowsOf<Slow>(
  [['overview', () => `/accounts/${scene.account.id}`, 1280]],
  [
    ['sites', () => `/accounts/${scene.account.id}?tab=sites`, 390],
    ['accounts', () => '/accounts', 1280],
    ['sites', () => `/accounts/${scene.account.id}?tab=sites`, 1280],
    ['site', () => `/sites/${scene.site.site_id}`, 1280],
    ['actions', () => '/actions', 1280],
  ],
);
for (const [name, path, width] of slowPages)
  test(`while the API is slow the page «${name}» ${width} px wide shows where everything will be, and nothing jumps when the data arrives`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const release = await hold(page, /./);
    await page.goto(path());
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main .mantine-Skeleton-root').first()).toBeVisible();
    release();
    await settled(page);
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
    const sum = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      // The browser keeps what moved before somebody asks.
      observer.observe({ type: 'layout-shift', buffered: true });
      // Layout shift entries, which the DOM types lack.
      const moved = observer.takeRecords() as (PerformanceEntry & { value: number })[];
      return moved.reduce((all, { value }) => all + value, 0);
    });
    expect(sum, 'cumulative layout shift (0.1 is good)').toBeLessThan(0.02);
  });

inLongRun(() => {
  test('a chart that fails says so in its place and offers a retry; the rest of the page works', async ({
    page,
    faults,
  }) => {
    faults.allow(/Failed to load resource/);
    let isBroken = true;
    await page.route(/admin\.accounts\.topSites/, (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(`/accounts/${scene.account.id}`);
    const card = page.getByRole('region', { name: 'Top sites' }).first();
    await expect(card.getByRole('alert')).toContainText('The console cannot be reached.');
    await expect(page.getByText('1 of 100 sites')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Events a day' }).getByRole('img')).toBeVisible();
    isBroken = false;
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(card).toContainText(scene.site.domain);
  });
});

inAllRun(() => {
  test('a banner says that the browser is offline; back online the page continues by itself', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/Failed to load resource/);
    await page.goto('/accounts');
    await settled(page);
    await context.setOffline(true);
    const banner = page.getByText('You are offline.');
    await expect(banner).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill(scene.account.email);
    await expect(page).toHaveURL(/q=/);
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    await expect(page.getByRole('link', { name: scene.account.email })).toBeVisible();
  });
});

inLongRun(() => {
  test('pages, accounts and sites that do not exist are distinguished from failures', async ({ page, faults }) => {
    faults.allow(/status of 404/);
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const [path, title] of [
      ['/nowhere/at/all', 'Not found'],
      [`/accounts/${nobody}`, 'No such account'],
      ['/accounts/no-id', 'No such account'],
      [`/sites/${nobody}`, 'Not found'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    }
  });

  test('a failed change leaves the page as it was, and its dialog says why', async ({ page, faults }) => {
    faults.allow(/Failed to load resource/);
    await page.goto(`/sites/${scene.site.site_id}?dialog=revoke`);
    await page.route(/admin\.sites\.revoke/, (route) => route.abort());
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke site' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('No answer came. It was not done: you can try it again.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Revoke site' })).toBeVisible();
  });
});
