import { notify } from '../lib/notify.ts';

/** Ends the session and leaves; where that fails a notice says so, and the promise resolves. */
export async function signOut(): Promise<void> {
  try {
    const answer = await fetch('/api/sign-out', { method: 'POST', signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(String(answer.status));
    // A whole load: nothing that was fetched stays in memory.
    window.location.replace('/login');
  } catch {
    // Whether the session has ended is not known: the answer, which may be lost, takes it out of this browser.
    notify.error('Signing out was not confirmed: you may still be signed in. Try again.');
  }
}
