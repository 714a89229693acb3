import { loseAnswer } from '../harness/lose-answer.ts';
import { admin, makeAccount, makeSite, unique } from '../harness/operator.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

/** The answers that these tests lose on purpose, and the 404 of deleted things. */
const expected = /Failed to load resource|status of 404/;
test.beforeEach(({ faults }) => faults.allow(expected));

const summaryOf = ({ id }: { id: string }) => admin().accounts.summary.query({ id });

test('reseller is turned on and the answer is lost: the page says that no answer came and that reseller is on, and the switch shows it, also while the code of its notices does not come', async ({
  page,
}) => {
  const account = await makeAccount();
  await page.goto(`/accounts/${account.id}?dialog=reseller`);
  await loseAnswer(page, 'accounts.setReseller');
  const turnOn = page.getByRole('dialog').getByRole('button', { name: 'Turn reseller on' });
  await expect(turnOn).toBeEnabled();
  await page.route('**/_next/static/**', (route) => route.abort('connectionreset'));
  await turnOn.click();
  const notice = page.getByRole('listitem').filter({ hasText: 'No answer came. Reseller is on now.' });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(/was not turned on/)).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Reseller' })).toBeChecked();
  expect((await summaryOf(account)).is_reseller).toBe(true);
});

test('the plan and the e-mail of an account are changed and the answers are lost: each time the page shows the actual state', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'starter' });
  await page.goto(`/accounts/${account.id}?dialog=plan`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^pro/ }).check();
  await loseAnswer(page, 'accounts.setPlan');
  await dialog.getByRole('button', { name: 'Change plan to pro' }).click();
  await expect(page.getByText(`No answer came. \u2068${account.email}\u2069 is on the pro plan now.`)).toBeVisible();
  await expect(dialog).toBeHidden();

  const local = `new-${unique()}`;
  const email = `${local}@xn--bcher-kva.example`;
  await page.goto(`/accounts/${account.id}?dialog=email`);
  // The service stores it in lower case and in punycode.
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(` ${local.toUpperCase()}@Bücher.example`);
  await loseAnswer(page, 'accounts.update');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`No answer came. The e-mail is \u2068${email}\u2069 now.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
});

test('a key is created and the answer is lost: nobody has seen the key, and the dialog says how to get rid of it', async ({
  page,
}) => {
  const account = await makeAccount();
  await page.goto(`/accounts/${account.id}?tab=keys&dialog=key`);
  await loseAnswer(page, 'accounts.keys.create');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No answer came. The key may have been created');
  await expect(dialog.getByRole('alert')).toContainText('revoke any key that you do not know, and create another.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { keys } = await admin().accounts.keys.list.query({ id: account.id });
  await expect(page.getByRole('button', { name: `Revoke key ${keys[0]?.prefix}` })).toBeVisible();
});

test('a site is revoked, restored, activated, slowed down and deleted, and each answer is lost: each time the page shows the actual state', async ({
  page,
}) => {
  const account = await makeAccount();
  const { site_id: id, domain } = await makeSite(account);
  const dialog = page.getByRole('dialog');
  const said = (sentence: string) => page.getByText(`No answer came. ${domain} ${sentence}`);
  await page.goto(`/sites/${id}?dialog=revoke`);
  await loseAnswer(page, 'sites.revoke');
  await dialog.getByRole('button', { name: 'Revoke site' }).click();
  await expect(said('is revoked now.')).toBeVisible();

  await page.getByRole('button', { name: 'Restore site' }).click();
  await loseAnswer(page, 'sites.restore');
  await dialog.getByRole('button', { name: 'Restore to paused' }).click();
  await expect(said('is paused now.')).toBeVisible();

  await loseAnswer(page, 'sites.activate');
  await page.getByRole('button', { name: 'Activate site' }).click();
  await expect(said('is active now.')).toBeVisible();

  await page.getByRole('button', { name: 'Change rate' }).click();
  await dialog.getByRole('textbox', { name: 'Requests a second' }).fill('7');
  await loseAnswer(page, 'sites.update');
  await dialog.getByRole('button', { name: 'Change rate' }).click();
  await expect(said('may read 7 times a second now.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Delete site' }).click();
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(domain);
  await loseAnswer(page, 'sites.delete');
  await dialog.getByRole('button', { name: 'Delete site' }).click();
  await expect(said('is deleted.')).toBeVisible();
  await expect(page).toHaveURL(`/accounts/${account.id}`);
});

test('if nothing answers, the page says that the outcome is unknown, and not that the change failed', async ({
  page,
}) => {
  const account = await makeAccount();
  await page.goto(`/accounts/${account.id}?dialog=email`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(`new-${unique()}@example.com`);
  await page.route(/\/api\/trpc\//, (route) => route.abort('connectionreset'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'No answer came. Whether it was done is not known: look before you try again.',
  );
});
