import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';

import { inAllRun, inLongRun } from '@goal/db/testing/long-run';
import { request } from '@playwright/test';

import { expect, inUsedTab as test, ofPerson, type Page, settled } from '../harness/dashboard.ts';
import { makeColleague, makeMember, signInAs, signInInstead } from '../harness/member.ts';
import { makeGroup, makeKey } from '../harness/operator.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Record' }).locator('tbody').getByRole('row');

/** Records an act of long ago, or many, which no caller can. */
const recordPast = (account: { id: string }, act: { who: string; at: string; count?: number }): Promise<void> =>
  pastTheService(
    world(),
    `INSERT INTO action (actor_kind, actor, action, account_id, occurred_at)
     SELECT 'member', '${act.who}', 'member.leave', '${account.id}', '${act.at}'
     FROM generate_series(1, ${act.count ?? 1})`,
  );

/** Follows the link that downloads; resolves to the file's name and lines. */
async function downloaded(page: Page, link: string): Promise<{ name: string; lines: string[] }> {
  const begun = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  const download = await begun;
  const text = await readFile(await download.path(), 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  return { name: download.suggestedFilename(), lines: text.split('\r\n').slice(0, -1) };
}

test('R§10.17 the record names who did what to which group, is filtered by person, kind and day, and a link shows a colleague the same', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const group = await makeGroup(await makeKey(owner.account), { name: 'Shops' });
  const client = await makeColleague(owner, { group });
  await recordPast(owner.account, { who: 'old@example.com', at: '2025-03-01T00:00:00Z' });
  await recordPast(owner.account, { who: 'old@example.com', at: '2025-03-01T23:59:59.5Z' });
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/record`);
  await settled(page);
  const joined = rows(page).filter({ hasText: /joined as viewer of the group «.?Shops.?»/ });
  await expect(joined).toContainText(client.email);
  await expect(rows(page).filter({ hasText: /invited .* as viewer of the group «.?Shops.?»/ })).toHaveCount(1);

  await page.getByLabel('By', { exact: true }).fill(client.email);
  await expect(rows(page)).toHaveCount(1);
  await expect(joined).toBeVisible();
  await page.getByLabel('By', { exact: true }).fill('the provider');
  await expect(rows(page).filter({ hasText: client.email })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'the provider' }).first()).toBeVisible();
  await page.getByLabel('By', { exact: true }).fill('');
  await page.getByLabel('What', { exact: true }).selectOption('Created a group');
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('What', { exact: true }).selectOption('Everything');
  await page.getByLabel('From (UTC)').fill('2025-03-01');
  await page.getByLabel('To (UTC)').fill('2025-03-01');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('By', { exact: true }).fill('old@example.com');
  await expect(page).toHaveURL(
    `/a/${owner.account.id}/settings/record?from=2025-03-01&to=2025-03-01&who=old%40example.com`,
  );

  const colleague = await makeColleague(owner, { role: 'admin' });
  const link = page.url();
  await signInInstead(page, colleague);
  await page.goto(link);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByLabel('From (UTC)')).toHaveValue('2025-03-01');
  await expect(page.getByLabel('By', { exact: true })).toHaveValue('old@example.com');

  await page.getByLabel('To (UTC)').fill('2024-03-01');
  await expect(page.getByText('Nothing is recorded for this choice')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(joined).toBeVisible();
  await expect(page).toHaveURL(`/a/${owner.account.id}/settings/record`);
});

inAllRun(() => {
  test('R§10.17 R§10.30 the record is downloaded as CSV, with the filters and for the person of the page, and no cell is a formula', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const group = await makeGroup(await makeKey(owner.account), { name: '=Shops "North", Ltd' });
    const client = await makeColleague(owner, { group });
    await recordPast(owner.account, { who: '=1+1', at: '2025-03-01T12:00:00Z' });
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings/record?who=${encodeURIComponent(client.email)}`);
    await settled(page);
    await expect(page.getByRole('link', { name: 'Download these as CSV' })).toHaveAttribute('href', ofPerson);
    const { name, lines } = await downloaded(page, 'Download these as CSV');
    expect(name).toBe(`record-${owner.account.id}.csv`);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('"id","occurred_at","who","who_kind","what","action","site_domain","site_id"');
    expect(lines[1]).toMatch(/^"\d+","\d{4}-\d\d-\d\dT[\d:.]+Z",/);
    expect(lines[1]).toContain(
      `,"${client.email}","member","joined as viewer of the group «=Shops ""North"", Ltd»","member.join",`,
    );
    // The page stays, and downloads the rest as well.
    await page.getByLabel('By', { exact: true }).fill('');
    const all = await downloaded(page, 'Download all as CSV');
    await expect(rows(page)).toHaveCount(all.lines.length - 1);
    expect(all.lines.at(-1)).toContain(`,"2025-03-01T12:00:00.000Z","'=1+1","member","left the account",`);
  });
});

