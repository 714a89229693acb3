import { inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab as test, type Page } from '../harness/dashboard.ts';
import { inviteAs, makeMember, password, signInAs } from '../harness/member.ts';
import { world } from '../service/world.ts';

/** Signs somebody in in a tab, as a person does. */
async function signInAt(page: Page, email: string): Promise<void> {
  // A reason shows the form also to somebody who is signed in.
  await page.goto('/sign-in?reason=left');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: `Signed in as ${email}` })).toBeVisible();
}

test('R§10.30 a tab of one person does nothing in the name of another who has signed in since', async ({
  page,
  context,
  faults,
}) => {
  faults.allow(/status of 409/);
  const [first, second] = [await makeMember(), await makeMember()];
  await signInAs(context, first);
  await page.goto('/me');
  await page.getByLabel('Name', { exact: true }).fill('Not this person');
  await signInAt(await context.newPage(), second.email);

  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('Somebody else has signed in with this browser.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Signed in as ${second.email}` })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  const cookie = (await context.cookies()).find(({ name }) => name === 'goal_session');
  const me = await fetch(`${world().api}/trpc/me.get`, { headers: { authorization: `Bearer ${cookie?.value}` } });
  expect(await me.json()).toMatchObject({ result: { data: { email: second.email, name: null } } });
  // From now on the tab is the second person's.
  await page.getByLabel('Name', { exact: true }).fill('Second');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByRole('button', { name: 'Signed in as Second' })).toBeVisible();
});

inLongRun(() => {
  test('the same person may sign in again in another tab, and goes on in the first', async ({ page, context }) => {
    const member = await makeMember();
    await signInAs(context, member);
    await page.goto('/me');
    await page.getByLabel('Name', { exact: true }).fill('Jo');
    await signInAt(await context.newPage(), member.email);
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(page.getByRole('button', { name: 'Signed in as Jo' })).toBeVisible();
  });
});

/** Signs out by the menu of a page. */
async function signOutAt(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: `Signed in as ${email}` }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
}

inLongRun(() => {
  test('R§10.30 «Sign out» in a tab of one person does not sign out another who has signed in since', async ({
    page,
    context,
    faults,
  }) => {
    // A tab may be counting events while its session ends.
    faults.allow(/status of (401|409)/);
    const [first, second] = [await makeMember(), await makeMember()];
    await signInAs(context, first);
    await page.goto('/me');
    await expect(page.getByRole('button', { name: `Signed in as ${first.email}` })).toBeVisible();
    const newer = await context.newPage();
    await signInAt(newer, second.email);

    await signOutAt(page, first.email);
    await expect(page.getByText('Somebody else has signed in with this browser.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Signed in as ${second.email}` })).toBeVisible();
    await newer.reload();
    await expect(newer.getByRole('button', { name: `Signed in as ${second.email}` })).toBeVisible();
    // The tab is the second person's by now, and signs them out.
    await signOutAt(page, second.email);
    await expect(page.getByText('You are signed out.')).toBeVisible();
  });
});

inLongRun(() => {
  test('an invitation that one person opened does not sign out another who has signed in since, and stays open', async ({
    page,
    context,
    faults,
  }) => {
    // The second tab may be counting events while its session ends.
    faults.allow(/status of (401|409)/);
    const [first, second] = [await makeMember(), await makeMember()];
    const { email, secret } = await inviteAs(first);
    await signInAs(context, first);
    await page.goto(`/join#${secret}`);
    await expect(page.getByText(`You are signed in as ${first.email}`)).toBeVisible();
    await signInAt(await context.newPage(), second.email);

    await page.getByRole('button', { name: 'Sign out and go on' }).click();
    await expect(
      page.getByText(`You are signed in as ${second.email}, and the invitation is for ${email}.`),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Sign out and go on' }).click();
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});
