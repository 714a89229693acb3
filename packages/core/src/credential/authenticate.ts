import { bearerToken, DomainError, parseToken, type TokenKind } from '@goal/contract';

import type { Credential } from './credential.ts';
import type { Credentials } from './credentials.ts';
import type { Found } from './find-keys.ts';
import type { LastUses } from './last-uses.ts';
import { isToken } from './token.ts';

/**
 * Finds the credential behind an `Authorization` header, of one of the kinds that a door takes.
 * What was read within the last half second counts, unless this process has changed something since
 * (`CredentialCache`). So a revoked key, a changed plan or a flipped flag binds the next request on
 * this instance and on every other within the second (rulings §2.5). Wrong keys are not remembered.
 *
 * Throws `missing_token`; `invalid_token` alike for a malformed, unknown, revoked or wrong-kind
 * token (rulings §3.2), which costs no query when the form alone tells. `onInvalid` is told of a
 * token that is not valid although its prefix is known, and whether its secret is right: then the
 * key is revoked.
 */
export async function authenticate<K extends TokenKind>(
  { credentials, uses }: { credentials: Credentials; uses: LastUses },
  header: string | undefined,
  kinds: readonly K[],
  onInvalid?: (known: Credential, isSecretRight: boolean) => void,
): Promise<Extract<Credential, { kind: K }>> {
  const token = bearerToken(header);
  if (token === undefined) throw new DomainError('missing_token');
  const parsed = parseToken(token);
  const kind = kinds.find((one) => one === parsed?.kind);
  if (parsed === undefined || kind === undefined) throw new DomainError('invalid_token');
  const found: Found<Credential> | undefined = await credentials[kind].get(parsed.prefix);
  if (found === undefined) throw new DomainError('invalid_token');
  const isSecretRight = isToken(token, found.hash);
  if (!isSecretRight || !found.active) {
    onInvalid?.(found.credential, isSecretRight);
    throw new DomainError('invalid_token');
  }
  uses.note(kind, found.credential.keyRowId);
  // Each look-up returns credentials of its own kind. The index by `kind` cannot tell the compiler.
  return found.credential as Extract<Credential, { kind: K }>;
}
