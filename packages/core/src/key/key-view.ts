/** The times that every kind of key shows (interface.md §2): revoked_at is null while it is active. */
export const keySelection = { prefix: true, createdAt: true, lastUsedAt: true, revokedAt: true } as const;

export const newestKeyFirst: { createdAt?: 'desc'; no?: 'desc' }[] = [{ createdAt: 'desc' }, { no: 'desc' }];

export function keyTimes(row: { createdAt: Date; lastUsedAt: Date | null; revokedAt: Date | null }) {
  return {
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
