import { notify } from '@goal/ui/lib/notify.ts';
import { setLeaving } from '@goal/ui/trpc/query-client.ts';

import { isOfAnotherPerson, post } from '../lib/post.ts';

/**
 * Signs out the person whom the page shows, and opens the sign-in page. Where somebody else has
 * signed in since, nobody is signed out, and the page loads again. On failure it shows a notice; it
 * never throws.
 */
export async function signOut(): Promise<void> {
  setLeaving(true);
  try {
    await post('/api/entry/sign-out');
    // A full page load, so that no fetched data stays in memory.
    window.location.replace('/sign-in?reason=left');
  } catch (error) {
    setLeaving(false);
    if (isOfAnotherPerson(error)) return;
    // The session may have ended: the answer that removes the cookie may be what was lost.
    notify.error('Signing out was not confirmed: you may still be signed in. Try again.');
  }
}
