import { DomainError, type AdminScope } from '@goal/contract';
import { transaction, uniqueViolation } from '@goal/db';

import type { Actor } from '../ground/actor.ts';
import { recordAction } from '../ground/record-action.ts';
import type { Core } from '../core.ts';
import { insertKey } from '../key/insert-key.ts';

type Admin = Pick<Core, 'db'>;

/**
 * Makes an admin token; it is shown once (rulings §8). Throws `token_name_taken` if an active
 * token has the name.
 */
export async function createAdminToken(
  core: Admin,
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

/** All admin tokens, active and revoked, newest first, without their secrets. */
export async function listAdminTokens(core: Admin) {
  const rows = await core.db.prisma.adminToken.findMany({
    select: { prefix: true, name: true, scope: true, createdAt: true, lastUsedAt: true, revokedAt: true },
    orderBy: [{ createdAt: 'desc' }, { rowId: 'desc' }],
  });
  return rows.map(({ prefix, name, scope, createdAt, lastUsedAt, revokedAt }) => ({
    prefix,
    name,
    scope,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
}

/** Revokes an admin token. Throws `not_found` for an unknown or already revoked prefix. */
export async function revokeAdminToken(core: Admin, actor: Actor, prefix: string): Promise<void> {
  await transaction(core.db, async (tx) => {
    const revoked = await tx.$executeRaw`
      UPDATE admin_token SET revoked_at = clock_timestamp() WHERE prefix = ${prefix} AND revoked_at IS NULL`;
    if (revoked === 0) throw new DomainError('not_found');
    await recordAction(tx, actor, { action: 'admin_token.revoke', accountId: null, detail: { prefix } });
  });
}
