import type { AppRouter } from '@goal/client/trpc';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import { loadForAnotherPerson, rememberPerson } from '../lib/person-of-page.ts';

/**
 * Learns from `me.get` whom the page is drawn for, and loads the page again once the API refuses a
 * call because somebody else is signed in (rulings §10.30).
 */
export const personLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => {
          if (op.path === 'me.get' && 'data' in value.result) rememberPerson(idOf(value.result.data));
          observer.next(value);
        },
        complete: () => observer.complete(),
        error: (error) => {
          loadForAnotherPerson(error.message);
          observer.error(error);
        },
      }),
    );

function idOf(person: unknown): string | undefined {
  const isPerson = typeof person === 'object' && person !== null && 'id' in person;
  return isPerson && typeof person.id === 'string' ? person.id : undefined;
}
