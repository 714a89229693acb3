import { deflateSync, crc32 } from 'node:zlib';

import { inLongRun } from '@goal/db/testing/long-run';
import type { Locator } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { expect, inUsedTab as test, type Page, settled } from '../harness/dashboard.ts';
import { inviteAs, makeColleague, makeMember, signInAs, signInInstead } from '../harness/member.ts';
import { admin, makeAccount, makeGroup, makeKey, makeSite } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { nobody } from '../service/sign-in.ts';

/** A PNG of one pixel. */
function pixel(): Buffer {
  const part = (name: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const image = deflateSync(Buffer.from([0, 30, 60, 90]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', image),
    part('IEND', Buffer.alloc(0)),
  ]);
}

const isDrawn = (page: Page, place: string) =>
  page.locator(`${place} img`).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1);

test('R§10.38 an owner of a reseller sets a brand with a logo, which the frame shows and the page that joins', async ({
  page,
  context,
}) => {
  const owner = await makeMember({ account: await makeAccount({ reseller: true }) });
  const { secret } = await inviteAs(owner);
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/brand`);
  await settled(page);
  await page.getByLabel('Name', { exact: true }).fill('North <b>& Sons');
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: pixel() });
  await page.getByRole('button', { name: 'Save the brand' }).click();
  await expect(page.getByText('The brand is changed.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('North <b>& Sons');
  await expectAccessible(page, 'brand');
  // Without a session.
  await signInInstead(page, { session: nobody });
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('main')).toContainText('North <b>& Sons');
  await expect.poll(() => isDrawn(page, 'main')).toBe(true);
});

inLongRun(() => {
  test('R§10.38 an owner of a reseller sets a brand, which its client sees in the frame, on the page that joins and on paper, until the account is no reseller any more', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 400/);
    const owner = await makeMember({ account: await makeAccount({ reseller: true }) });
    const { id } = owner.account;
    await signInAs(context, owner);
    await page.goto(`/a/${id}/settings/brand`);
    await settled(page);
    await expect(page.getByRole('banner')).toContainText('Goal');
    await page.getByLabel('Name', { exact: true }).fill('North <b>& Sons');
    await page.getByLabel('Colour', { exact: true }).fill('#ffcc00');
    const warning = page.getByRole('status').filter({ hasText: 'The nearest colour that would do' });
    await expect(warning).toContainText('The contrast of #ffcc00 with white is 1.5:1');
    await page.getByRole('button', { name: 'Save the brand' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Colour has too little contrast.' })).toBeVisible();
    await warning.getByRole('button').click();
    await expect(warning).toHaveCount(0);
    const nearest = await page.getByLabel('Colour', { exact: true }).inputValue();
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await page.getByRole('button', { name: 'Save the brand' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'a PNG or WebP of at most 64 KiB' })).toBeVisible();
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: pixel() });
    for (const theme of ['On a light ground', 'On a dark ground'])
      await expect(page.getByRole('group', { name: theme })).toContainText('North <b>& Sons');
    await page.getByRole('button', { name: 'Save the brand' }).click();
    await expect(page.getByText('The brand is changed.')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('North <b>& Sons');
    await expect(page).toHaveTitle(/^Brand · \u2068North <b>& Sons\u2069$/);

    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `brand, ${width} px`);
      // Where the name does not fit, its title has all of it.
      await expect(page.getByRole('banner').getByTitle('North <b>& Sons')).toBeVisible();
      await expectNoSidewaysScroll(page, 'brand');
    }

    const key = await makeKey(owner.account);
    const group = await makeGroup(key, { name: 'Shops' });
    const site = await makeSite(owner.account);
    const moved = await rest('PATCH', `/account/sites/${site.site_id}`, { token: key, body: { group_id: group.id } });
    expect(moved.status).toBe(204);
    const { secret } = await inviteAs(owner, { group });
    const client = await makeColleague(owner, { group });
    // Without a session.
    await signInInstead(page, { session: nobody });
    await page.goto(`/join#${secret}`);
    await expect(page.getByRole('main')).toContainText('North <b>& Sons');
    await expect(page).toHaveTitle(/^Join · \u2068North/);
    await expect.poll(() => isDrawn(page, 'main')).toBe(true);
    // No letter of the name is cut where there is room for more lines.
    const cutIn = (part: Locator): Promise<number> =>
      part.getByText('North <b>& Sons').evaluate((name) => name.scrollWidth - name.clientWidth);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await cutIn(page.getByRole('main'))).toBeLessThanOrEqual(0);
    const logo = await page.request.get((await page.locator('main img').getAttribute('src')) ?? '');
    expect(logo.headers()).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect((await logo.body()).equals(pixel())).toBe(true);
    for (const none of ['00000000-0000-4000-8000-000000000000', 'nothing'])
      expect((await page.request.get(`/brand/${none}`)).status()).toBe(404);

    await signInInstead(page, client);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`/a/${id}/report`);
      await settled(page);
      const mark = page.getByRole('banner').getByText('North <b>& Sons');
      await expect(mark).toBeVisible();
      const colour = await mark.evaluate((one) => getComputedStyle(one).color);
      const [red, green, blue] = [1, 3, 5].map((at) => parseInt(nearest.slice(at, at + 2), 16));
      expect(colour === `rgb(${red}, ${green}, ${blue})`, scheme).toBe(scheme === 'light');
    }
    expect(await cutIn(page.getByRole('article'))).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    // Neither the page that connects a site nor the file that it offers has the product's name.
    await page.goto(`/a/${id}/sites/${site.site_id}/connect`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the plugin' }).click();
    expect((await download).suggestedFilename()).toBe('log-sender.zip');
    for (const [way, instruction] of [
      ['WordPress', 'Upload Plugin'],
      ['curl', 'curl -s'],
      ['JavaScript', 'await fetch('],
    ] as const) {
      await page.getByText(way, { exact: true }).click();
      await expect(page.getByRole('main')).toContainText(instruction);
      await expect(page.locator('body')).not.toContainText('Goal', { useInnerText: true });
    }
    await page.goto('/me');
    await settled(page);
    await expect(page.getByRole('banner')).toContainText('North <b>& Sons');

    await admin().accounts.setReseller.mutate({ id, enabled: false });
    await page.goto(`/a/${id}/report`);
    await settled(page);
    await expect(page.getByRole('banner')).toContainText('Goal');
    await expect(page.locator('body')).not.toContainText('North');
    expect((await page.request.get(logo.url())).status()).toBe(404);
    await context.clearCookies();
    await signInAs(context, owner);
    await page.goto(`/a/${id}/settings/brand`);
    await expect(page.getByText('A brand of your own is for resellers.')).toBeVisible();
  });
});
