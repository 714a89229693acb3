import { bearerToken, DomainError, parseToken, type TokenKind } from '@goal/contract';
import type { Database } from '@goal/db';

import type { Core } from '../core.ts';
import type { Credential } from './credential.ts';
import { findAccountKeys, findAdminTokens, findGroupKeys, findSiteKeys, type Found } from './find-keys.ts';
import { LookUps } from './look-ups.ts';
import { Recent } from './recent.ts';
import { isToken } from './token.ts';

/**
 * Finds the credential behind an `Authorization` header, of one of the kinds that a door takes. What was read within the last half second
 * counts, unless this process has changed something since (`Recent`): so a revoked key, a moved plan or a flipped flag binds the next request on this
 * instance and every other within the second (rulings §2.5); wrong keys are not remembered.
 * Throws `missing_token`; `invalid_token` alike for a malformed, unknown, revoked or wrong-kind token (rulings §3.2), which costs no query
 * where the form alone tells. `onInvalid` hears of a token whose prefix is known although the token is not valid, and whether its
 * secret is right: then the key is revoked.
 */
export async function authenticate<K extends TokenKind>(
  core: Core,
  header: string | undefined,
  kinds: readonly K[],
  onInvalid?: (known: Credential, isSecretRight: boolean) => void,
): Promise<Extract<Credential, { kind: K }>> {
  const token = bearerToken(header);
  if (token === undefined) throw new DomainError('missing_token');
  const parsed = parseToken(token);
  const kind = kinds.find((one) => one === parsed?.kind);
  if (parsed === undefined || kind === undefined) throw new DomainError('invalid_token');
  const found: Found<Credential> | undefined = await lookUpsOf(core.db)[kind].get(parsed.prefix);
  if (found === undefined) throw new DomainError('invalid_token');
  const isSecretRight = isToken(token, found.hash);
  if (!isSecretRight || !found.active) {
    onInvalid?.(found.credential, isSecretRight);
    throw new DomainError('invalid_token');
  }
  core.uses.note(kind, found.credential.keyRowId);
  // Each look-up gives credentials of its own kind, which the index by `kind` cannot tell the compiler.
  return found.credential as Extract<Credential, { kind: K }>;
}

type AllLookUps = { [K in TokenKind]: Recent<Found<Extract<Credential, { kind: K }>>> };

const known = new WeakMap<Database, AllLookUps>();

/** Those of a database belong together, whoever asks. */
function lookUpsOf(db: Database): AllLookUps {
  const found = known.get(db);
  if (found !== undefined) return found;
  const recent = <Value>(find: (db: Database, prefixes: string[]) => Promise<Map<string, Value>>): Recent<Value> => {
    const lookUps = new LookUps((prefixes) => find(db, prefixes));
    return new Recent(db.changes, (prefix) => lookUps.get(prefix));
  };
  const made: AllLookUps = {
    site: recent(findSiteKeys),
    account: recent(findAccountKeys),
    group: recent(findGroupKeys),
    operator: recent(findAdminTokens),
  };
  known.set(db, made);
  return made;
}
