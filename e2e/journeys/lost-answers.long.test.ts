import { loseAnswer } from '../harness/lose-answer.ts';
import { admin, makeAccount, makeKey, makeSite, unique } from '../harness/operator.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

// What lost-answers.all.test.ts shows, of other acts.

/** The answers that these tests lose on purpose, and the 404 of deleted things. */
const expected = /Failed to load resource|status of 404/;
test.beforeEach(({ faults }) => faults.allow(expected));

test('a plan is changed with sites to activate and the answer is lost: the page says that the sites are still paused, and offers to activate them', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'pro' });
  for (let site = 0; site < 3; site += 1) await makeSite(account);
  await admin().accounts.setPlan.mutate({ id: account.id, plan: 'free' });
  await page.goto(`/accounts/${account.id}?tab=sites&dialog=plan`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^pro/ }).check();
  await dialog.getByRole('checkbox', { name: /that the last downgrade paused/ }).check();
  await loseAnswer(page, 'admin.accounts.setPlan');
  await dialog.getByRole('button', { name: 'Change plan to pro and activate' }).click();
  await expect(page.getByText(/is on the pro plan now\. The sites were not activated\.$/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Activate all 2' })).toBeEnabled();
});

test('a key is revoked and the answer is lost: the page says that it is revoked', async ({ page }) => {
  const account = await makeAccount();
  const prefix = (await makeKey(account)).split('_')[2] ?? '';
  await page.goto(`/accounts/${account.id}?tab=keys`);
  await page.getByRole('button', { name: `Revoke key ${prefix}` }).click();
  await loseAnswer(page, 'admin.accounts.keys.revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText(`No answer came. The key ${prefix} is revoked.`)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a site is registered and the answer is lost: the dialog says that it exists, and what to do about its key', async ({
  page,
}) => {
  const account = await makeAccount();
  const name = unique();
  await page.goto(`/accounts/${account.id}?tab=sites&dialog=site`);
  const dialog = page.getByRole('dialog');
  // The service stores it in lower case and in punycode.
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(`Bücher.${name}.example.com.`);
  await loseAnswer(page, 'admin.accounts.sites.create');
  await dialog.getByRole('button', { name: 'Register site' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    /^No answer came\. The site is registered now, but its key [0-9a-zA-Z]+ was lost/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Sites' })).toContainText(`xn--bcher-kva.${name}.example.com`);
});

test('an account is created and deleted, and the answers are lost: each time the page says so and goes where an answer would have led', async ({
  page,
}) => {
  const email = `lost-${unique()}@example.com`;
  await page.goto('/accounts?dialog=create');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await loseAnswer(page, 'admin.accounts.create');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`No answer came. Account \u2068${email}\u2069 created.`)).toBeVisible();
  const [account] = (await admin().accounts.list.query({ q: email })).accounts;
  await expect(page).toHaveURL(`/accounts/${account?.id}?tab=people`);

  await page.goto(`/accounts/${account?.id}?dialog=delete`);
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(email);
  await loseAnswer(page, 'admin.accounts.delete');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText(`No answer came. \u2068${email}\u2069 was deleted.`)).toBeVisible();
  await expect(page).toHaveURL('/accounts');
});

test('the plan and the e-mail of an account are changed and the answers are lost: each time the page shows the actual state', async ({
  page,
}) => {
  const account = await makeAccount({ plan: 'starter' });
  await page.goto(`/accounts/${account.id}?dialog=plan`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^pro/ }).check();
  await loseAnswer(page, 'admin.accounts.setPlan');
  await dialog.getByRole('button', { name: 'Change plan to pro' }).click();
  await expect(page.getByText(`No answer came. \u2068${account.email}\u2069 is on the pro plan now.`)).toBeVisible();
  await expect(dialog).toBeHidden();

  const local = `new-${unique()}`;
  const email = `${local}@xn--bcher-kva.example`;
  await page.goto(`/accounts/${account.id}?dialog=email`);
  // The service stores it in lower case and in punycode.
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(` ${local.toUpperCase()}@Bücher.example`);
  await loseAnswer(page, 'admin.accounts.update');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`No answer came. The e-mail is \u2068${email}\u2069 now.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
});

test('a site is revoked, restored, activated, slowed down and deleted, and each answer is lost: each time the page shows the actual state', async ({
  page,
}) => {
  const account = await makeAccount();
  const { site_id: id, domain } = await makeSite(account);
  const dialog = page.getByRole('dialog');
  const said = (sentence: string) => page.getByText(`No answer came. ${domain} ${sentence}`);
  await page.goto(`/sites/${id}?dialog=revoke`);
  await loseAnswer(page, 'admin.sites.revoke');
  await dialog.getByRole('button', { name: 'Revoke site' }).click();
  await expect(said('is revoked.')).toBeVisible();

  await page.getByRole('button', { name: 'Restore site' }).click();
  await loseAnswer(page, 'admin.sites.restore');
  await dialog.getByRole('button', { name: 'Restore to paused' }).click();
  await expect(said('is restored, and paused.')).toBeVisible();

  await loseAnswer(page, 'admin.sites.activate');
  await page.getByRole('button', { name: 'Activate site' }).click();
  await expect(said('is active.')).toBeVisible();

  await page.getByRole('button', { name: 'Change rate' }).click();
  await dialog.getByRole('textbox', { name: 'Requests a second' }).fill('7');
  await loseAnswer(page, 'admin.sites.update');
  await dialog.getByRole('button', { name: 'Change rate' }).click();
  await expect(said('may read 7 times a second.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Delete site' }).click();
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(domain);
  await loseAnswer(page, 'admin.sites.delete');
  await dialog.getByRole('button', { name: 'Delete site' }).click();
  await expect(said('is deleted.')).toBeVisible();
  await expect(page).toHaveURL(`/accounts/${account.id}`);
});
