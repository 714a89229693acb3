import type { AppRouter } from '@goal/client/trpc';
import { sentences } from '@goal/contract';
import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';

import { askToConfirm } from '../lib/confirmation.ts';

const { confirmationRequired } = sentences;

/**
 * Repeats a call that was refused because the person has not proven who they are for a while, once
 * they have done so in the dialog that opens (rulings §10.15). Where they do not, the refusal
 * stays.
 */
export const confirmLink: TRPCLink<AppRouter> =
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
