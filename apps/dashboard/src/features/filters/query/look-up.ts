import type { AppRouter } from '@goal/client/trpc';
import type { TRPCClient } from '@trpc/client';

import type { Choice, Found } from './find-named.ts';
import type { Typed } from './typed-words.ts';

/** Finds the sites and groups that were typed by name. Its code is loaded for the first name. */
export async function lookUp(client: TRPCClient<AppRouter>, typed: Typed, chosen: readonly Choice[]): Promise<Found> {
  if (typed.named.length === 0) return typed;
  const code = await import('./find-named.ts').catch(() => undefined);
  return (
    code?.findNamed(client, typed, chosen) ?? { problem: 'The names could not be looked up. Try again.', choices: [] }
  );
}
