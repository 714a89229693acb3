import { inAllRun, inLongRun } from '@goal/db/testing/long-run';

import { expect, inUsedTab, settled } from '../harness/dashboard.ts';
import { makeMember, password, signInAs } from '../harness/member.ts';
import { totpCode } from '../harness/totp.ts';
import { goal } from '../service/goal.ts';
import { world } from '../service/world.ts';

inLongRun(() => {
  inUsedTab(
    'R§10.9 a wrong password and an unknown e-mail get the same sentence beside the field',
    async ({ page, faults }) => {
      faults.allow(/status of 401/);
      const { email } = await makeMember();
      await page.goto('/sign-in');
      for (const typed of [email, 'nobody@example.com']) {
        await page.getByLabel('E-mail').fill(typed);
        await page.getByLabel('Password', { exact: true }).fill('not this password');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'The e-mail or the password is wrong.' })).toBeVisible();
      }
    },
  );
});

inUsedTab(
  'R§10.12 password and second factor sign in; a used code is refused, and a recovery code works once',
  async ({ page, context, faults }) => {
    faults.allow(/status of 401/);
    const member = await makeMember();
    await signInAs(context, member);
    await page.goto('/me');
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn the second factor on' });
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = await dialog.getByTestId('totp-secret').innerText();
    const first = totpCode(secret);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(first);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const shown = page.getByTestId('recovery-codes').getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const codes = await shown.allInnerTexts();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
    await page.reload();
    expect(await page.content()).not.toContain(codes[0] ?? '');

    const signIn = async (): Promise<void> => {
      // A page that is still open would leave for the sign-in by itself, and end this navigation.
      await page.goto('about:blank');
      await context.clearCookies();
      await page.goto('/sign-in');
      await page.getByLabel('E-mail').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
    };
    await signIn();
    // The step that turned it on is spent.
    await page.getByLabel('Code').fill(first);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The code is wrong.' })).toBeVisible();
    // The same attempt takes another code.
    await page.getByLabel('Code').fill(totpCode(secret, 1));
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page).toHaveURL(`/a/${member.account.id}/log`);

    await signIn();
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page).toHaveURL(`/a/${member.account.id}/log`);
    await page.goto('/me');
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
  },
);

inLongRun(() => {
  inUsedTab(
    'R§10.10 R§10.25 without a mail server a person who forgot the password is sent to the operator, whose link sets another one',
    async ({ page, faults }) => {
      faults.allow(/status of 401/);
      const member = await makeMember();
      await page.goto('/sign-in');
      await expect(page.getByText('Ask the operator of this service for a link.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send me a code by mail' })).toHaveCount(0);
      const printed = await goal(world().dataDir, 'people', 'reset', member.email, '--json');
      // One JSON object with the link.
      const { link } = JSON.parse(printed) as { link: string };
      await page.goto(`/join${new URL(link).hash}`);
      await page.getByLabel('Password', { exact: true }).fill(`${password} again`);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await expect(page).toHaveURL(`/a/${member.account.id}/log`);
      await page.goto('/me');
      await expect(page.getByRole('region', { name: 'You' })).toContainText(member.email);
      // Both would be sent by mail.
      await expect(page.getByRole('button', { name: 'Change e-mail' })).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Mails' })).toHaveCount(0);

      await page.getByRole('button', { name: /^Signed in as/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByText('You are signed out.')).toBeVisible();
      const signIn = async (typed: string): Promise<void> => {
        await page.getByLabel('E-mail').fill(member.email);
        await page.getByLabel('Password', { exact: true }).fill(typed);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      };
      await signIn(member.password);
      await expect(page.getByRole('alert').filter({ hasText: 'The e-mail or the password is wrong.' })).toBeVisible();
      await signIn(`${password} again`);
      await expect(page).toHaveURL(`/a/${member.account.id}/log`);
    },
  );
});

inAllRun(() => {
  inUsedTab('a sign-in leads to the page that was asked for, and a foreign one is not followed', async ({ page }) => {
    const member = await makeMember();
    const asked = `/a/${member.account.id}/settings/members`;
    const signIn = async (): Promise<void> => {
      await page.getByLabel('E-mail').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await page.goto(asked);
    await expect(page).toHaveURL(`/sign-in?${new URLSearchParams({ next: asked })}`);
    await signIn();
    await expect(page).toHaveURL(asked);
    await settled(page);
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('You are signed out.')).toBeVisible();
    await page.goto('/sign-in?next=//evil.example/');
    await signIn();
    await expect(page).toHaveURL(`/a/${member.account.id}/log`);
  });

  inUsedTab(
    'the fields wait for the scripts: what is typed before reaches no address, and then the first field has the focus',
    async ({ page }) => {
      const member = await makeMember();
      let load = (): void => undefined;
      const held = new Promise<void>((resolve) => (load = resolve));
      await page.route('**/_next/static/**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/sign-in', { waitUntil: 'commit' });
      const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password', { exact: true })];
      for (const field of [email, password]) await expect(field).toBeDisabled();
      await page.keyboard.type(member.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/sign-in');
      load();
      await expect(email).toBeFocused();
      await email.fill(member.email);
      await password.fill(member.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(`/a/${member.account.id}/log`);
    },
  );
});
