import { expect, inUsedTab as test, type Page } from '../harness/dashboard.ts';
import { makeColleague, makeMember, signInAs, signInInstead } from '../harness/member.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('R§10.34 a view is saved in the log; in the list of views its owner shares, renames, keeps and deletes it, and a viewer may only open it', async ({
  page,
  context,
  faults,
}) => {
  const owner = await makeMember();
  const viewer = await makeColleague(owner, { role: 'viewer' });
  const log = `/a/${owner.account.id}/log`;
  await signInAs(context, owner);
  await page.goto(`${log}?q=deleted&severity=high`);
  const menu = page.getByRole('dialog', { name: 'Save view' });
  const name = menu.getByLabel('Name of the view');
  const opener = page.getByRole('button', { name: 'Save view' });
  // By keyboard alone: what is typed is the name, and opens no other menu.
  const saveByKeys = async (typed: string): Promise<void> => {
    await opener.focus();
    await page.keyboard.press('s');
    await expect(name).toBeFocused();
    await page.keyboard.type(typed);
    // The answer to the save before may still be on its way into the lists.
    await expect(menu.getByRole('button', { name: 'Save' })).toBeEnabled();
    await page.keyboard.press('Enter');
  };
  await saveByKeys('Deletions');
  await expect(page.getByText('The view was saved.')).toBeVisible();
  await expect(menu).toBeHidden();
  faults.allow(/status of 409/);
  await saveByKeys('Deletions');
  const refusal = menu.getByText('A view has this name already.');
  await expect(refusal).toBeVisible();
  await page.keyboard.type(' of users');
  await expect(refusal).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await opener.click();
  await menu.getByRole('link', { name: /^All views/ }).click();
  await expect(row(page, 'Deletions')).toContainText('Last 7 days · message: deleted · severity: high');
  await expect(row(page, 'Deletions')).toContainText('you alone');

  const change = async (from: string, to: string): Promise<void> => {
    await page.getByRole('button', { name: `Change the view ${from}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(to);
    await dialog.getByRole('switch', { name: 'For all who read what it covers' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await change('Deletions', 'Removals');
  await expect(row(page, 'Removals')).toContainText('all who read what it covers');
  await signInInstead(page, viewer);
  await page.goto(`${log}/views`);
  await expect(row(page, 'Removals')).toContainText('all who read what it covers');
  await expect(page.getByRole('button', { name: /the view/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Removals' }).click();
  await expect(page).toHaveURL(/log\?q=deleted&severity=high&view=/);
  await signInInstead(page, owner);
  await page.goto(`${log}/views`);

  await change('Removals', 'Deletions');
  await expect(row(page, 'Deletions')).toContainText('you alone');
  await page.getByRole('button', { name: 'Delete the view Deletions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
});

test('a name that is typed on while its view is being saved takes no second save and hides no refusal', async ({
  page,
  context,
  faults,
}) => {
  const owner = await makeMember();
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log?q=deleted`);
  const menu = page.getByRole('dialog', { name: 'Save view' });
  const name = menu.getByLabel('Name of the view');
  const opener = page.getByRole('button', { name: 'Save view' });
  await opener.click();
  await name.fill('Deletions');
  await name.press('Enter');
  await expect(page.getByText('The view was saved.')).toBeVisible();
  const button = menu.getByRole('button', { name: 'Save', exact: true });
  await opener.click();
  await expect(button).toBeEnabled();

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/dashboard\.views\.save/, async (route) => {
    await held;
    await route.continue();
  });
  faults.allow(/status of 409/);
  await name.fill('Deletions');
  const asked = page.waitForRequest(/dashboard\.views\.save/);
  await name.press('Enter');
  await asked;
  await name.pressSequentially(' of users');
  await expect(button).toBeDisabled();
  release();
  await expect(menu.getByText('A view has this name already.')).toBeVisible();
});
