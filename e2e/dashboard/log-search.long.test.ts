import { expect, inUsedTab as test } from '../harness/dashboard.ts';
import { expectGood } from '../harness/good.ts';
import { rows, send } from '../harness/log.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeSite } from '../harness/operator.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

test('a search in many events says how far back it looked and goes on when it is asked to; what the histogram did not count is hatched', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const site = await makeSite(owner.account);
  await send(site, [{ message: 'Read a page', minutesAgo: 0 }]);
  // A page looks at 10,000 events, and goes on by itself three times.
  await pastTheService(
    world(),
    `INSERT INTO event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
     SELECT account, 1000000000000 + n, site, occurred_at - n * interval '5 seconds', code, user_id, severity, object,
       event_type, username, CASE n WHEN 41000 THEN 'The needle' ELSE message END
     FROM event, generate_series(1, 41500) n WHERE account = (SELECT no FROM account WHERE id = '${owner.account.id}')`,
  );
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log?q=needle`);
  const end = page.getByRole('status').filter({ hasText: /^Searched back to .* — no match yet/ });
  const more = end.getByRole('button', { name: 'Search on' });
  await expect(more).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText(/^0 in the newest [\d,]+ · counted back to/)).toBeVisible();
  const uncounted = page.getByTitle('Not counted');
  await expect(uncounted).toBeVisible();
  expect(await uncounted.evaluate((part) => getComputedStyle(part).backgroundImage)).toContain(
    'repeating-linear-gradient',
  );
  // On a busy machine a page looks at fewer events.
  await expect
    .poll(async () => {
      if (await more.isVisible()) await more.click();
      return rows(page).count();
    })
    .toBe(1);
  await expect(rows(page)).toContainText('The needle');
  await expect(page.getByText('That is all: nothing further matches.')).toBeVisible();
});

test('a typed name that several sites have stays in its field beside those that it may mean, of which one is chosen; the folders count all sites', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const [one, other] = [await makeSite(owner.account), await makeSite(owner.account)];
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log`);
  const folders = page.getByRole('region', { name: 'Groups and sites' });
  await expect(folders.getByRole('button', { name: 'All sites' })).toHaveText(/^All sites\s*2$/);
  const field = page.getByLabel(/^Words of the message/);
  await field.fill('site:example');
  await field.press('Enter');
  const problem = page.getByRole('alert').filter({ hasText: 'Several sites match' });
  const choices = page.getByRole('list', { name: 'What the name may mean' }).getByRole('button');
  await expect(choices).toHaveCount(2);
  for (const { domain } of [one, other]) await expect(choices.filter({ hasText: domain })).toBeVisible();
  await expect(field).toHaveValue('site:example');
  await expectGood(page, 'a name that several have');
  await field.fill(`site:${one.domain}`);
  await expect(problem).toBeHidden();
  await expect(choices).toHaveCount(0);
  await field.press('Enter');
  const filters = page.getByRole('list', { name: 'Filters' });
  await expect(filters).toContainText(one.domain);

  await field.fill('site:example');
  await field.press('Enter');
  await choices.filter({ hasText: other.domain }).click();
  await expect(filters).toContainText(other.domain);
  await expect(problem).toBeHidden();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
});

test('what a typed name may mean goes with its text when the person goes back; a late answer about a name leaves what was typed since', async ({
  page,
  context,
}) => {
  const owner = await makeMember();
  const [one] = [await makeSite(owner.account), await makeSite(owner.account)];
  await signInAs(context, owner);
  await page.goto(`/a/${owner.account.id}/log?q=read`);
  const field = page.getByLabel(/^Words of the message/);
  await field.fill('written');
  await field.press('Enter');
  await expect(page).toHaveURL(/\?q=written$/);
  await field.fill('site:example');
  await field.press('Enter');
  const problem = page.getByRole('alert').filter({ hasText: 'Several sites match' });
  await expect(problem).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('read');
  await expect(problem).toBeHidden();

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const lookUp = new RegExp(`dashboard\\.sites\\.list.*${one.domain}`);
  await page.route(lookUp, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(lookUp);
  const answered = page.waitForResponse(lookUp);
  await field.fill(`site:${one.domain}`);
  await field.press('Enter');
  await asked;
  await field.fill('later');
  release();
  await (await answered).finished();
  await field.press('Enter');
  await expect(page).toHaveURL(/\?q=later$/);
});
