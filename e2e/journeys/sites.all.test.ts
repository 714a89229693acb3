import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { admin, freshDomain, makeAccount, makeKey, makeSite, makeSites, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';
import { world } from '../service/world.ts';

const send = (site: { token: string; domain: string }) =>
  rest('POST', '/events', { token: site.token, domain: site.domain, body: { events: [{}] } });

test('R§12.1 the first site is registered, its key shown once, and the key does what was chosen', async ({
  page,
  faults,
}) => {
  faults.allow(/status of (400|409)/);
  const account = await makeAccount();
  const taken = await makeSite(await makeAccount());
  const domain = freshDomain();
  await page.goto(`/accounts/${account.id}?tab=sites`);
  await expect(page.getByText('No sites yet')).toBeVisible();
  await page.getByRole('button', { name: 'Register the first site' }).click();
  const dialog = page.getByRole('dialog', { name: /^Register a site for/ });
  const register = dialog.getByRole('button', { name: 'Register site' });
  await dialog.getByLabel('Domain').fill('no domain');
  await register.click();
  await expect(dialog.getByText('A bare hostname with a dot in it, as in shop.example.com')).toBeVisible();
  await dialog.getByLabel('Domain').fill(taken.domain);
  await register.click();
  await expect(dialog.getByText('Site already registered.')).toBeVisible();
  await dialog.getByLabel('Domain').fill(domain);
  await dialog.getByLabel('Name').fill('Corner shop');
  await dialog.getByLabel('May do').selectOption('Only send');
  await register.click();

  const shown = page.getByRole('dialog', { name: `Key of ${domain}` });
  const token = await shown.getByText(/^goal_live_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/).innerText();
  expect((await send({ token, domain })).status).toBe(200);
  expect(await rest('GET', '/events', { token, domain })).toMatchObject({
    status: 403,
    body: { error: 'send-only key' },
  });
  await expect(shown).toContainText('The site sends with this key');
  await expect(shown).toContainText(`X-Site-Domain: ${domain}`);
  await expect(shown).toContainText(`curl -s "${world().api}/v1/goal/events"`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.getByRole('button', { name: 'Close without copying' }).click();
  await expect(shown).toBeHidden();
  const row = page.getByRole('region', { name: 'Sites' }).getByRole('row').filter({ hasText: domain });
  await expect(row).toContainText('Corner shop');
  expect(await page.content()).not.toContain(token);
  await row.getByRole('link', { name: domain }).click();
  const keys = page.getByRole('region', { name: 'Keys of the site' }).getByRole('row');
  await expect(keys.filter({ hasText: token.split('_')[2] ?? '' })).toContainText('only sends');
});

inAllRun(() => {
  test('a site is revoked and restored: what it sends is refused at once, each time with the right sentence', async ({
    page,
  }) => {
    const site = await makeSite(await makeAccount());
    expect((await send(site)).status).toBe(200);
    await page.goto(`/sites/${site.site_id}`);
    await page.getByRole('button', { name: 'Revoke site' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke site' }).click();
    await expect(page.getByText(`${site.domain} is revoked.`)).toBeVisible();
    expect(await send(site)).toMatchObject({ status: 403, body: { error: 'site revoked' } });

    await page.getByRole('button', { name: 'Restore site' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore to paused' }).click();
    await expect(page.getByText(`${site.domain} is restored, and paused.`)).toBeVisible();
    expect(await send(site)).toMatchObject({ status: 403, body: { error: 'site paused' } });
    await expect(page.getByRole('button', { name: 'Revoke site' })).toBeVisible();
    expect((await admin().sites.get.query({ id: site.site_id })).status).toBe('paused');
    const diagnosis = page.getByRole('region', { name: 'Do events arrive?' });
    await expect(diagnosis).toContainText('Activate it above, or have the customer activate it by the API.');

    await page.getByRole('button', { name: 'Activate site' }).click();
    await expect(page.getByText(`${site.domain} is active.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Activate site' })).toBeHidden();
    // Nothing has arrived since then: the refusal is described as past.
    await expect(diagnosis).toContainText('Nothing has come since a refusal whose cause is gone');
    await expect(diagnosis).toContainText('with «site paused». The site was paused then; it is active now.');
    await expect(diagnosis).not.toContainText('Restore');
    expect((await send(site)).status).toBe(200);
  });
});

inLongRun(() => {
  test('the pages of an account and of a site without events say so, and the page of the site why nothing arrives', async ({
    page,
  }) => {
    const account = await makeAccount();
    const site = await makeSite(account);
    await page.goto(`/accounts/${account.id}`);
    await expect(page.getByText('No events in these 30 days')).toBeVisible();
    await page.goto(`/sites/${site.site_id}?days=7`);
    await expect(page.getByText('No events in these 7 days')).toBeVisible();
    const card = page.getByRole('region', { name: 'Do events arrive?' });
    const fact = (name: string) =>
      card.getByRole('definition').nth(['Last accepted', 'Last refused', 'Silent'].indexOf(name));
    await expect(fact('Last accepted')).toHaveText('never');
    await expect(fact('Last refused')).toHaveText('never');

    await sendEvents(site, { count: 2 });
    await expect
      .poll(async () => (await admin().sites.get.query({ id: site.site_id })).last_accepted_at)
      .not.toBeNull();
    await page.reload();
    await expect(fact('Last accepted')).not.toHaveText('never');

    expect((await rest('POST', '/events', { token: site.token, domain: 'other.example.com', body: {} })).status).toBe(
      403,
    );
    await expect
      .poll(async () => (await admin().sites.get.query({ id: site.site_id })).last_refusal)
      .toBe('domain mismatch');
    await page.reload();
    await expect(fact('Last refused')).toContainText('domain mismatch');
    await expect(page.getByText('Secret words of a customer')).toBeHidden();
  });

  test('the rate of a site is changed and undone; the field says which rates are allowed, and no other is sent', async ({
    page,
  }) => {
    const site = await makeSite(await makeAccount());
    const rate = async () => (await admin().sites.get.query({ id: site.site_id })).rate_limit_rps;
    await page.goto(`/sites/${site.site_id}`);
    await page.getByRole('button', { name: 'Change rate' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change the rate of/ });
    const fault = dialog.getByRole('alert').filter({ hasText: 'Between 1 and 1,000 requests a second.' });
    for (const wrong of ['1001', '0', '2.5', '']) {
      await dialog.getByLabel('Requests a second').fill(wrong);
      await expect(fault).toBeHidden();
      await page.keyboard.press('Enter');
      await expect(fault, wrong).toBeVisible();
    }
    await dialog.getByLabel('Requests a second').fill('25');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${site.domain} may read 25 times a second.`)).toBeVisible();
    expect(await rate()).toBe(25);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${site.domain} may read 10 times a second again.`)).toBeVisible();
    expect(await rate()).toBe(10);
  });

  test('a site is deleted only once its domain is typed; then it is gone for everybody', async ({ page, faults }) => {
    faults.allow(/status of 404/);
    const account = await makeAccount();
    const site = await makeSite(account);
    await sendEvents(site, { count: 3 });
    await page.goto(`/sites/${site.site_id}?dialog=delete`);
    const dialog = page.getByRole('dialog', { name: `Delete ${site.domain}?` });
    await expect(dialog).toContainText('3 kept events');
    const remove = dialog.getByRole('button', { name: 'Delete site' });
    await expect(remove).toBeDisabled();
    await dialog.getByRole('textbox', { name: /^Type/ }).fill(site.domain.slice(1));
    await expect(remove).toBeDisabled();
    await dialog.getByRole('textbox', { name: /^Type/ }).fill(site.domain);
    await remove.click();
    await expect(page).toHaveURL(`/accounts/${account.id}`);
    await expect(page.getByText(`${site.domain} is deleted.`)).toBeVisible();
    expect((await send(site)).status).toBe(401);
    await page.goto(`/sites/${site.site_id}`);
    await expect(page.getByText('This site does not exist, or it was deleted.')).toBeVisible();
  });

  test('a site among many is found by part of its domain or name, or by its status', async ({ page }) => {
    const account = await makeAccount({ plan: 'agency' });
    const sites = await makeSites(account, 52);
    const named = await makeSite(account, { name: 'The Corner Shop' });
    const revoked = sites[7] ?? named;
    await admin().sites.revoke.mutate({ id: revoked.site_id });
    await page.goto(`/accounts/${account.id}?tab=sites`);
    const rows = page.getByRole('region', { name: 'Sites' }).getByRole('rowheader');
    await expect(rows).toHaveCount(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows).toHaveText(
      sites
        .slice(0, 3)
        .toReversed()
        .map(({ domain }) => domain),
    );
    await page.getByLabel('Search the sites').fill('corner');
    await expect(rows).toHaveText([named.domain]);
    await page.getByLabel('Search the sites').fill(revoked.domain.slice(1, 12).toUpperCase());
    await expect(rows).toHaveText([revoked.domain]);
    await page.getByLabel('Search the sites').fill('');
    // Otherwise the row of the search would pass for the row of the status.
    await expect(rows).toHaveCount(50);
    await page
      .getByRole('group', { name: 'Status' })
      .getByRole('radio', { name: /^revoked$/i })
      .click();
    await expect(rows).toHaveText([revoked.domain]);
    await expect(page).toHaveURL(/status=revoked/);
    // On a phone each row is a card: nothing of it waits beside the window.
    await page.setViewportSize({ width: 390, height: 800 });
    const card = page.getByRole('region', { name: 'Sites' }).getByRole('row').filter({ hasText: revoked.domain });
    const restore = card.getByRole('button', { name: `Restore ${revoked.domain}` });
    const edgeOf = async (): Promise<number> => {
      const box = await restore.boundingBox();
      return box === null ? Infinity : box.x + box.width;
    };
    await expect.poll(edgeOf).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
    await rows.getByRole('link').click();
    await expect(page.getByRole('heading', { name: revoked.domain, level: 1 })).toBeVisible();
  });

  test('a group is opened from the account’s groups or from the page of a site, and shows only its sites', async ({
    page,
  }) => {
    const account = await makeAccount({ plan: 'agency' });
    const token = await makeKey(account);
    const group = async (name: string): Promise<string> => {
      const { body } = await rest('POST', '/account/groups', { token, body: { name } });
      return (body as { id: string }).id; // the answer for a created group
    };
    const [north, south] = [await group('North'), await group('South')];
    const [inside, outside] = [await makeSite(account), await makeSite(account)];
    await rest('PATCH', `/account/sites/${inside.site_id}`, { token, body: { group_id: north } });
    const rows = page.getByRole('region', { name: 'Sites' }).getByRole('rowheader');

    await page.goto(`/accounts/${account.id}?tab=groups`);
    await page.getByRole('link', { name: 'North', exact: true }).click();
    await expect(page).toHaveURL(`/accounts/${account.id}?tab=sites&group=${north}`);
    await expect(page.getByText('In the group «North»')).toBeVisible();
    await expect(rows).toHaveText([inside.domain]);
    await page.reload();
    await expect(rows).toHaveText([inside.domain]);
    await page.getByRole('button', { name: 'Show all sites' }).click();
    await expect(rows).toHaveText([outside.domain, inside.domain]);

    await rows.filter({ hasText: inside.domain }).getByRole('link').click();
    await page.getByRole('main').getByRole('link', { name: 'North', exact: true }).click();
    await expect(rows).toHaveText([inside.domain]);
    await page.goto(`/accounts/${account.id}?tab=sites&group=${south}`);
    await expect(page.getByText('No site in this group')).toBeVisible();
  });
});
