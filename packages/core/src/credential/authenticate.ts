import { bearerToken, DomainError, parseToken } from '@goal/contract';

import type { Credential, OperatorCredential, SessionCredential } from './credential.ts';
import type { Credentials } from './credentials.ts';
import type { Found } from './find-keys.ts';
import { sessionKey } from './find-sessions.ts';
import type { LastUses } from './last-uses.ts';
import { isToken } from './token.ts';

type Authenticator = { credentials: Credentials; uses: LastUses };

/**
 * Finds the credential behind an `Authorization` header, of one of the kinds that a door takes.
 * An earlier look-up counts for half a second, and longer while every change is heard, unless this
 * process has changed something since (`LookUpCache`). So a revoked key, a changed plan or
 * a flipped flag binds the next request on this instance and on every other within the second
 * (rulings §2.5). Wrong keys are not remembered.
 *
 * Throws `missing_token`; `invalid_token` alike for a malformed, unknown, revoked or wrong-kind
 * token (rulings §3.2), which costs no query when the form alone tells. `onInvalid` is told of a
 * token that is not valid although its prefix is known, and whether its secret is right: then the
 * key is revoked.
 */
export async function authenticate<K extends Exclude<Credential['kind'], 'session'>>(
  { credentials, uses }: Authenticator,
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

/**
 * Finds the admin token behind an `Authorization` header: the token itself, or a session of the
 * console that it began (rulings §8). Remembered and refused as above.
 */
export async function authenticateOperator(
  authenticator: Authenticator,
  header: string | undefined,
): Promise<OperatorCredential> {
  const token = bearerToken(header);
  const parsed = parseToken(token ?? '');
  if (token === undefined || parsed?.kind !== 'operatorSession')
    return authenticate(authenticator, header, ['operator']);
  const found = await authenticator.credentials.operatorSession.get(parsed.prefix);
  if (found === undefined || !found.active || !isToken(token, found.hash)) throw new DomainError('invalid_token');
  authenticator.uses.note('operator', found.credential.keyRowId);
  return found.credential;
}

/**
 * Finds the session behind an `Authorization` header, with the person's membership of the account
 * with this id; undefined if there is none (rulings §10.4, §10.5). Remembered and refused as above.
 *
 * Throws `missing_token`; `invalid_token` alike for a malformed, unknown, ended or expired session
 * and for every other kind of token.
 */
export async function authenticateSession(
  { credentials, uses }: Authenticator,
  header: string | undefined,
  accountId?: string,
): Promise<SessionCredential> {
  const token = bearerToken(header);
  if (token === undefined) throw new DomainError('missing_token');
  const parsed = parseToken(token);
  if (parsed?.kind !== 'session') throw new DomainError('invalid_token');
  const found = await credentials.session.get(sessionKey(parsed.prefix, accountId));
  if (found === undefined || !found.active || !isToken(token, found.hash)) throw new DomainError('invalid_token');
  uses.note('session', found.credential.keyRowId);
  return found.credential;
}
