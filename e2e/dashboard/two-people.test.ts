import { expect, type Page, test } from '../harness/dashboard.ts';
import { makeMember, password, signInAs } from '../harness/member.ts';
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

test('R§10.30 the same person may sign in again in another tab, and goes on in the first', async ({
  page,
  context,
}) => {
  const member = await makeMember();
  await signInAs(context, member);
  await page.goto('/me');
  await page.getByLabel('Name', { exact: true }).fill('Jo');
  await signInAt(await context.newPage(), member.email);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByRole('button', { name: 'Signed in as Jo' })).toBeVisible();
});
