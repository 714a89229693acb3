import { rowsOf } from '@goal/db/testing/long-run';

import { expectGood } from '../harness/good.ts';
import { hostileNames } from '../harness/hostile.ts';
import { makeAccount, makeKey, makeStream } from '../harness/operator.ts';
import { rest } from '../harness/rest.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

test('R§15.9 an operator sees streams by host and state, pauses one with a reason that the record keeps, and only operators resume it', async ({
  page,
}) => {
  const account = await makeAccount();
  const token = await makeKey(account);
  await page.goto(`/accounts/${account.id}?tab=streams`);
  await expect(page.getByText('No streams')).toBeVisible();
  const [script = ''] = hostileNames;
  const { id } = await makeStream(token, script);
  for (const name of hostileNames.slice(1)) await makeStream(token, name);
  await page.reload();
  const row = page.getByRole('region', { name: 'Streams' }).getByRole('row').filter({ hasText: script });
  await expect(row).toContainText('hooks.invalid');
  await expect(row).toContainText('Waiting for the first event');
  const text = await page.getByRole('main').innerText();
  for (const hidden of ['secret-path', 'secret-words']) expect(text).not.toContain(hidden);
  await expectGood(page, 'the streams of an account', rowsOf([1280], [360]));

  await row.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('it floods their program');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  const resume = () => rest('POST', `/account/streams/${id}/resume`, { token });
  expect(await resume()).toMatchObject({ status: 409, body: { error: 'paused by the provider' } });
  await page.getByRole('tab', { name: 'Record' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'paused the stream' })).toContainText('it floods their program');
  await page.getByRole('tab', { name: 'Streams' }).click();
  await row.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(row).toContainText('Waiting for the first event');
});
