import type { AccountKeyAccess, TokenKind } from '@goal/contract';

import { newToken, type NewToken } from '../credential/token.ts';

/** What a body says about a new account key or group key; without `access` it is `full`. */
export type NewKey = { name?: string | null | undefined; access?: AccountKeyAccess | null | undefined };

/**
 * Makes a token and stores its hash by `insert`, which must skip a taken prefix. Prefixes are
 * unique per kind (rulings §3.1); once in a few million times a prefix is taken, and another one is
 * drawn.
 */
export async function insertKey(
  kind: TokenKind,
  insert: (data: Pick<NewToken, 'prefix' | 'hash'>) => Promise<{ count: number }>,
): Promise<NewToken> {
  for (;;) {
    const made = newToken(kind);
    const { count } = await insert({ prefix: made.prefix, hash: made.hash });
    if (count > 0) return made;
  }
}
