import { inLongRun } from '@goal/db/testing/long-run';

import { admin, makeAccount, unique } from '../harness/operator.ts';
import { addMember } from '../harness/people.ts';
import { expect, inUsedTab as test, type Page } from '../harness/test.ts';

const peopleOf = async (account: { id: string }) => admin().accounts.members.list.query({ id: account.id });
const rowOf = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Members' }).getByRole('row').filter({ hasText: email });

test('R§10.25 an account is made and its owner is invited: the link is shown once, and closing without a copy asks', async ({
  page,
}) => {
  const email = `new-${unique()}@example.com`;
  await page.goto('/accounts?dialog=create');
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible();
  await expect(page.getByText('Nobody signs in to this account yet')).toBeVisible();
  const invite = page.getByRole('button', { name: 'Invite its owner' });
  await invite.click();

  const dialog = page.getByRole('dialog', { name: /^Invite the owner of/ });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const shown = page.getByRole('dialog', { name: 'The owner is invited' });
  const secret = shown.getByTestId('secret');
  await expect(secret).toHaveText(/^http:\/\/localhost:\d+\/join#goal_inv_[a-z0-9]{8}_\w{32}$/);
  const link = (await secret.textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown.getByRole('alert')).toContainText('The link was not copied');
  await shown.getByRole('button', { name: 'Close without copying' }).click();
  await expect(shown).toBeHidden();

  const row = page.getByRole('region', { name: 'Open invitations' }).getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('owner');
  await expect(row).toContainText('the provider');
  expect(await page.content()).not.toContain(link.split('_').at(-1));
  const [account] = (await admin().accounts.list.query({ q: email })).accounts;
  expect((await peopleOf(account ?? { id: '' })).invitations).toMatchObject([{ email, role: 'owner' }]);
});

inLongRun(() => {
  test('R§10.25 a bad e-mail is refused at its field; once an owner has joined the button says whom to ask, and so does the API', async ({
    page,
    faults,
  }) => {
    faults.allow(/status of (400|409)/);
    const account = await makeAccount();
    await page.goto(`/accounts/${account.id}?tab=people&dialog=invite`);
    const dialog = page.getByRole('dialog', { name: /^Invite the owner of/ });
    await dialog.getByLabel('E-mail').fill('nobody');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('An e-mail has one @, without spaces, and a domain behind it')).toBeVisible();
    await addMember(account, 'owner');
    await dialog.getByLabel('E-mail').fill('late@example.com');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('This account has an owner — ask them to invite.');
    await page.reload();
    await page.keyboard.press('Escape');
    const invite = page.getByRole('button', { name: 'Invite its owner' });
    await expect(invite).toBeDisabled();
    await expect(invite).toHaveAccessibleDescription('The account has an owner: ask them to invite');
  });

  test('R§10.25 a member gets a new way in, by a link that is shown once, and is removed; the only owner stays', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-write', 'clipboard-read']);
    const account = await makeAccount();
    const owner = await addMember(account, 'owner');
    const viewer = await addMember(account, 'viewer');
    await page.goto(`/accounts/${account.id}`);
    await page.getByRole('tab', { name: 'People' }).click();
    await expect(page.getByRole('status').getByText('2 members')).toBeVisible();
    await expect(rowOf(page, owner.email).getByRole('button', { name: `Remove ${owner.email}` })).toBeDisabled();
    await expect(
      rowOf(page, owner.email).getByRole('button', { name: `Remove ${owner.email}` }),
    ).toHaveAccessibleDescription('The account keeps one owner');

    await page.getByRole('button', { name: `Make a new way in for ${viewer.email}` }).click();
    await expect(page).toHaveURL(new RegExp(`reset=${viewer.id}`));
    const dialog = page.getByRole('dialog', { name: /^Make a new way in for/ });
    await expect(dialog).toContainText('in all accounts of this person');
    await dialog.getByRole('button', { name: 'Make a new way in' }).click();
    const shown = page.getByRole('dialog', { name: 'A new way in' });
    await expect(shown.getByTestId('secret')).toHaveText(/\/join#goal_inv_[a-z0-9]{8}_\w{32}$/);
    await shown.getByRole('button', { name: 'Copy link' }).click();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toBeHidden();

    await page.getByRole('button', { name: `Remove ${viewer.email}` }).click();
    const removal = page.getByRole('dialog', { name: /^Remove/ });
    await removal.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`\u2068${viewer.email}\u2069 is no longer a member.`)).toBeVisible();
    await expect(rowOf(page, viewer.email)).toHaveCount(0);
    expect((await peopleOf(account)).members.map(({ email }) => email)).toEqual([owner.email]);

    await page.getByRole('tab', { name: 'Record' }).click();
    const acts = page.getByRole('region', { name: 'Record of actions' }).locator('tbody').getByRole('row');
    await expect(acts.filter({ hasText: 'made a new way in for' })).toContainText(viewer.email);
    await expect(acts.filter({ hasText: 'removed the member' })).toContainText(viewer.email);
  });

  test.describe('a read-only token', () => {
    test.use({ as: 'reader' });

    test('R§10.25 sees the people and changes nothing, not even by a link', async ({ page }) => {
      const account = await makeAccount();
      const viewer = await addMember(account, 'viewer');
      for (const open of ['reset', 'remove']) {
        await page.goto(`/accounts/${account.id}?tab=people&${open}=${viewer.id}`);
        await expect(page.getByRole('button', { name: `Remove ${viewer.email}` })).toHaveAccessibleDescription(
          'Your token is read-only (admin:read)',
        );
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  });
});
