import { inAllRun, inLongRun } from '@goal/db/testing/long-run';
import { MadeLog, siteIdOf, timeAt } from '@goal/signed-log/testing';

import { expectAccessible } from '../harness/accessible.ts';
import { atService as test, expect, type Page } from '../harness/test.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { world } from '../service/world.ts';

const path = '/v1/goal/verify';
const address = () => `${world().api}${path}`;
const site = siteIdOf(1);
const by = 'account_key';

/** A log whose retention was shortened for a day, to purge. */
function madeLog(message = 'one'): MadeLog {
  const log = new MadeLog();
  log.note({ kind: 'site.begin', at: timeAt(0), site_id: site, retention_days: 90, by });
  for (let at = 0; at < 9; at++) log.store(site, at, { message });
  log.note({ kind: 'site.retention', at: timeAt(9), site_id: site, retention_days: 1, by });
  log.purge(site, 10, 1);
  for (let at = 0; at < 300; at++) log.store(site, 11 + at / 100);
  return log;
}
const verified =
  'VERIFIED: the log of account a0000000-0000-4000-8000-000000000000 is complete and unaltered, up to leaf';

const fileOf = (text: string, name = 'bundle.ndjson'): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(text),
});
const choose = (page: Page, text: string): Promise<void> =>
  page.getByLabel('Bundle', { exact: true }).setInputFiles(fileOf(text));
const answer = (page: Page) => page.getByRole('status');

async function drop(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped <b>.ndjson'));
    return transfer;
  }, text);
  for (const kind of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', kind, { dataTransfer });
}

test('whoever drops a bundle sees that it is verified, who signed, and which rules became less strict; nothing leaves the page', async ({
  page,
  faults,
}) => {
  const log = madeLog();
  await page.goto(address());
  await expect(page.getByLabel('Bundle', { exact: true })).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await drop(page, log.bundle());
  await expect(answer(page)).toHaveText(`${verified} 313.`);
  const result = page.getByRole('region', { name: 'Result' });
  for (const line of [
    'dropped <b>.ndjson',
    log.origin,
    `signed by ${log.vkeys[0]}`,
    '300 shown, 9 purged by retention, 0 deleted with their site, 0 redacted',
    `${timeAt(9)} site ${site}: kept 90 days, then 1 day (by ${by}); 9 events purged within 14 days after`,
  ])
    await expect(result.getByText(line, { exact: true })).toBeVisible();
  expect(requests).toEqual([`${path}/worker.js`]);
  await expectAccessible(page, 'a verified bundle', { isThemed: false });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page, 'a verified bundle');
  faults.allow(/connect-src|Refused to connect/);
  expect(await page.evaluate(() => fetch('/healthz').then(String, () => 'refused'))).toBe('refused');
});

inAllRun(() => {
  test('a changed byte is found with its place; another history by an older checkpoint; what is no bundle is told as such', async ({
    page,
  }) => {
    const log = madeLog();
    await page.goto(address());
    await choose(page, log.bundle().replace('"username":"änna"', '"username":"anna"'));
    await expect(answer(page)).toHaveText(
      'NOT VERIFIED at line 258, leaf 0: one of the leaves 0 to 255 is not the one that was logged.',
    );
    await expectAccessible(page, 'a bundle that is not verified', { isThemed: false });
    await choose(page, 'nothing\n');
    await expect(answer(page)).toHaveText(
      'Nothing was checked: this is no bundle of a signed log: the line is no object of JSON.',
    );
    await choose(page, log.bundle());
    await expect(answer(page)).toHaveText(`${verified} 313.`);
    await page.getByText('A key and an older checkpoint make the check strong').click();
    await page.getByLabel(/^Older checkpoints/).fill(`Dear customer,\n\n${log.checkpoint(8)}\nYours\n`);
    await page.getByLabel(/^Public keys/).fill(`${log.vkeys[0]}\n`);
    await page.getByRole('button', { name: 'Check again' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await expect(result.getByText('on the way lie those that you gave: 8 leaves')).toBeVisible();
    await expect(result.getByText('the key that you gave')).toBeVisible();
    await choose(page, madeLog('two').bundle());
    await expect(answer(page)).toHaveText(/^NOT VERIFIED at line 9, leaf 7: this is another history/);
    await page.getByLabel(/^Public keys/).fill('no key');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(answer(page)).toHaveText('Nothing was checked: this is no key of a log: no key.');
  });
});

inLongRun(() => {
  test('a check tells how far it is, and is stopped and begun again by the keyboard alone', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/worker.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address());
    await choose(page, madeLog().bundle());
    await expect(page.getByRole('progressbar', { name: 'bundle.ndjson' })).toBeVisible();
    await expect(page.getByText(/^0\.0 of 0\.\d MB$/)).toBeVisible();
    await expectAccessible(page, 'a running check', { isThemed: false });
    await page.getByLabel('Bundle', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(answer(page)).toHaveText('The check was stopped: nothing is known of this file.');
    await expect(page.getByRole('progressbar')).toBeHidden();
    release();
    await page.getByText('A key and an older checkpoint make the check strong').press('Enter');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await expect(answer(page)).toHaveText(`${verified} 313.`);
  });
});
