import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { inAllRun, inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { expect, settled, inUsedTab as test, type Page } from '../harness/dashboard.ts';
import { expectGood } from '../harness/good.ts';
import { makeColleague, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeSite, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { world } from '../service/world.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cookieOf = ({ session }: Pick<Member, 'session'>): string => `goal_session=${session.cookies[0]?.value ?? ''}`;

/** Asks for the bundle as the page does, unless `site` says otherwise. */
const askBundle = (member: Member, { account = member.account.id, site = 'same-origin' } = {}) =>
  fetch(`${world().dashboard}/a/${account}/bundle`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': site, cookie: cookieOf(member) },
  });

test('R§16.13 an owner sees how far the log is sealed, copies the checkpoint, downloads the bundle and checks it in the browser; a changed byte is found', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const owner = await makeMember();
  const site = await makeSite(owner.account);
  await sendEvents(site, { count: 5 });
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/usage`);
  await page.getByRole('link', { name: 'Integrity' }).click();
  await settled(page);
  await expect(card(page, 'The log')).toContainText('It is in the database of the service');
  await expect(card(page, 'Rules that changed')).toContainText('None yet.');
  const checkpoint = card(page, 'Newest checkpoint');
  await expect(checkpoint).toContainText('Nobody has copied one yet.');
  const shown = (await checkpoint.locator('pre').textContent()) ?? '';
  await checkpoint.getByRole('button', { name: 'Copy checkpoint' }).click();
  await expect(checkpoint.getByRole('status').filter({ hasText: 'Last copied outside' })).toContainText(owner.email);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the bundle' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^log-${owner.account.id}-\\d{4}-\\d\\d-\\d\\d\\.ndjson$`));
  const file = await download.path();
  const acts = await rest('GET', `/admin/actions?account_id=${owner.account.id}&action=log.copy`, {
    token: world().tokens.operator.token,
  });
  expect(acts.body).toMatchObject({ actions: [{ actor: owner.email }] });
  await expect(checkpoint.getByRole('status').filter({ hasText: 'with a bundle' })).toBeVisible();

  const check = card(page, 'Check a bundle');
  const answer = check.getByRole('status');
  await check.getByLabel('Older checkpoint').fill(shown);
  await check.getByLabel('Bundle', { exact: true }).setInputFiles(file);
  await expect(answer).toContainText(`VERIFIED: the log of account ${owner.account.id} is complete and unaltered`);
  await expect(check).toContainText('5 shown, 0 purged by retention, 0 deleted with their site, 0 redacted');
  await expect(check).toContainText('on the way lie those that you gave');
  await expectGood(page, 'the page Integrity', rowsOf([1280], [360]));
  const bundle = await readFile(file, 'utf8');
  const tampered = path.join(tmpdir(), `${owner.account.id}.ndjson`);
  await writeFile(tampered, bundle.replace('Secret words', 'Secret Words'));
  try {
    await check.getByLabel('Bundle', { exact: true }).setInputFiles(tampered);
    await expect(answer).toContainText(/^NOT VERIFIED at line \d+, leaf \d+: /);
    await check.getByRole('button', { name: 'Check again' }).press('Enter');
    await expect(answer).toContainText('NOT VERIFIED');
    await expectGood(page, 'a bundle that is not verified', rowsOf([], [1280, 360]));
  } finally {
    await rm(tampered);
  }
});

inAllRun(() => {
  test('R§16.13 viewers and members of one group see no log; its bundle is a download of the dashboard’s own pages', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const viewer = await makeColleague(owner, { role: 'viewer' });
    await signInAs(context, viewer);
    await page.goto(`/a/${owner.account.id}/integrity`);
    await expect(page.getByText('Your role does not open this page.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Integrity' })).toHaveCount(0);
    await expect(page.getByLabel('Bundle', { exact: true })).toHaveCount(0);

    expect((await askBundle(owner)).headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const refused = await askBundle(viewer);
    expect([refused.status, await refused.text()]).toEqual([403, '{"error":"missing role: admin"}']);
    for (const site of ['cross-site', 'same-site', 'none']) expect((await askBundle(owner, { site })).status).toBe(403);
    for (const account of [owner.account.id, 'nonsense'])
      expect((await askBundle(await makeMember(), { account })).status).toBe(404);
  });
});

inLongRun(() => {
  test('R§16.13 a bundle tells how far it is while it is downloaded, and one runs at a time', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const site = await makeSite(owner.account);
    // More than the buffers on the way hold, and nothing that a browser would unpack.
    const message = (): string =>
      String.fromCodePoint(...Array.from({ length: 8000 }, () => 0x4e00 + Math.floor(Math.random() * 20_000)));
    for (let batch = 0; batch < 60; batch++) {
      const events = Array.from({ length: 20 }, () => ({
        occurred_at: new Date().toISOString(),
        code: 1000,
        severity: 'info',
        object: 'post',
        event_type: 'modified',
        message: message(),
      }));
      const { token, domain } = site;
      expect(await rest('POST', '/events', { token, domain, body: { events } })).toMatchObject({ status: 200 });
    }
    const asked = get(`${world().dashboard}/a/${owner.account.id}/bundle`, { headers: { cookie: cookieOf(owner) } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect((await askBundle(owner)).status).toBe(429);
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/integrity`);
    const bundle = card(page, 'Bundle');
    await expect(bundle.getByRole('progressbar', { name: 'Bundle' })).toBeVisible();
    await expect(bundle).toContainText(/[\d,]+ of 1,20\d leaves sent/);
    await expect(bundle.getByRole('link')).toHaveCount(0);
    answer.resume();
    await once(answer, 'end');
    await expect(bundle.getByRole('link', { name: 'Download the bundle' })).toBeVisible();
  });
});