inLongRun(() => {
  test('R§10.17 a CSV file holds at most 10,000 acts, and says so where the record has more', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    await recordPast(owner.account, { who: 'old@example.com', at: '2025-03-01T12:00:00Z', count: 10_001 });
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings/record?to=2025-03-01`);
    await settled(page);
    const { name, lines } = await downloaded(page, 'Download these as CSV');
    expect(name).toBe(`record-${owner.account.id}-to-2025-03-01.csv`);
    expect(lines).toHaveLength(1 + 10_000 + 1);
    expect(lines.at(-1)).toContain('The file ends here, after the newest 10,000 acts');
    const ids = lines.slice(1, -1).map((line) => Number(line.split('"')[1]));
    expect(new Set(ids).size).toBe(10_000);
  });

  test('R§10.26 a CSV file is read as its reader takes it, and breaks off where the session ends meanwhile', async () => {
    const owner = await makeMember();
    // 40 MB: more than the buffers on the way hold.
    await recordPast(owner.account, { who: 'x'.repeat(10_000), at: '2025-03-01T12:00:00Z', count: 4000 });
    const { api, dashboard } = world();
    const token = owner.session.cookies[0]?.value;
    const asked = get(`${dashboard}/a/${owner.account.id}/record.csv`, {
      headers: { cookie: `goal_session=${token}` },
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${api}/trpc/me.signOut`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
    let bytes = 0;
    const read = async (): Promise<void> => {
      for await (const part of answer) bytes += (part as Buffer).length; // no encoding is set
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(40_000_000);
  });
});

inAllRun(() => {
  test('R§10.6 R§10.26 no foreign page starts a download, and nobody gets a record that their role does not open', async () => {
    const owner = await makeMember();
    const group = await makeGroup(await makeKey(owner.account), { name: 'Shops' });
    const { session: client } = await makeColleague(owner, { role: 'admin', group });
    const { session: viewer } = await makeColleague(owner, { role: 'viewer' });
    const { session: stranger } = await makeMember();
    const path = `/a/${owner.account.id}/record.csv`;
    const ask = async (storageState: typeof viewer | undefined, site: string, at = path) => {
      const visitor = await request.newContext({
        baseURL: world().dashboard,
        ...(storageState === undefined ? {} : { storageState }),
      });
      const answer = await visitor.get(at, { headers: { 'sec-fetch-site': site }, maxRedirects: 0 });
      const text = await answer.text();
      await visitor.dispose();
      return { status: answer.status(), headers: answer.headers(), text };
    };
    const granted = await ask(owner.session, 'same-origin');
    expect(granted.status).toBe(200);
    expect(granted.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="record-${owner.account.id}.csv"`,
      'cache-control': 'no-store',
    });
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, (await ask(owner.session, site)).status]).toEqual([site, 403]);
    for (const [session, sentence] of [
      [viewer, 'missing role: admin'],
      [client, 'whole account required'],
    ] as const) {
      const { status, text } = await ask(session, 'same-origin');
      expect([status, text]).toEqual([403, `{"error":"${sentence}"}`]);
    }
    for (const [query, error] of [
      ['from=junk', 'invalid from'],
      ['to=2026-13-45', 'invalid to'],
      ['from=2025-03-01&from=2025-03-02', 'invalid from'],
    ]) {
      const { status, text } = await ask(owner.session, 'same-origin', `${path}?${query}`);
      expect([status, text]).toEqual([400, `{"error":"${error}"}`]);
    }
    for (const id of [owner.account.id, '00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect([id, (await ask(stranger, 'same-origin', `/a/${id}/record.csv`)).status]).toEqual([id, 404]);
    const { status, headers } = await ask(undefined, 'same-origin', `${path}?from=2025-03-01`);
    expect(status).toBe(303);
    expect(headers['location']).toBe(
      `/sign-in?reason=expired&next=${encodeURIComponent(`/a/${owner.account.id}/settings/record?from=2025-03-01`)}`,
    );
  });
});
