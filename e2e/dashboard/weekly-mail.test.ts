import { expectAccessible } from '../harness/accessible.ts';
import { expect } from '../harness/dashboard.ts';
import { mailed, mailedCode, test } from '../harness/mail-and-sso.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { makeSite, sendEvents, unique } from '../harness/operator.ts';
import { expectNoSidewaysScroll } from '../harness/width.ts';
import { workOnce } from '../service/goal.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

// One worker, because each has a service of its own.
test.describe.configure({ mode: 'default' });

test('R§10.40 a member switches the weekly summary on, gets it with the link that ends it, and ends it there without a sign-in', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  await sendEvents(await makeSite(member.account), { count: 3, daysAgo: 3, code: 4007 });
  await signInAs(context, member);
  await page.goto('/me');
  const card = page.getByRole('region', { name: 'Weekly summary' });
  const box = card.getByLabel('Send me the weekly summary');
  await expect(card).toContainText('Prove your e-mail first');
  await expect(box).toBeDisabled();
  await pastTheService(
    world(),
    `UPDATE person SET email_proven_at = clock_timestamp() WHERE email = '${member.email}'`,
  );
  await page.reload();
  await card.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await box.check();
  // Changes are saved one after the other, so the last answer ends the first ones too.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('"texts"') === true);
  await card.getByLabel('With the texts').check();
  await saved;
  await page.reload();
  await expect(card.getByLabel('With the texts')).toBeChecked();
  await expect(card.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');

  const { dataDir, dashboard } = world();
  await pastTheService(world(), `UPDATE weekly_mail SET due_at = clock_timestamp()`);
  await workOnce(dataDir, { SMTP_URL: around.mail.url, DASHBOARD_URL: dashboard });
  const link = await mailed(around, member.email, /http:\/\/\S+\/unsubscribe\/[\w-]+/);
  const post = (to: string) =>
    fetch(to, { method: 'POST', headers: { origin: 'https://mail.example' }, body: 'List-Unsubscribe=One-Click' });
  expect((await post(`${dashboard}/unsubscribe/${'x'.repeat(43)}`)).status).toBe(204);
  await context.clearCookies();
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(link);
  await expectAccessible(page, 'the page that ends the weekly summary');
  await expectNoSidewaysScroll(page, 'the page that ends the weekly summary');
  await signInAs(context, member);
  const second = await context.newPage();
  await second.goto('/me');
  const secondBox = second.getByLabel('Send me the weekly summary');
  // Opening the link has changed nothing.
  await expect(secondBox).toBeChecked();
  await page.getByRole('button', { name: 'End the weekly summary' }).click();
  await expect(page.getByRole('status')).toContainText('You get no weekly summary any more');
  await second.reload();
  await expect(secondBox).not.toBeChecked();
  const answers = [
    await post(link),
    await post(`${dashboard}/unsubscribe/${'x'.repeat(43)}`),
    await post(`${dashboard}/me`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 405]);
});

test('R§10.41 an owner changes the e-mail of the account by a code that is mailed to the new one', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  const email = `bills-${unique()}@example.com`;
  await signInAs(context, member);
  await page.goto(`/a/${member.account.id}/settings/account`);
  const card = page.getByRole('region', { name: 'Name and e-mail' });
  await card.getByRole('button', { name: 'Change the e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the e-mail of the account' });
  await dialog.getByLabel('New e-mail').fill(email);
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await dialog.getByLabel('Code').fill(await mailed(around, email, mailedCode));
  await expect(card).toContainText(member.account.email);
  await dialog.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(page.getByText('The e-mail of the account is changed.')).toBeVisible();
  await expect(card).toContainText(email);
});
