import { shownAccess, type FoundKey, type KeyAccess } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { prefixIn } from '../ground/key-prefix.ts';

const times = 'k.created_at, k.last_used_at, k.revoked_at';
const none = { site: 'NULL AS site_id, NULL AS domain', group: 'NULL AS group_id, NULL AS group_name' };
const text = `
  SELECT 'site' AS kind, k.prefix, NULL AS name, ${times}, a.id::text AS account_id, a.email, s.id::text AS site_id, s.domain, ${none.group}, k.access
    FROM site_key k JOIN site s ON s.no = k.site_no JOIN account a ON a.no = s.account_no WHERE k.prefix = $1
  UNION ALL
  SELECT 'account', k.prefix, k.name, ${times}, a.id::text, a.email, ${none.site}, ${none.group}, k.access
    FROM account_key k JOIN account a ON a.no = k.account_no WHERE k.prefix = $1
  UNION ALL
  SELECT 'group', k.prefix, k.name, ${times}, a.id::text, a.email, ${none.site}, g.id::text, g.name, k.access
    FROM group_key k JOIN site_group g ON g.no = k.group_no JOIN account a ON a.no = g.account_no WHERE k.prefix = $1`;

type FoundKeyRow = Omit<FoundKey, 'created_at' | 'last_used_at' | 'revoked_at' | 'access'> &
  Record<'last_used_at' | 'revoked_at', Date | null> & { created_at: Date; access: KeyAccess };

/**
 * GET /admin/keys: the owner of each key with a prefix, active or revoked. A prefix is unique for
 * each kind of key, so at most one of each kind is found (rulings §3.1). Only the prefix of a
 * whole key is used.
 */
export async function findKeysByPrefix(core: Db, given: string): Promise<FoundKey[]> {
  const prefix = prefixIn(given.trim());
  if (prefix === undefined) return [];
  const { rows } = await core.db.work.query<FoundKeyRow>(text, [prefix]);
  return rows.map(({ access, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    ...shownAccess(access),
  }));
}
