import { sentences } from '@goal/contract';

import { keepNotice } from './kept-notice.ts';

// Two people may use one browser. Both tabs then send the cookie of the one who signed in last, so
// each request names the person whom its page was drawn for (rulings §10.30).

let personId: string | undefined;

export function rememberPerson(id: string | undefined): void {
  personId = id;
}

/** The header that names the person; none until the API has said who that is. */
export function personHeaders(): Record<string, string> {
  return personId === undefined ? {} : { 'x-goal-person': personId };
}

let isLoading = false;

/** Loads the page again if the API refused a request because somebody else is signed in now. */
export function loadForAnotherPerson(refusal: string): void {
  if (refusal !== sentences.anotherPerson || isLoading) return;
  isLoading = true;
  keepNotice('Somebody else has signed in with this browser. The page now shows what they see.');
  window.location.reload();
}
