import { notify } from '../ui/notify.ts';

/** Ends the session and leaves; where that fails a notice says so, and the promise resolves. */
export async function signOut(): Promise<void> {
  try {
    const answer = await fetch('/api/sign-out', { method: 'POST', signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(String(answer.status));
    // A whole load: nothing that was fetched stays in memory.
    window.location.replace('/login');
  } catch {
    notify.error('Signing out failed: the console does not answer.');
  }
}
