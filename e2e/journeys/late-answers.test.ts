import { expect, inUsedTab as test } from '../harness/test.ts';

// A file of its own, whose name lets it begin before the last journeys: it waits for 11 s.
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
