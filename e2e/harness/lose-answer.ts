import { expect, type Page } from './test.ts';

/**
 * Lets the next call of this procedure reach the service, and drops its answer. The route stays
 * until the test ends: a request that begins while Playwright takes its last route away may never
 * be answered.
 */
export async function loseAnswer(page: Page, procedure: string): Promise<void> {
  let isLost = false;
  const isMeant = ({ pathname }: URL): boolean => pathname === `/api/trpc/${procedure}`;
  await page.route(isMeant, async (route) => {
    if (isLost) return route.fallback();
    isLost = true;
    const answer = await route.fetch();
    expect(answer.status(), procedure).toBe(200);
    return route.abort('connectionreset');
  });
}
