import { inLongRun, rowsOf } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import {
  inviteAs,
  join,
  makeColleague,
  makeMember,
  password,
  secretOf,
  signInAs,
  signInByPassword,
  signInInstead,
} from '../harness/member.ts';
import { makeGroup, makeKey, unique } from '../harness/operator.ts';
import { addColleague } from '../harness/reach.ts';
import { world } from '../service/world.ts';

test('R§10.3 an owner invites a colleague as viewer of one group, who sees that group and no settings', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of (403|404)/);
  const owner = await makeMember();
  const group = await makeGroup(await makeKey(owner.account), { name: 'Shops' });
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  const email = `mia-${unique()}@client.test`;
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Sees').selectOption({ label: 'The group Shops alone' });
  await expect(dialog.getByRole('status')).toHaveText(`${email} will see the sites of Shops, and nothing else.`);
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  const link = await page.getByTestId('secret').innerText();
  expect(link.startsWith(`${world().dashboard}/join#goal_inv_`)).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Close without copying' }).click();
  const invited = page.getByRole('region', { name: 'Open invitations' }).getByRole('row').filter({ hasText: email });
  await expect(invited).toContainText('Shops');

  const mia = { session: await join(secretOf(link), { password, name: 'Mia' }) };
  await signInInstead(page, mia);
  await page.goto(`/a/${owner.account.id}`);
  await expect(page.getByRole('banner')).toContainText(`${owner.account.email} · ${group.name}`);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  for (const path of rowsOf(['keys'], ['record', 'account'])) {
    await page.goto(`/a/${owner.account.id}/settings/${path}`);
    await expect(page.getByText('Your role does not open this page.')).toBeVisible();
  }
  // Another account, and one that does not exist, look the same.
  const { account: foreign } = await makeMember();
  for (const id of rowsOf([foreign.id], ['00000000-0000-4000-8000-000000000000', 'nonsense'])) {
    await page.goto(`/a/${id}`);
    await expect(page.getByText('This account does not exist, or it was deleted.')).toBeVisible();
  }

  await signInInstead(page, owner);
  await page.goto(`/a/${owner.account.id}/settings/members`);
  const row = page.getByRole('region', { name: 'Members' }).getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Mia');
  await row.getByRole('button', { name: 'Remove Mia' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/Mia\W* is removed/)).toBeVisible();
  await signInInstead(page, mia);
  await page.goto(`/a/${owner.account.id}`);
  await expect(page.getByText('This account does not exist, or it was deleted.')).toBeVisible();
});

inLongRun(() => {
  test('R§10.3 an invitation gets a new link, and is revoked; the last owner stays', async ({
    page,
    context,
    faults,
  }) => {
    faults.allow(/status of 409/);
    const owner = await makeMember();
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings/members`);
    const email = `mia-${unique()}@client.test`;
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Make the invitation' }).click();
    const first = await page.getByTestId('secret').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close without copying' }).click();

    await page.getByRole('button', { name: `New link for ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByTestId('secret')).not.toHaveText(first);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close without copying' }).click();
    await expect(join(secretOf(first))).rejects.toThrow('404');

    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the invitation' }).click();
    await expect(page.getByText(`The invitation of ${email} is revoked.`)).toBeVisible();

    // Nobody removes themselves: they leave, on their own page.
    expect(await page.getByRole('button', { name: `Remove ${owner.email}` }).count()).toBe(0);
    await expect(page.getByRole('link', { name: 'Leave' })).toHaveAttribute('href', '/me');
    await page.getByRole('button', { name: `Change ${owner.email}` }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'An account keeps one owner. Make somebody else an owner first.',
    );
  });

  test('R§10.6 the address of the settings itself leads to a page that the member may open', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Members');
    await expect(page).toHaveURL(`/a/${owner.account.id}/settings/members`);
    await expect(page.getByText('Your role does not open this page.')).toHaveCount(0);
  });

  test('R§10.3 an admin sees the invitation of an owner, and what to do with it is for owners; an admin leaves the account and deletes themself', async ({
    page,
    context,
  }) => {
    const owner = await makeMember();
    const admin = await makeColleague(owner, { role: 'admin' });
    const [ofOwner, ofViewer] = [await inviteAs(owner, { role: 'owner' }), await inviteAs(owner)];
    await signInAs(context, admin);
    await page.goto(`/a/${owner.account.id}/settings/members`);
    const rowOf = ({ email }: { email: string }) =>
      page.getByRole('region', { name: 'Open invitations' }).getByRole('row').filter({ hasText: email });
    await expect(rowOf(ofOwner)).toContainText('for owners');
    await expect(rowOf(ofOwner).getByRole('button')).toHaveCount(0);
    await expect(rowOf(ofViewer).getByRole('button')).toHaveCount(2);

    await page.goto('/me');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: `Leave ${owner.account.email}` }).click();
    await dialog.getByRole('textbox').fill(owner.account.email);
    await dialog.getByRole('button', { name: 'Leave the account' }).click();
    await expect(page.getByText(/You have left/)).toContainText(owner.account.email);
    await expect(page.getByText('You are a member of no account.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete me' }).click();
    await dialog.getByRole('textbox').fill(admin.email);
    await dialog.getByRole('button', { name: 'Delete me' }).click();
    await expect(page.getByText('You are deleted, and can no longer sign in here.')).toBeVisible();
    await expect(signInByPassword(admin.email)).rejects.toThrow(/did not sign in: 401/);
  });

  test('an invitation ends with the admin who made it; the admin comes back only by another one', async ({
    page,
    context,
    browser,
  }) => {
    const owner = await makeMember();
    const admin = await addColleague(owner, { role: 'admin' });
    const guest = await inviteAs({ account: owner.account, session: admin.session });
    await signInAs(context, owner);
    await page.goto(`/a/${owner.account.id}/settings/members`);
    const invitations = page.getByRole('region', { name: 'Open invitations' });
    await expect(invitations.getByRole('row').filter({ hasText: guest.email })).toContainText(admin.email);
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByRole('button', { name: 'Remove Mia' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(/Mia\W* is removed/)).toBeVisible();
    await expect(invitations).toHaveCount(0);

    const colleague = await browser.newContext({ baseURL: world().dashboard });
    const second = await colleague.newPage();
    await second.goto(`/join#${guest.secret}`);
    await expect(second.getByRole('alert').filter({ hasText: 'was used, was revoked or has expired' })).toBeVisible();
    await signInAs(colleague, admin);
    await second.goto('/accounts');
    await expect(second.getByText('You are a member of no account')).toBeVisible();

    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByLabel('E-mail').fill(admin.email);
    await dialog.getByRole('button', { name: 'Make the invitation' }).click();
    await second.goto(await page.getByTestId('secret').innerText());
    await second.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(second).toHaveURL(`/a/${owner.account.id}/log`);
    await second.getByRole('link', { name: 'Usage' }).click();
    await expect(second.getByText(/^Viewer: /)).toBeVisible();
    await colleague.close();
  });
});
