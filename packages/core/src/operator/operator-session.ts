import { DomainError, limits, parseToken, type BeganOperatorSession } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { OperatorCredential } from '../credential/credential.ts';
import { isToken } from '../credential/token.ts';
import { transaction } from '../ground/act.ts';
import { insertKey } from '../key/insert-key.ts';

/**
 * Signs an operator in with their admin token: the session lasts 12 hours, and no longer than the
 * token (rulings §8). Where the token has 100 live sessions, the oldest one ends. Returns the
 * session's own token, which nobody can read later. Throws `invalid_token` if the admin token was
 * revoked meanwhile.
 */
export function beginOperatorSession(
  core: Db,
  { keyRowId, name, prefix, scope }: OperatorCredential,
): Promise<BeganOperatorSession> {
  const { hours, perToken } = limits.operatorSession;
  return transaction(core.db, async (tx) => {
    // This lock makes sign-ins with one token count one after the other.
    const live = await tx.$executeRaw`
      SELECT FROM admin_token WHERE no = ${keyRowId} AND revoked_at IS NULL FOR NO KEY UPDATE`;
    if (live === 0) throw new DomainError('invalid_token');
    await tx.$executeRaw`
      UPDATE operator_session SET ended_at = clock_timestamp() WHERE no IN (
        SELECT no FROM operator_session
        WHERE token_no = ${keyRowId} AND ended_at IS NULL AND expires_at > clock_timestamp()
        ORDER BY no DESC OFFSET ${perToken - 1})`;
    let expiresAt = new Date(0);
    const { token } = await insertKey('operatorSession', async (data) => {
      const begun = await tx.$queryRaw<{ expires_at: Date }[]>`
        INSERT INTO operator_session (prefix, hash, token_no, expires_at)
        VALUES (${data.prefix}, ${data.hash}, ${keyRowId}, clock_timestamp() + ${hours} * interval '1 hour')
        ON CONFLICT (prefix) DO NOTHING RETURNING expires_at`;
      expiresAt = begun[0]?.expires_at ?? expiresAt;
      return { count: begun.length };
    });
    return { token, expires_at: expiresAt.toISOString(), name, prefix, scope };
  });
}

/** Ends the session with this token, on every instance from its next request on. */
export async function endOperatorSession(core: Db, token: string): Promise<void> {
  const parsed = parseToken(token);
  if (parsed?.kind !== 'operatorSession') return;
  await transaction(core.db, async (tx) => {
    const row = await tx.operatorSession.findFirst({ where: { prefix: parsed.prefix, endedAt: null } });
    if (row === null || !isToken(token, row.hash)) return;
    await tx.$executeRaw`UPDATE operator_session SET ended_at = clock_timestamp() WHERE no = ${row.rowId}`;
  });
}
