import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';

import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeColleague, makeMember, type Member, signInAs } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

const tokenOf = ({ session }: Pick<Member, 'session'>) => session.cookies[0]?.value ?? '';

/** Asks the dashboard for an export, as its page does unless `site` says otherwise. */
async function ask(
  member: Member | undefined,
  { account = member?.account.id ?? '', query = '', site = 'same-origin', method = 'GET' } = {},
) {
  const answer = await fetch(`${world().dashboard}/a/${account}/export${query}`, {
    method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': site,
      ...(member === undefined ? {} : { cookie: `goal_session=${tokenOf(member)}` }),
    },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('R§10.33 the export of events is a download of the dashboard’s own pages, of what the member may see', async () => {
  const owner = await makeMember();
  const { account } = owner;
  const key = await makeKey(account);
  const group = await makeGroup(key, { name: 'Shops' });
  const [inside, outside] = [await makeSite(account), await makeSite(account)];
  expect(
    await rest('PATCH', `/account/sites/${inside.site_id}`, { token: key, body: { group_id: group.id } }),
  ).toMatchObject({
    status: 204,
  });
  await sendEvents(inside, { count: 2 });
  await sendEvents(outside, { count: 1, severity: 'high' });
  const client = await makeColleague(owner, { group });

  const csv = await ask(owner, { query: '?format=csv&severity=high&from=2026-01-01T00:00:00Z&to=2030-01-31' });
  expect(csv.status).toBe(200);
  expect(Object.fromEntries(csv.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="events-${account.id}-from-2026-01-01-to-2030-01-31.csv"`,
    'cache-control': 'no-store',
  });
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2);
  // A program that took the file asks with a key whether it is whole.
  expect(await rest('GET', `/account/exports/${csv.headers.get('x-export-id') ?? ''}`, { token: key })).toMatchObject({
    status: 200,
    body: { complete: true, events: 1, bytes: Buffer.byteLength(csv.text) },
  });
  // The offset leads to the day before.
  const named = await ask(owner, { query: '?from=2026-01-02T01:02:03%2B05:00' });
  expect(named.headers.get('content-disposition')).toContain(`-from-2026-01-01.ndjson"`);
  const lines = await ask(client);
  expect(lines.headers.get('content-disposition')).toBe(`attachment; filename="events-${account.id}.ndjson"`);
  expect(lines.text.trimEnd().split('\n')).toHaveLength(1 + 2 + 1);
  expect(lines.text).toContain('{"complete":true,"events":2,');
  expect(await ask(owner, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });

  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await ask(owner, { site })).toMatchObject({ status: 403, text: '{"error":"foreign origin"}' });
  expect(await ask(client, { query: `?site_id=${outside.site_id}` })).toMatchObject({
    status: 404,
    text: '{"error":"not found"}',
  });
  for (const name of ['order', 'end'])
    expect(await ask(owner, { query: `?${name}=up` })).toMatchObject({
      status: 400,
      text: `{"error":"invalid ${name}"}`,
    });
  const stranger = await makeMember();
  for (const id of [account.id, '00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect(await ask(stranger, { account: id })).toMatchObject({ status: 404 });
  const signedOut = await ask(undefined, { account: account.id });
  expect(signedOut.status).toBe(303);
  expect(signedOut.headers.get('location')).toBe(
    `/sign-in?reason=expired&next=${encodeURIComponent(`/a/${account.id}`)}`,
  );
  // Of the service itself the path takes a session and no key.
  expect(await rest('GET', '/dashboard/events/export', { token: key })).toMatchObject({
    status: 401,
    body: { error: 'invalid token' },
  });
  expect(await rest('POST', '/dashboard/events/export', { token: key })).toMatchObject({ status: 405 });
});

inAllRun(() => {
  test('R§9.12 R§10.33 the log tells that the last file of the session was sent whole, with its bytes and sum', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    await sendEvents(await makeSite(owner.account), { count: 2 });
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/log`);
    const button = page.getByRole('button', { name: 'Export' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Export' });
    const download = page.waitForEvent('download');
    await menu.getByRole('link', { name: 'Export' }).click();
    const file = await readFile(await (await download).path());
    await button.click();
    const sum = createHash('sha256').update(file).digest('hex');
    await expect(menu).toContainText(
      new RegExp(
        `The last export of this session is whole: CSV, begun on .*, 2 events\\. The file has ${file.length} bytes, and the SHA-256 ${sum}\\.`,
      ),
    );
  });

  test('R§10.26 R§10.30 no download starts from a page that was drawn for somebody else, or from a foreign one in a browser that names no site', async () => {
    const owner = await makeMember();
    const { api, dashboard } = world();
    const me = await fetch(`${api}/trpc/me.get`, { headers: { authorization: `Bearer ${tokenOf(owner)}` } });
    // The form of an answer over native tRPC.
    const { id } = ((await me.json()) as { result: { data: { id: string } } }).result.data;
    const asked = async (path: string, headers: Record<string, string> = {}) => {
      const cookie = `goal_session=${tokenOf(owner)}`;
      const answer = await fetch(`${dashboard}/a/${owner.account.id}/${path}`, { headers: { cookie, ...headers } });
      const text = await answer.text();
      return answer.status === 200 ? 'sent' : text;
    };
    for (const path of ['export', 'record.csv']) {
      expect([path, await asked(`${path}?person=${id}`)]).toEqual([path, 'sent']);
      for (const person of [crypto.randomUUID(), 'nonsense'])
        expect([path, await asked(`${path}?person=${person}`)]).toEqual([
          path,
          '{"error":"another person is signed in now"}',
        ]);
      for (const headers of [{ origin: dashboard }, { referer: `${dashboard}/me` }])
        expect([path, await asked(path, headers)]).toEqual([path, 'sent']);
      for (const headers of [{ origin: 'null' }, { origin: 'http://evil.test' }, { referer: 'http://evil.test/' }])
        expect([path, headers, await asked(path, headers)]).toEqual([path, headers, '{"error":"foreign origin"}']);
    }
  });
});

inLongRun(() => {
  test('R§10.7 R§10.33 an export that its session does not live to see ends in a broken connection, and a second one waits for the first, as the page says with a running count; the log and the list of sites say of one that was cut off that its file is not whole', async ({
    page,
    context,
    faults,
  }) => {
    const owner = await makeMember();
    const site = await makeSite(owner.account);
    await sendEvents(site, { count: 1 });
    // 40 MB: more than the buffers on the way hold.
    await pastTheService(
      world(),
      `INSERT INTO event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
       SELECT account, 1000000000000 + n, site, occurred_at, code, user_id, severity, object, event_type, username, repeat('x', 8000)
       FROM event, generate_series(1, 5000) n WHERE account = (SELECT no FROM account WHERE id = '${owner.account.id}')`,
    );
    const begin = async (): Promise<IncomingMessage> => {
      const asked = get(`${world().dashboard}/a/${owner.account.id}/export`, {
        headers: { cookie: `goal_session=${tokenOf(owner)}` },
      });
      const [begun] = (await once(asked, 'response')) as [IncomingMessage];
      expect(begun.statusCode).toBe(200);
      return begun;
    };
    const left = await begin();
    const second = await ask(owner);
    expect(second).toMatchObject({ status: 429, text: '{"error":"rate limited"}' });
    expect(second.headers.get('retry-after')).toBe('5');
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/log`);
    await page.getByRole('button', { name: 'Export' }).click();
    const menu = page.getByRole('dialog', { name: 'Export' });
    await expect(menu).toContainText(
      /An export runs in this session: JSON lines, begun on \d+ \w+, \d\d:\d\d, [\d,]+ events so far/,
    );
    await expect(menu.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Export: [\d,]+ …/ })).toBeVisible();
    // The reader leaves: what it has is not whole, whatever its name says.
    left.destroy();
    await expect(menu).toContainText(
      /The last export of this session was cut off: its file is not whole\. It is JSON lines, begun on \d+ \w+, \d\d:\d\d; at most [\d,]+ events are in it\./,
    );
    await expect(page.getByRole('button', { name: 'Export: cut off' })).toBeVisible();

    // The file of chosen sites is refused while another one runs, and the button counts that one.
    faults.allow(/status of 429/);
    await page.goto(`/a/${owner.account.id}/sites`);
    await page.getByRole('checkbox', { name: 'All on this page' }).check();
    const chosen = page.getByRole('group', { name: 'Several sites' });
    await expect(chosen.getByRole('link', { name: 'Export events', exact: true })).not.toHaveAttribute('title');
    const running = await begin();
    const refused = page.waitForEvent('download');
    await chosen.getByRole('link', { name: 'Export events', exact: true }).click();
    await expect(chosen.getByRole('button', { name: /^Export: [\d,]+ …/ })).toBeDisabled();
    // A file that is asked for later is whole.
    expect(await (await refused).failure()).not.toBeNull();
    running.destroy();
    await expect(chosen.getByRole('link', { name: 'Export events: cut off' })).toHaveAttribute(
      'title',
      'The last export of this session was cut off: its file is not whole.',
    );
    await page.goto(`/a/${owner.account.id}/log`);
    await page.getByRole('button', { name: 'Export' }).click();
    const answer = await begin();
    await expect(menu).toContainText(/events so far/);
    // The page must not notice that the session ends.
    await page.goto('/api/health');
    const headers = { authorization: `Bearer ${tokenOf(owner)}`, 'content-type': 'application/json' };
    const ended = await fetch(`${world().api}/trpc/me.signOut`, { method: 'POST', headers, body: '{}' });
    expect(ended.status).toBe(200);
    let bytes = 0;
    const read = async (): Promise<void> => {
      for await (const part of answer) bytes += (part as Buffer).length; // no encoding is set
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(40_000_000);
  });
});
