import { loseAnswer } from '../harness/lose-answer.ts';
import { admin, makeAccount, unique } from '../harness/operator.ts';
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
  await loseAnswer(page, 'admin.accounts.setReseller');
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

test('a key is created and the answer is lost: nobody has seen the key, and the dialog names it and revokes it', async ({
  page,
}) => {
  const account = await makeAccount();
  await page.goto(`/accounts/${account.id}?tab=keys&dialog=key`);
  await loseAnswer(page, 'admin.accounts.keys.create');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/^No answer came\. The key \w+ is made, but nobody can see it/);
  const keysOf = async () => (await admin().accounts.keys.list.query({ id: account.id })).keys;
  const [key] = await keysOf();
  await dialog.getByRole('button', { name: `Revoke ${key?.prefix}` }).click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText(`The key ${key?.prefix} is revoked.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await keysOf()).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
});

test('a change that never reaches the service is said not to be done, and can be tried again', async ({ page }) => {
  const account = await makeAccount();
  const email = `new-${unique()}@example.com`;
  await page.goto(`/accounts/${account.id}?dialog=email`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  const isMeant = ({ pathname }: URL): boolean => pathname === '/api/trpc/admin.accounts.update';
  await page.route(isMeant, (route) => route.abort('connectionreset'), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('No answer came. It was not done: you can try it again.');
  expect((await summaryOf(account)).email).toBe(account.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The e-mail is \u2068${email}\u2069 now.`)).toBeVisible();
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
