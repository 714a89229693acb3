import { request } from '@playwright/test';

/** The cookies of a browser that has signed in, as Playwright's `storageState` takes them. */
export type Session = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>;

/** What a browser without a session holds. */
export const nobody: Session = { cookies: [], origins: [] };

/** Signs in with an admin token as the console's own page does. Throws with the console's sentence when it refuses. */
export async function signIn(consoleUrl: string, token: string): Promise<Session> {
  const browser = await request.newContext({ baseURL: consoleUrl, extraHTTPHeaders: { origin: consoleUrl } });
  try {
    const answer = await browser.post('/api/sign-in', { data: { token } });
    if (!answer.ok()) throw new Error(`the console did not sign in: ${answer.status()} ${await answer.text()}`);
    return await browser.storageState();
  } finally {
    await browser.dispose();
  }
}
