import { notify } from '@goal/ui/lib/notify.ts';

/** Signs out and opens the sign-in page. On failure it shows a notice; it never throws. */
export async function signOut(): Promise<void> {
  try {
    const answer = await fetch('/api/sign-out', { method: 'POST', signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(String(answer.status));
    // A full page load, so that no fetched data stays in memory.
    window.location.replace('/login');
  } catch {
    // The session may have ended: the answer that removes the cookie may be what was lost.
    notify.error('Signing out was not confirmed: you may still be signed in. Try again.');
  }
}
