import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { panel, rows, send } from '../harness/log.ts';
import { makeColleague, makeMember, signInAs, signInInstead } from '../harness/member.ts';
import { makeGroup, makeKey, makeSite } from '../harness/operator.ts';
import { waitLimitMs } from '../service/until.ts';
import { world } from '../service/world.ts';

test('what the page shows is copied as a call of the API and as a question of its tool, is exported, and stays in a link to these moments: each finds the same events', async ({
  page,
  context,
}) => {
  const owner = await makeMember({ plan: 'agency' });
  const log = `/a/${owner.account.id}/log`;
  const token = await makeKey(owner.account);
  const shop = await makeSite(owner.account);
  await send(shop, [{ message: 'Elsewhere', username: 'ana', user_id: 7 }]);
  const site = await makeSite(owner.account);
  await send(
    site,
    ['Doe, Jo', 'Doe', 'mia'].map((username, n) => ({
      message: `It’s the ${n}'s`,
      username,
      user_id: 7,
      object: 'a, b',
    })),
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world().dashboard });
  await signInAs(context, owner);
  const shown = () => rows(page).locator('[data-column=message]').allInnerTexts();
  const messagesOf = (found: unknown) =>
    (found as { events: { message: string }[] }).events.map(({ message }) => message);
  const copied = async (name: string, menu = 'Link'): Promise<string> => {
    await page.getByRole('button', { name: menu, exact: false }).click();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('dialog', { name: 'Copy' }).getByRole('button', { name }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    return page.evaluate(() => navigator.clipboard.readText());
  };

  await page.goto(`${log}?site=${site.site_id}&severity=info,low&object=a,+b&not_username=mia`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Events, newest first' })).toHaveAttribute('aria-rowcount', '3');
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  const messages = await shown();
  const authorization = `Bearer ${token}`;
  /** Runs a copied command in a shell, with the key in its surroundings. */
  const run = async (command: string): Promise<unknown> => {
    const options = { env: { ...process.env, GOAL_KEY: token }, timeout: waitLimitMs };
    return JSON.parse((await promisify(execFile)('sh', ['-c', command], options)).stdout);
  };
  expect(messagesOf(await run(await copied('This page as curl')))).toEqual(messages);
  await rows(page).nth(1).click();
  await expect(panel(page)).toContainText(messages[1] ?? '');
  expect(await run(await copied('This event as curl', 'Copy'))).toMatchObject({
    result: { structuredContent: { message: messages[1], site_id: site.site_id } },
  });
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  const question = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: JSON.parse(await copied('This page as an MCP question')) as object,
  };
  const told = await fetch(`${world().api}/v1/goal/mcp`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(question),
  });
  const { result } = (await told.json()) as { result: { structuredContent: unknown } };
  expect(messagesOf(result.structuredContent)).toEqual(messages);
  await page.goto(await copied('Link to these moments'));
  await expect(page).toHaveURL(/&from=.*&to=/);
  await expect(rows(page)).toHaveCount(2);
  expect(await shown()).toEqual(messages);

  // The API separates left-out names by commas; the page and its export take them whole.
  await page.goto(`${log}?site=${site.site_id}&not_username=Doe,+Jo`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByRole('button', { name: 'This page as an MCP question' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'This page as curl' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('JSON lines').click();
  await page.getByText('Oldest first').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  const lines = file.split('\n').filter((line) => line.startsWith('{"id":'));
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual((await shown()).toReversed());
  // A person of a site is nobody elsewhere, until one asks for the number on any site.
  await page.goto(`${log}?site=${site.site_id}&user_id=7`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'any site' }).click();
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('#7 on any site');
  await expect(rows(page)).toHaveCount(4);

  const client = await makeColleague(owner, { role: 'viewer', group: await makeGroup(token, { name: 'Empty' }) });
  await signInInstead(page, client);
  await page.goto(log);
  await expect(page.getByText('This group has no sites')).toBeVisible();
});
