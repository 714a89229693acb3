import { gzipSync } from 'node:zlib';

import { makeScene, pagesOf, settled, type Scene } from '../harness/scene.ts';
import { expect, type Page, test } from '../harness/test.ts';

/** Kilobytes of script, gzipped at level 6, that a page may fetch until the network is idle. */
const budgetKb = { page: 225, signIn: 185 };

/** Loads a page with an empty cache and returns the size of its scripts in kilobytes. */
async function weigh(page: Page, path: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  const onResponse = (response: Awaited<ReturnType<Page['waitForResponse']>>): void => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  };
  page.on('response', onResponse);
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
  await page.waitForLoadState('networkidle');
  page.off('response', onResponse);
  const bodies = await Promise.all(scripts);
  expect(bodies.length).toBeGreaterThan(3);
  for (const body of bodies) expect(body.includes('sourceMappingURL'), 'a script names its source map').toBe(false);
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1000;
}

let scene: Scene;
test.beforeAll(async () => {
  scene = await makeScene();
});

for (const name of [
  'accounts',
  'overview',
  'sites',
  'keys',
  'people',
  'record',
  'site',
  'plans',
  'actions',
  'admin tokens',
])
  test(`the page «${name}» fetches at most ${budgetKb.page} kB of script`, async ({ page }) => {
    const weight = await weigh(page, pagesOf(scene)[name] ?? '');
    test.info().annotations.push({ type: 'kB', description: weight.toFixed(1) });
    expect(weight).toBeLessThanOrEqual(budgetKb.page);
  });

test.describe('without a session', () => {
  test.use({ as: 'nobody' });

  test(`the sign-in fetches at most ${budgetKb.signIn} kB of script`, async ({ page }) => {
    const weight = await weigh(page, '/login');
    test.info().annotations.push({ type: 'kB', description: weight.toFixed(1) });
    expect(weight).toBeLessThanOrEqual(budgetKb.signIn);
  });
});

test('source maps are not served', async ({ page, request }) => {
  const script = page.waitForResponse((response) => response.request().resourceType() === 'script');
  await page.goto('/accounts');
  expect((await request.get(`${(await script).url()}.map`)).status()).toBe(404);
});
