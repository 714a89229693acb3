import { inLongRun } from '@goal/db/testing/long-run';

import { makeAccount, unique } from '../harness/operator.ts';
import { expect, inUsedTab as test } from '../harness/test.ts';

// The name of this file lets it begin before the last journeys: its first test waits for 11 s.
test('a notice says once that an answer takes longer than 5 s, and offers to ask again or to stop waiting', async ({
  page,
}) => {
  let asked = 0;
  let isSlow = true;
  await page.route(/\/api\/trpc\/.*admin\.accounts\.list/, async (route) => {
    asked++;
    // Not answered until the page asks again.
    if (!isSlow) await route.continue();
  });
  await page.goto('/accounts');
  await expect.poll(() => asked).toBe(1);
  const said = page.getByRole('status').filter({ hasText: 'This takes longer than usual …' });
  await expect(said).toBeVisible();
  // The live region contains only the text, so that screen readers do not announce the buttons.
  await expect(said).toHaveText('This takes longer than usual …');
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(said).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'You stopped waiting for this.' })).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(said).toBeVisible();
  isSlow = false;
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(said).toBeHidden();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByRole('rowheader').first()).toBeVisible();
  expect(asked).toBe(3);
});

inLongRun(() => {
  test('a row that is opened the moment it appears opens, and Back returns to the search', async ({ page }) => {
    const { email } = await makeAccount({ email: `row-${unique()}@example.com` });
    const rows = page.getByRole('region', { name: 'Accounts' }).getByRole('rowheader').getByRole('link');
    const search = page.getByRole('textbox', { name: 'Search' });
    await page.goto('/accounts');
    await expect(rows.first()).toBeVisible();
    // The page of the account is slow to come: a change of the URL in between would cancel its
    // opening.
    await page.route(/\/accounts\/.*_rsc=/, async (route) => {
      await expect.poll(() => new URL(page.url()).search).toContain(encodeURIComponent(email));
      await route.continue();
    });
    await page.evaluate((name) => {
      new MutationObserver((_, observer) => {
        const links = document.querySelectorAll<HTMLAnchorElement>('a[data-row]');
        if (links.length !== 1 || links[0]?.textContent !== name) return;
        observer.disconnect();
        links[0].click();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }, email);
    await search.fill(email);
    await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(rows).toHaveText([email]);
    await expect(search).toHaveValue(email);
  });
});
