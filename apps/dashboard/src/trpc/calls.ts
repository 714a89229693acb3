import type { AppRouter } from '@goal/client/trpc';
import { sentences } from '@goal/contract';
import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';

import { askToConfirm } from '../lib/confirmation.ts';
import { loadForAnotherPerson, personHeaders, rememberPerson } from '../lib/person-of-page.ts';

/** Learns whom the page is drawn for, and loads it again for another person (rulings §10.30). */
const personLink: TRPCLink<AppRouter> =
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

const { confirmationRequired } = sentences;

/**
 * Repeats a call that needs a proof, once the person has given it in the dialog that opens (rulings
 * §10.15). Without one the refusal stays.
 */
const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      let attempt: Unsubscribable | undefined;
      const begin = (): void => {
        attempt = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.message !== confirmationRequired) return observer.error(error);
            void askToConfirm().then((isConfirmed) => {
              if (isOver) return;
              if (isConfirmed) begin();
              else observer.error(error);
            });
          },
        });
      };
      begin();
      return () => {
        isOver = true;
        attempt?.unsubscribe();
      };
    });

/** What each call of a procedure goes through, and the headers that all have. */
export const calls = { links: [confirmLink, personLink], headers: personHeaders };
