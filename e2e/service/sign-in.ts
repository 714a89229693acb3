import { request } from '@playwright/test';

/** The cookies of a signed-in browser, for Playwright's `storageState`. */
export type Session = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>;

/** The state of a browser without a session. */
export const nobody: Session = { cookies: [], origins: [] };

/** Signs in with an admin token, as the console does. Throws with the console's sentence. */
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
