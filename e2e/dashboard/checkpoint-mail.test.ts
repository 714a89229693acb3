import { expect } from '../harness/dashboard.ts';
import { mailed, test } from '../harness/mail-and-sso.ts';
import { makeMember, signInAs } from '../harness/member.ts';
import { workOnce } from '../service/goal.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';

test('R§16.15 an owner switches the checkpoint on under Me, gets it by mail, and ends it by its link', async ({
  page,
  context,
  around,
}) => {
  const member = await makeMember();
  await pastTheService(
    world(),
    `UPDATE person SET email_proven_at = clock_timestamp() WHERE email = '${member.email}'`,
  );
  await signInAs(context, member);
  await page.goto('/me');
  const box = page.getByRole('region', { name: 'Checkpoint by mail' }).getByLabel('Send me the checkpoint of');
  const saved = page.waitForResponse((answer) => answer.url().includes('setCheckpoint'));
  await box.check();
  await saved;
  await page.reload();
  await expect(box).toBeChecked();

  const { dataDir, dashboard } = world();
  await pastTheService(
    world(),
    `UPDATE membership SET checkpoint_mail_due_at = clock_timestamp() WHERE checkpoint_mail_due_at IS NOT NULL`,
  );
  await workOnce(dataDir, { SMTP_URL: around.mail.url, DASHBOARD_URL: dashboard });
  const link = await mailed(around, member.email, /http:\/\/\S+\/unsubscribe\/[\w-]+/);
  await page.goto(link);
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByRole('status')).toContainText('You get no mail of this kind any more');
  await page.goto('/me');
  await expect(box).not.toBeChecked();
});
