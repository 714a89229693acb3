import { DomainError, type AdminScope, type AdminTokenView } from '@goal/contract';
import { uniqueViolation } from '@goal/db';

import type { Db } from '../ground/db.ts';
import { transaction } from '../ground/act.ts';
import type { Actor } from '../ground/actor.ts';
import { olderThan, Parameters, splitPage, where, type PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';
import { recordAction } from '../ground/record-action.ts';
import { insertKey } from '../key/insert-key.ts';

/**
 * Makes an admin token; it is shown once (rulings §8). Throws `token_name_taken` if an active
 * token has the name.
 */
export async function createAdminToken(
  core: Db,
  actor: Actor,
  { name, scope }: { name: string; scope: AdminScope },
): Promise<{ token: string; prefix: string; name: string; scope: AdminScope }> {
  try {
    return await transaction(core.db, async (tx) => {
      // Looks the name up first: an insert that skips duplicates would hide this one as well.
      if ((await tx.adminToken.count({ where: { name, revokedAt: null } })) > 0)
        throw new DomainError('token_name_taken');
      const { token, prefix } = await insertKey('operator', async (data) => {
        const count = await tx.$executeRaw`
          INSERT INTO admin_token (prefix, hash, name, scope) VALUES (${data.prefix}, ${data.hash}, ${name}, ${scope})
          ON CONFLICT (prefix) DO NOTHING`;
        return { count };
      });
      await recordAction(tx, actor, { action: 'admin_token.create', accountId: null, detail: { prefix, name, scope } });
      return { token, prefix, name, scope };
    });
  } catch (error) {
    if (uniqueViolation(error) === 'admin_token_active_name')
      throw new DomainError('token_name_taken', { cause: error });
    throw error;
  }
}

/** A page of the admin tokens, active and revoked, newest first, without their secrets. */
export async function listAdminTokens(
  core: Db,
  { limit, after }: PageRequest,
): Promise<{ tokens: AdminTokenView[]; next: Position | undefined }> {
  type Row = Pick<AdminTokenView, 'prefix' | 'name' | 'scope'> &
    Record<'last_used_at' | 'revoked_at', Date | null> & { rowId: number; created_at: Date };
  const values = new Parameters();
  const { rows } = await core.db.work.query<Row>(
    `SELECT no AS "rowId", prefix, name, scope, created_at, last_used_at, revoked_at
     FROM admin_token ${where(olderThan(values, 'created_at', 'no', after))}
     ORDER BY created_at DESC, no DESC LIMIT ${values.add(limit + 1)}`,
    values.list,
  );
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  const tokens = page.map(({ rowId: _, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }));
  return { tokens, next };
}

/**
 * Revokes an admin token. `own` is the prefix of the token that asks: nobody locks themselves out
 * (rulings §10.27). Throws `own_token`, and `not_found` for an unknown or already revoked prefix.
 */
export async function revokeAdminToken(core: Db, actor: Actor, prefix: string, own?: string): Promise<void> {
  if (prefix === own) throw new DomainError('own_token');
  await transaction(core.db, async (tx) => {
    const revoked = await tx.$executeRaw`
      UPDATE admin_token SET revoked_at = clock_timestamp() WHERE prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await recordAction(tx, actor, { action: 'admin_token.revoke', accountId: null, detail: { prefix } });
  });
}
