import { expect, type Page } from '../harness/dashboard.ts';
import { providerName, signInAtProvider, signInBySso, test } from '../harness/mail-and-sso.ts';
import { invite, makeMember, password } from '../harness/member.ts';
import { makeAccount, unique } from '../harness/operator.ts';
import { forgetConfirmation } from '../service/past.ts';
import { world } from '../service/world.ts';

// Two tabs, turning back, and coming as somebody else: what single sign-on does in a browser.

// One worker, because it has a service of its own.
test.describe.configure({ mode: 'default' });

/** Turns back at the provider. */
async function turnBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cancel' }).click();
}
const continueThere = (page: Page): Promise<void> =>
  page.getByRole('link', { name: `Continue with ${providerName}` }).click();

test('R§10.14 two tabs that sign in at once each finish at their own page, and whoever loads the way back again goes on', async ({
  page,
  context,
  provider,
}) => {
  const { email } = await makeMember();
  const login = provider.know(unique(), { email, email_verified: true });
  const second = await context.newPage();
  const ways: string[] = [];
  context.on('request', (request) => void (/sso\/return/.test(request.url()) && ways.push(request.url())));
  await page.goto('/sign-in?next=%2Fme');
  await second.goto('/sign-in?next=%2Flicences');
  await continueThere(page);
  await continueThere(second);
  await signInAtProvider(page, login);
  await expect(page).toHaveURL('/me');
  await signInAtProvider(second, login);
  await expect(second).toHaveURL('/licences');
  const [first = '', last = ''] = ways;
  for (const [tab, way, at] of [
    [page, first, '/me'],
    [second, last, '/licences'],
    [second, first.replace(/state=[^&]+/, 'state=unknown'), /\/a\/[^/]+\/log$/],
  ] as const) {
    await tab.goto(way);
    await expect(tab).toHaveURL(at);
  }
  // Nobody is signed in any more: the way in is asked for, and leads to the page all the same.
  await second.goto('/api/health');
  const session = (await context.cookies(world().dashboard)).find(({ name }) => name.endsWith('goal_session'));
  await context.clearCookies({ name: session?.name ?? '' });
  await second.goto(last);
  await expect(second).toHaveURL('/sign-in?refused=attempt_expired&next=%2Flicences');
});

test('R§10.14 a refused sign-in keeps the page that was asked for, names the e-mail that came, and lets the person come as somebody else', async ({
  page,
  context,
  provider,
}) => {
  const { email } = await makeMember();
  const login = provider.know(unique(), { email, email_verified: true });
  const strange = `stranger-${unique()}@example.com`;
  const stranger = provider.know(unique(), { email: strange, email_verified: true });
  await page.goto('/sign-in?next=%2Fme');
  await continueThere(page);
  await turnBack(page);
  await expect(page).toHaveURL('/sign-in?refused=sign_in_not_completed&next=%2Fme');
  await expect(page.getByRole('status')).toHaveText('The sign-in was not completed.');
  await continueThere(page);
  await signInAtProvider(page, stranger);
  await expect(page).toHaveURL('/sign-in?refused=nobody_invited&next=%2Fme');
  await expect(page.getByRole('status')).toHaveText('Nobody has invited this e-mail.');
  await expect(page.getByText(`You came from ${providerName} as ${strange}.`)).toBeVisible();
  expect((await context.cookies(world().dashboard)).map(({ name }) => name)).toEqual([]);
  // The provider remembers the stranger, and asks all the same.
  await page.getByRole('link', { name: 'Use another account there' }).click();
  await signInAtProvider(page, login);
  await expect(page).toHaveURL('/me');
});

test('R§10.15 a confirmation that is refused leads back to the page with what was typed and chosen, and says what to do, which works', async ({
  page,
  faults,
  provider,
}) => {
  faults.allow(/status of 403/);
  const { email, account } = await makeMember();
  const login = provider.know(unique(), { email, email_verified: true });
  await signInBySso(page, login);
  await forgetConfirmation(world(), email);
  await page.goto(`/a/${account.id}/settings/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  const asking = page.getByRole('dialog', { name: 'New key' });
  await asking.getByLabel('Name').fill('the nightly job');
  await asking.getByLabel('May do').selectOption('read');
  await asking.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('link', { name: `Confirm with ${providerName}` }).click();
  await turnBack(page);
  const refused = page.getByRole('dialog', { name: 'Not confirmed' });
  await expect(refused.getByRole('alert')).toContainText(`${providerName} did not say that you`);
  await expect(page).toHaveURL(`/a/${account.id}/settings/keys?dialog=new-key`);
  await expect(asking.getByLabel('Name')).toHaveValue('the nightly job');
  await refused.getByRole('link', { name: `Sign in again with ${providerName}` }).click();
  await signInAtProvider(page, login);
  await expect(asking.getByLabel('Name')).toHaveValue('the nightly job');
  await expect(asking.getByLabel('May do')).toHaveValue('read');
  await asking.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByTestId('secret')).toContainText('goal_acct_');
});

test('R§10.21 a copied link says what the first single sign-on removes, and the page after it says so once', async ({
  page,
  context,
  provider,
}) => {
  const { email, secret } = await invite(await makeAccount());
  await page.goto(`/join#${secret}`);
  await expect(page.getByText(`The first sign-in with ${providerName} or with a code by mail proves it`)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/log$/);
  await page.goto('/me');
  await expect(page.getByText(`The first sign-in with ${providerName} or with a code by mail proves it`)).toBeVisible();
  await page.goto('about:blank');
  await context.clearCookies();
  await signInBySso(page, provider.know(unique(), { email, email_verified: true }));
  const told = page.getByRole('status').filter({ hasText: 'Earlier ways to sign in were removed' });
  await expect(told).toContainText('What was set up before is gone: the password.');
  await page.goto('/me');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Me');
  await expect(page.getByRole('region', { name: 'Password' })).toContainText('You have no password.');
  await expect(told).toHaveCount(0);
  await expect(page.getByText('The first sign-in with')).toHaveCount(0);
});

test('before its scripts run the sign-in shows what it shows with them, so that nothing moves away from a click', async ({
  page,
  browser,
}) => {
  await page.goto('/sign-in');
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const early = await bare.newPage();
  await early.goto(page.url());
  const passkey = { name: 'Sign in with a passkey' };
  await expect(page.getByRole('button', passkey)).toBeEnabled();
  await expect(early.getByRole('button', passkey)).toBeDisabled();
  const shown = async (one: Page): Promise<string[]> => {
    const texts = await one.getByRole('main').getByRole('button').or(one.getByRole('link')).allInnerTexts();
    // The eye inside the field of the password has no text, and comes with the scripts.
    return texts.filter((text) => text !== '');
  };
  expect(await shown(early)).toEqual(await shown(page));
  await bare.close();
});
