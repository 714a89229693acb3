import { inAllRun, rowsOf } from '@goal/db/testing/long-run';

import { expectGood } from '../harness/good.ts';
import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeColleague, makeMember, signInAs } from '../harness/member.ts';
import { makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';

inAllRun(() => {
  test('R§13.6 an owner sets a legal hold on a site, which keeps it, and ends it; an admin sees it', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 400/);
    const member = await makeMember();
    const [site, other] = [await makeSite(member.account), await makeSite(member.account)];
    const token = await makeKey(member.account);
    await signInAs(context, member);
    await page.goto(`/a/${member.account.id}/groups`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Legal holds' }).click();
    await page.getByRole('button', { name: 'Set a hold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Set the hold' }).click();
    await expect(dialog.getByRole('alert')).toContainText(/reason required/i);
    await dialog.getByLabel('Reason').fill('Case <4711>');
    await dialog.getByLabel('Covers').fill(site.domain.slice(1));
    await dialog.getByRole('button', { name: 'Set the hold' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The account has no site of this domain.');
    await dialog.getByLabel('Covers').fill(site.domain);
    await dialog.getByRole('button', { name: 'Set the hold' }).click();
    const row = page.getByRole('region', { name: 'Legal holds' }).getByRole('row').filter({ hasText: 'Case <4711>' });
    await expect(row).toContainText(site.domain);
    await expect(row).toContainText(member.email);
    await expectGood(page, 'a legal hold', rowsOf([], [1280]));
    const remove = (id: string) => rest('DELETE', `/account/sites/${id}?confirm=true`, { token });
    expect(await remove(site.site_id)).toMatchObject({ status: 409, body: { error: 'on legal hold' } });
    expect(await remove(other.site_id)).toMatchObject({ status: 204 });
    await row.getByRole('button', { name: `End the hold of ${site.domain}` }).click();
    await dialog.getByRole('button', { name: 'End the hold' }).click();
    await expect(row.getByRole('button')).toHaveCount(0);
    expect(await remove(site.site_id)).toMatchObject({ status: 204 });
    await signInAs(context, await makeColleague(member, { role: 'admin' }));
    await page.reload();
    await expect(row).toContainText('Case <4711>');
    await expect(page.getByRole('button', { name: 'Set a hold' })).toHaveCount(0);
  });
});

test('R§13.1 R§13.2 an owner erases one event from its panel, and then all traces of a person, after the page has said what it will do', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  const site = await makeSite(member.account);
  const token = await makeKey(member.account);
  await sendEvents(site, { count: 3, username: 'ada' });
  await sendEvents(site, { count: 1, username: 'bo' });
  type Listed = { id: number; message: string; username: string };
  const list = async () => ((await rest('GET', '/account/events', { token })).body as { events: Listed[] }).events;
  const first = (await list()).find(({ username }) => username === 'ada');
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/log?event=${first?.id}`);
  const panel = page.getByTestId('event');
  await panel.getByRole('button', { name: 'Erase …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No stream has sent it, and no export or bundle holds it.');
  await dialog.getByRole('button', { name: 'Erase the text and the user' }).click();
  await expect(panel).toContainText(/Erased /);
  await expect(panel.getByRole('button', { name: 'Erase …' })).toHaveCount(0);
  expect((await list()).filter(({ message }) => message === 'redacted').map(({ id }) => id)).toEqual([first?.id]);

  await page.goto(`/a/${member.account.id}/settings/erasure`);
  const look = page.getByRole('button', { name: 'Look what it would do' });
  await look.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Give a user name, or a site and a user id.' })).toBeVisible();
  await page.getByLabel('User id').fill('5');
  await look.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose the site whose user id this is.' })).toBeVisible();
  await page.getByLabel('User id').fill('');
  await page.getByLabel('User name').fill('ada');
  await look.click();
  await expect(page.getByText('It would erase 2 events on 1 site.')).toBeVisible();
  await expectGood(page, 'what an erasure would do', [1280]);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(dialog).toContainText('Of the user name «ada» on all sites.');
  await dialog.getByRole('textbox').fill('erase');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText('2 events erased.')).toBeVisible();
  // The form forgets whom it was about.
  await expect(page.getByLabel('User name')).toHaveValue('');
  expect((await list()).map(({ message, username }) => `${message} ${username}`).toSorted()).toEqual([
    'Secret words of a customer bo',
    ...Array.from({ length: 3 }, () => 'redacted '),
  ]);
});
