import { expect, test } from '../harness/dashboard.ts';
import { goal } from '../service/goal.ts';
import { pastTheService } from '../service/past.ts';
import { type Service, startService } from '../service/start-service.ts';

let service: Service;
test.beforeAll(async () => {
  service = await startService({
    SIGN_IN: 'sso',
    OIDC_ISSUER: 'https://sso.example.test',
    OIDC_CLIENT_ID: 'goal',
    OIDC_NAME: 'Keycloak',
  });
});
test.afterAll(() => service.stop());

test('R§10.25 where single sign-on is the only way in, the link of a reset leads there', async ({ page, faults }) => {
  faults.allow(/^request to another host: http:\/\/localhost:/);
  const email = 'ada@example.com';
  await pastTheService(service, `INSERT INTO person (email) VALUES ('${email}')`);
  const { link } = JSON.parse(await goal(service.dataDir, 'people', 'reset', email, '--json')) as { link: string };
  // The command knows the default address of the dashboard, and this one has a port of its own.
  await page.goto(`${service.dashboard}/join${new URL(link).hash}`);
  await expect(page.getByText(`Every earlier way in of ${email} is void`)).toContainText(
    'Here everybody signs in with Keycloak.',
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue with Keycloak' })).toHaveAttribute('href', '/api/entry/sso');
});
