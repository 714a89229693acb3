import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test, settled } from '../harness/dashboard.ts';
import { inviteAs, makeColleague, makeMember, signInAs } from '../harness/member.ts';
import { freshDomain, makeGroup, makeKey, makeSite, makeSites, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { lastSentDaysAgo } from '../service/past.ts';
import { waitLimitMs } from '../service/until.ts';

const event = {
  occurred_at: new Date().toISOString(),
  code: 1000,
  severity: 'info',
  object: 'site',
  event_type: 'connected',
  message: 'First <b>event</b>',
};

test('R§10.31 R§10.16 an admin adds a site, stores its key, sees a refusal with its cure as it comes, and then the first event; a reload knows no key', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  const domain = freshDomain();
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/sites`);
  await expect(page.getByText('No sites yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add site' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a site' });
  await adding.getByLabel('Domain').fill(`https://${domain}/shop`);
  await adding.getByRole('button', { name: 'Add the site' }).click();
  const dialog = page.getByRole('dialog', { name: /^Key of/ });
  const token = await dialog.getByTestId('secret').innerText();
  expect(token).toMatch(/^goal_live_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/);
  // Neither Escape nor a click beside it closes the dialog.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Connect`);
  await expect(page.getByText('Waiting for the first event …')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download goal-sender.zip' }).click();
  expect((await download).suggestedFilename()).toBe('goal-sender.zip');
  await page.getByText('curl', { exact: true }).click();
  const command = page.locator('pre');
  await expect(command).toContainText(token);
  await expect(command).toContainText(`X-Site-Domain: ${domain}`);
  const line = await command.innerText();
  expect(line.split(' \\\n')).toHaveLength(5);
  await page.getByText('JavaScript', { exact: true }).click();
  await expect(command).toContainText('await fetch');
  const program = await command.innerText();

  const send = (as: string) => rest('POST', '/events', { token, domain: as, body: event });
  expect((await send(`www.${domain}`)).body).toEqual({ error: 'domain mismatch' });
  const log = page.getByRole('log');
  await expect(log).toContainText('a request came and was refused: domain mismatch');
  await expect(log).toContainText(`It named www.${domain}; this key is for ${domain}.`);
  expect((await send(domain)).status).toBe(200);
  await expect(log).toContainText('«First <b>event</b>» – it works.');
  await expect(log).toContainText('refused: domain mismatch');

  // What came before the page was opened is not what it waits for.
  await page.reload();
  await expect(log).toContainText('The site has sent before');
  await expect(log).toContainText('Waiting for the next event …');
  // The command and the program work as they are.
  const run = async (file: string, args: string[]): Promise<string> =>
    (await promisify(execFile)(file, args, { timeout: waitLimitMs })).stdout;
  expect(await run('sh', ['-c', line])).toContain('"accepted":1');
  expect(await run(process.execPath, ['--input-type=module', '-e', program])).toContain('"accepted":1');
  await expect(log).toContainText('it works');
  await expect(page.locator('pre')).toContainText('goal_live_…');
  expect(await page.content()).not.toContain(token);
  await page.getByRole('link', { name: 'To the site' }).click();
  await expect(page.getByText('✓ Events arrive')).toBeVisible();
  // A program may have written this address: the link recommends nothing, and shows where it leads.
  const address = page.getByRole('main').locator(`a[href^="https://${domain}"]`);
  await expect(address).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(address).toContainText(domain);
});

inLongRun(() => {
  test('R§10.31 a key is rotated in three steps that survive a reload: the old one goes once the new one was used', async ({
    page,
    context,
  }) => {
    const member = await makeMember();
    const site = await makeSite(member.account);
    await sendEvents(site, { count: 1 });
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/sites`);
    await page.getByRole('link', { name: site.domain }).click();
    const keys = page.getByRole('region', { name: 'Keys', exact: true });
    await keys.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
    const token = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await expect(keys).toContainText('Waiting for the new key’s first use …');

    await page.reload();
    await expect(keys).toContainText('Waiting for the new key’s first use …');
    await expect(keys.getByRole('button', { name: 'Revoke the old key' })).toHaveCount(0);
    await expect(keys.getByRole('button', { name: `Revoke the key ${site.prefix}` })).toHaveCount(0);
    await page.goto(`/a/${member.account.id}/sites`);
    await page.getByRole('link', { name: `Rotate the keys of ${site.domain}` }).click();
    await expect(keys).toContainText('Waiting for the new key’s first use …');
    await sendEvents({ token, domain: site.domain }, { count: 1 });
    await expect(keys).toContainText('The new key is in use');
    await keys.getByRole('button', { name: 'Revoke the old key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
    await expect(page.getByText(`The key ${site.prefix} is revoked.`)).toBeVisible();
    await expect(keys.getByRole('button', { name: 'Rotate the key' })).toBeVisible();
    expect((await rest('POST', '/events', { token: site.token, domain: site.domain, body: event })).status).toBe(401);
    await sendEvents({ token, domain: site.domain }, { count: 1 });
  });
});

inAllRun(() => {
  test('R§10.31 R§10.32 sites are found, chosen and moved into a group, back by «Undo», dragged into it and out, and a group’s deletion says who loses access', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 404/);
    const owner = await makeMember();
    const key = await makeKey(owner.account);
    const group = await makeGroup(key, { name: 'Shops' });
    const [one, two, three] = await makeSites(owner.account, 3);
    await rest('PATCH', `/account/sites/${two?.site_id}`, { token: key, body: { group_id: group.id } });
    if (one === undefined || three === undefined) throw new Error('three sites were made');
    await sendEvents(one, { count: 1 });
    await lastSentDaysAgo(one, 9);
    const refused = await rest('POST', '/events', { token: three.token, domain: `www.${three.domain}`, body: event });
    expect(refused.body).toEqual({ error: 'domain mismatch' });
    const client = await makeColleague(owner, { group });
    await inviteAs(owner, { group });
    const groupsOf = async () => {
      const { sites } = (await rest('GET', '/account/sites', { token: key })).body as {
        sites: { group_name: string | null }[];
      };
      return sites.map(({ group_name }) => group_name);
    };
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/sites`);
    const row = (domain = '') =>
      page.getByRole('region', { name: 'Sites' }).getByRole('row').filter({ hasText: domain });
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(places.filter({ hasText: /^(Sites|Groups)/ })).toHaveText(['Sites 3', 'Groups 1']);
    await expect(row(one.domain)).toContainText(/silent since \d.*, usually at most 1 day apart/);
    await page.getByRole('checkbox', { name: 'All on this page' }).check();
    await page.getByRole('checkbox', { name: `Choose ${three.domain}` }).uncheck();
    await expect(page.getByText('2 sites chosen')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export events' }).click();
    expect((await download).suggestedFilename()).toMatch(/^events-.*\.csv$/);
    await expect(row(one.domain)).toContainText('1 of 2');
    await page.getByRole('combobox', { name: 'Move the chosen sites' }).selectOption('Shops');
    await expect(page.getByText(/2 sites are in .*Shops.* now\./)).toBeVisible();
    await expect(row(one.domain)).toContainText('Shops');
    expect(await groupsOf()).toEqual([null, 'Shops', 'Shops']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 sites moved back.')).toBeVisible();
    expect(await groupsOf()).toEqual([null, 'Shops', null]);

    // With the mouse a site is dragged into a group, and out of it, whatever else is chosen.
    await page.getByRole('checkbox', { name: `Choose ${three.domain}` }).check();
    const dragTo = async (domain: string | undefined, target: string): Promise<void> => {
      await row(domain).getByTitle('Drag into a group').hover();
      await page.mouse.down();
      await page.mouse.move(600, 300, { steps: 3 });
      const place = page.getByRole('region', { name: 'Groups to drop on' }).getByText(target, { exact: true });
      await place.hover();
      await page.mouse.up();
    };
    await dragTo(one.domain, 'Shops');
    await expect(page.getByText(/is in .*Shops.* now\./)).toBeVisible();
    await expect(row(one.domain)).toContainText('Shops');
    await expect(page.getByText('1 site chosen')).toBeVisible();
    await dragTo(one.domain, 'No group');
    await expect(page.getByText(`${one.domain} is in no group now.`)).toBeVisible();
    expect(await groupsOf()).toEqual([null, 'Shops', null]);
    await page.getByRole('button', { name: 'Choose none' }).click();

    await page.getByLabel('Health').selectOption('Never sent');
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Shops');
    await expect(page.getByText('1 site', { exact: true })).toBeVisible();
    await expect(row(two?.domain)).toContainText('never sent');
    await page.getByLabel('Search the sites').fill('nothing');
    await page.getByRole('button', { name: 'Show all sites' }).click();
    await expect(page.getByText('3 sites', { exact: true })).toBeVisible();

    await row(two?.domain).getByRole('link', { name: 'Shops' }).click();
    await expect(page.getByText('There is no button for a new one')).toBeVisible();
    await expect(page.locator('pre')).toContainText(`/account/groups/${group.id}/keys`);
    await settled(page);
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    const inviting = page.getByRole('dialog', { name: 'Invite' });
    await expect(inviting.getByLabel('Sees')).toHaveValue(group.id);
    await expect(inviting.getByRole('status')).toContainText('the 1 site of Shops, and nothing else');
    await inviting.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/settings\/members$/);
    await page.goBack();
    // A chart that is still asked for would be answered with 404 once the group is gone.
    await settled(page);
    await page.getByRole('button', { name: 'Delete the group' }).click();
    const asking = page.getByRole('dialog');
    await expect(asking).toContainText('What stays: 1 site with their events');
    await expect(asking).toContainText(client.email);
    await expect(asking).toContainText('1 open invitation to the group ends');
    await asking.getByRole('button', { name: 'Delete the group' }).click();
    await expect(page.getByText('No groups yet')).toBeVisible();
    expect(await groupsOf()).toEqual([null, null, null]);

    // A link to the group that is gone says so, and the other filters hold.
    await page.goto(`/a/${owner.account.id}/sites?group=${group.id}&health=refused`);
    await expect(page.getByRole('alert').filter({ hasText: 'Group not found' })).toBeVisible();
    await expect(row(three.domain)).toContainText(/refused .*: domain mismatch/);
    await expect(row(three.domain).getByRole('link', { name: 'What to do' })).toHaveAttribute(
      'href',
      `/a/${owner.account.id}/sites/${three.site_id}`,
    );
    await expect(page.getByText('1 site', { exact: true })).toBeVisible();
    await page.getByLabel('Health').selectOption('Any');
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Any');
    await expect(page.getByRole('alert').filter({ hasText: 'Group not found' })).toHaveCount(0);
    await expect(page).toHaveURL(`/a/${owner.account.id}/sites`);

    // The chosen sites go together, once their number is typed below their domains.
    await page.getByRole('checkbox', { name: `Choose ${one.domain}` }).check();
    await page.getByRole('checkbox', { name: `Choose ${two?.domain}` }).check();
    await page.getByRole('button', { name: 'Delete …' }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete 2 sites?' });
    await expect(deletion.getByRole('listitem')).toHaveText([one.domain ?? '', two?.domain ?? '']);
    await deletion.getByRole('textbox').fill('delete 2 sites');
    await deletion.getByRole('button', { name: 'Delete 2 sites' }).click();
    await expect(page.getByText('2 sites are deleted.')).toBeVisible();
    expect(await groupsOf()).toEqual([null]);
    await expect(places.filter({ hasText: /^(Sites|Groups)/ })).toHaveText(['Sites 1', 'Groups 0']);
  });
});

inLongRun(() => {
  test('R§10.31 R§10.6 a viewer of one group sees its sites and no buttons; an admin of it acts on them alone', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const key = await makeKey(owner.account);
    const group = await makeGroup(key, { name: 'Shops' });
    const [mine, other] = await makeSites(owner.account, 2);
    await rest('PATCH', `/account/sites/${mine?.site_id}`, { token: key, body: { group_id: group.id } });
    const list = `/a/${owner.account.id}/sites`;
    await signInAs(context, await makeColleague(owner, { group }));
    await page.goto(list);
    await expect(page.getByRole('link', { name: mine?.domain ?? '' })).toBeVisible();
    await expect(page.getByText(other?.domain ?? '')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('link', { name: mine?.domain ?? '' }).click();
    await expect(page.getByText('An admin can connect it.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    // What the page still asks would be refused in the name of the next person.
    await settled(page);

    await signInAs(context, await makeColleague(owner, { role: 'admin', group }));
    await page.goto(`${list}/${mine?.site_id}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Our shop');
    await expect(page.getByRole('combobox', { name: 'Group' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${mine?.domain} is saved.`)).toBeVisible();
    await settled(page);
    await page.getByRole('button', { name: 'Delete the site' }).click();
    const asking = page.getByRole('dialog');
    await asking.getByRole('textbox').fill(mine?.domain ?? '');
    await asking.getByRole('button', { name: 'Delete the site' }).click();
    await expect(page.getByText('No sites yet')).toBeVisible();
    await page.goto(`${list}/${other?.site_id}`);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
    await page.waitForLoadState('networkidle');
  });
});
