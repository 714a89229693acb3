import { expect, settled, test } from '../harness/dashboard.ts';
import { password } from '../harness/member.ts';
import { goal } from '../service/goal.ts';
import { holdRetention } from '../service/past.ts';
import { startService } from '../service/start-service.ts';

test('a fresh service says how the first person is invited; with one line they own a free account, and are told while retention is held', async ({
  browser,
}) => {
  const service = await startService({ CONSOLE_PORT: 'off' });
  try {
    const context = await browser.newContext({ baseURL: service.dashboard });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page).toHaveURL('/sign-in');
    await expect(page.getByText('goal -- invite you@example.com')).toBeVisible();

    const printed = await goal(service.dataDir, 'invite', 'you@example.com', '--json');
    // One JSON object with the link.
    const { link, account_id: id } = JSON.parse(printed) as { link: string; account_id: string };
    await page.goto(`/join${new URL(link).hash}`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page).toHaveURL(`/a/${id}/log`);
    await settled(page);
    await expect(page.getByText('No site yet')).toBeVisible();

    await holdRetention(service);
    await page.goto(`/a/${id}/usage`);
    await expect(page.getByRole('status').filter({ hasText: 'Retention has been held since' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Retention' })).toContainText('none while retention is held');
    await context.close();
  } finally {
    await service.stop();
  }
});
