import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeKey, makeSite, sendEvents } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';

test('R§13.6 an owner sets a legal hold, which keeps the site, and ends it', async ({ page, context }) => {
  const member = await makeMember();
  const site = await makeSite(member.account);
  const token = await makeKey(member.account);
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/settings/holds`);
  await page.getByRole('button', { name: 'Set a hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Set the hold' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/reason required/i);
  await dialog.getByLabel('Reason').fill('Case <4711>');
  await dialog.getByRole('button', { name: 'Set the hold' }).click();
  const row = page.getByRole('region', { name: 'Legal holds' }).getByRole('row').filter({ hasText: 'Case <4711>' });
  await expect(row).toContainText('the whole account');
  const remove = () => rest('DELETE', `/account/sites/${site.site_id}?confirm=true`, { token });
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'on legal hold' } });
  await row.getByRole('button', { name: 'End the hold of the whole account' }).click();
  await dialog.getByRole('button', { name: 'End the hold' }).click();
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await remove()).toMatchObject({ status: 204 });
});

test('R§13.1 R§13.2 an owner erases one event from its panel, and then all traces of a person, after the page has said what it will do', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  const site = await makeSite(member.account);
  const token = await makeKey(member.account);
  await sendEvents(site, { count: 3 });
  const list = async () =>
    (
      (await rest('GET', '/account/events', { token })).body as {
        events: { id: number; message: string; username: string }[];
      }
    ).events;
  const [first] = await list();
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/log?event=${first?.id}`);
  await page.getByTestId('event').getByRole('button', { name: 'Erase …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No stream has sent these events');
  await dialog.getByRole('button', { name: 'Erase the text and the user' }).click();
  await expect(page.getByTestId('event')).toContainText('redacted_at');
  expect((await list()).map(({ message }) => message).filter((message) => message === 'redacted')).toHaveLength(1);

  await page.goto(`/a/${member.account.id}/settings/erasure`);
  await page.getByLabel('User name').fill((await list()).find(({ username }) => username !== '')?.username ?? 'nobody');
  await page.getByRole('button', { name: 'Look what it would do' }).click();
  await expect(page.getByText('It would erase 2 events of 1 site.')).toBeVisible();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await dialog.getByRole('textbox').fill('erase');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText('2 events erased.')).toBeVisible();
  expect((await list()).map(({ message }) => message)).toEqual(['redacted', 'redacted', 'redacted']);
});
