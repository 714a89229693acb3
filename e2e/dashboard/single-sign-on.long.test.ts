import { expect, type Page, settled } from '../harness/dashboard.ts';
import { providerName, signInAtProvider, test } from '../harness/mail-and-sso.ts';
import { invite } from '../harness/member.ts';
import { makeAccount, makeSites, unique } from '../harness/operator.ts';
import { goal } from '../service/goal.ts';
import { forgetConfirmation, pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// One worker with one service, where single sign-on is the only way in.
test.use({ signIn: 'sso' });
test.describe.configure({ mode: 'default' });

/** Expects a page that offers the provider, and no other way in. */
async function expectProviderAlone(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: `Continue with ${providerName}` })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('input')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(?!Theme)/ })).toHaveCount(0);
  await expect(page.getByText(/password|passkey|code by mail|forgot/i)).toHaveCount(0);
}

test('R§10.10 R§10.15 where single sign-on is the only way in, sign-in and invitation show it alone, and so does the page of the person; it confirms acts, and keeps the ticks of a choice meanwhile', async ({
  page,
  context,
  faults,
  provider,
}) => {
  // What wants a confirmation is refused until then.
  faults.allow(/status of 403/);
  const account = await makeAccount();
  const { email, secret } = await invite(account);
  const login = provider.know(unique(), { email, email_verified: true });
  await page.goto(`/a/${account.id}`);
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expectProviderAlone(page);
  await page.goto(`/join#${secret}`);
  await expect(page.getByRole('heading', { name: `Join ${account.email}` })).toBeVisible();
  await expectProviderAlone(page);
  await page.getByRole('link', { name: `Continue with ${providerName}` }).click();
  await signInAtProvider(page, login);
  await expect(page).toHaveURL(`/a/${account.id}/log`);

  await page.goto('/me');
  await expect(page.getByRole('region', { name: 'Single sign-on' })).toContainText(provider.issuer);
  for (const name of ['Password', 'Passkeys', 'Second factor'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /password|passkey|turn on/i })).toHaveCount(0);
  // Mails go out all the same, and can be switched off (R§10.28).
  await expect(page.getByRole('region', { name: 'Mails' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeVisible();

  // A password from before the setting confirms nothing.
  await pastTheService(world(), `UPDATE person SET password = 'old', password_at = now() WHERE email = '${email}'`);
  await forgetConfirmation(world(), email);
  await page.goto(`/a/${account.id}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite' });
  await inviting.getByLabel('E-mail').fill(`mia-${unique()}@example.com`);
  await inviting.getByRole('button', { name: 'Make the invitation' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirming.getByRole('link', { name: `Confirm with ${providerName}` })).toBeVisible();
  await expect(confirming.getByRole('textbox')).toHaveCount(0);
  await expect(confirming.getByText(/password|passkey/i)).toHaveCount(0);

  // The ticks of a choice that leaves for the provider are there again afterwards.
  await makeSites(account, 2);
  await page.goto(`/a/${account.id}/sites/choose`);
  await page.getByRole('checkbox').first().uncheck();
  await page.getByRole('button', { name: 'Make these sites active' }).click();
  await page.getByRole('link', { name: `Confirm with ${providerName}` }).click();
  await signInAtProvider(page, login);
  await expect(page).toHaveURL(`/a/${account.id}/sites/choose`);
  await expect(page.getByText('1 of 25 chosen')).toBeVisible();
  await expect(page.getByRole('checkbox').first()).not.toBeChecked();
  await page.getByRole('button', { name: 'Make these sites active' }).click();
  await expect(page.getByText('0 sites were activated, 1 paused.')).toBeVisible();

  // Signed out, the same invitation is used, and the same person comes in again. A page that
  // still asks for something would lead to the sign-in by itself.
  await expect(page).toHaveURL(`/a/${account.id}/sites`);
  await settled(page);
  await page.goto('/api/health');
  await context.clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: `Continue with ${providerName}` }).click();
  await signInAtProvider(page, login);
  await expect(page).toHaveURL(`/a/${account.id}/log`);
});

test('where single sign-on is the only way in, no route takes a password, a passkey, a code or a link', async ({
  page,
}) => {
  const { secret } = await invite(await makeAccount());
  const headers = { origin: world().dashboard };
  for (const [path, data] of [
    ['password', { email: 'jo@example.com', password: 'four harbour bakery lamps' }],
    ['passkey/begin', {}],
    ['code/ask', { email: 'jo@example.com' }],
    ['join', { token: secret, password: 'four harbour bakery lamps' }],
  ] as const) {
    const answer = await page.request.post(`/api/entry/${path}`, { data, headers });
    expect([path, answer.status(), await answer.text()]).toEqual([path, 404, '{"error":"not found"}']);
  }
});

test('where single sign-on is the only way in, the link of a reset leads there', async ({ page, provider }) => {
  const email = `ada-${unique()}@example.com`;
  await pastTheService(world(), `INSERT INTO person (email) VALUES ('${email}')`);
  const { link } = JSON.parse(await goal(world().dataDir, 'people', 'reset', email, '--json')) as { link: string };
  // The command knows the default address of the dashboard, and this one has a port of its own.
  await page.goto(`/join${new URL(link).hash}`);
  await expect(page.getByText(`Every earlier way in of ${email} is void`)).toContainText(
    `Everybody signs in here with ${providerName}.`,
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const login = provider.know(unique(), { email, email_verified: true });
  await page.getByRole('link', { name: `Continue with ${providerName}` }).click();
  await signInAtProvider(page, login);
  await expect(page.getByText('You are a member of no account')).toBeVisible();
});
