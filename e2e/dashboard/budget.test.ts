import { gzipSync } from 'node:zlib';

import { expect, ownPages, type Page, pagesOfAccount, settled, test } from '../harness/dashboard.ts';
import { makeMember, type Member, signInAs } from '../harness/member.ts';

/** Kilobytes of script, gzipped at level 6, that a page may fetch until the network is idle. */
const budgetKb = { page: 225, entry: 185 };

/** Loads a page with an empty cache and returns the size of its scripts in kilobytes. */
async function weigh(page: Page, path: string): Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
  await page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts);
  expect(bodies.length).toBeGreaterThan(3);
  const weight = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1000;
  test.info().annotations.push({ type: 'kB', description: weight.toFixed(1) });
  return weight;
}

// In one worker, with one member.
test.describe.configure({ mode: 'default' });

let member: Member;
test.beforeAll(async () => {
  member = await makeMember();
});

for (const path of ['/sign-in', '/join'])
  test(`the page ${path} fetches at most ${budgetKb.entry} kB of script`, async ({ page }) => {
    expect(await weigh(page, path)).toBeLessThanOrEqual(budgetKb.entry);
  });

const pagesOf = (account: { id: string }) => ({ ...pagesOfAccount(account), ...ownPages });

for (const name of Object.keys(pagesOf({ id: '' })))
  test(`the page «${name}» behind the sign-in fetches at most ${budgetKb.page} kB of script`, async ({
    page,
    context,
  }) => {
    await signInAs(context, member);
    expect(await weigh(page, pagesOf(member.account)[name] ?? '')).toBeLessThanOrEqual(budgetKb.page);
  });
