import { watchFaults } from '../harness/faults.ts';
import { makeAccount } from '../harness/operator.ts';
import { expect, test } from '../harness/test.ts';
import { openRelay, type Relay } from '../service/relay.ts';
import { signIn } from '../service/sign-in.ts';
import { databaseUrlOf, startService, type Service } from '../service/start-service.ts';
import { waitLimitMs } from '../service/until.ts';
import { world } from '../service/world.ts';

// A second instance on the same database, whose connection can be cut without affecting other
// tests.
let relay: Relay;
let service: Service;
test.beforeAll(async () => {
  relay = await openRelay(databaseUrlOf(world()));
  service = await startService({ DATABASE_URL: relay.url, LOG_LEVEL: 'info', DASHBOARD_PORT: 'off' });
});
test.afterAll(async () => {
  relay.mend();
  await service.stop();
  relay.close();
});

test('while the database cannot be reached, a page says so with the id of the request, and shows its rows by itself once it is back', async ({
  browser,
}) => {
  const account = await makeAccount();
  const session = await signIn(service.console, world().tokens.operator.token);
  const context = await browser.newContext({ baseURL: service.console, storageState: session });
  const faults = await watchFaults(context, service.console);
  faults.allow(/status of 50\d/);
  const page = await context.newPage();
  await page.goto('/accounts');
  await expect(page.getByRole('link', { name: account.email })).toBeVisible();

  relay.cut();
  await page.goto(`/accounts?q=${account.email}`);
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'The service could not answer in time, or it cannot reach its database.' });
  await expect(failure).toBeVisible();
  const id = await failure.locator('code').innerText();
  // The log is written in batches.
  await expect.poll(() => service.printed(), { message: 'the log of the service', timeout: waitLimitMs }).toContain(id);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  relay.mend();
  // Nobody clicks: the page asks again by itself.
  await expect(page.getByRole('link', { name: account.email })).toBeVisible({ timeout: waitLimitMs });
  expect(faults.found()).toEqual([]);
  await context.close();
});
