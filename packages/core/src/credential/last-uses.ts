import type { TokenKind } from '@goal/contract';
import type { Database } from '@goal/db';

const tables: Record<TokenKind, string> = {
  site: 'site_key',
  account: 'account_key',
  group: 'group_key',
  operator: 'admin_token',
};

/** So many keys wait at most for the next flush; later ones are noted at their next use. */
const most = 50_000;

/**
 * When keys were last used, kept in memory and written in batches: shown within a minute without a write a request (rulings §3.4).
 * Times are ages at the flush, so that the database's clock counts.
 */
export class LastUses {
  private waiting = new Map<string, { kind: TokenKind; keyRowId: number; at: number }>();

  constructor(private readonly db: Database) {}

  note(kind: TokenKind, keyRowId: number): void {
    const key = `${kind} ${keyRowId}`;
    const known = this.waiting.get(key);
    if (known !== undefined) known.at = performance.now();
    else if (this.waiting.size < most) this.waiting.set(key, { kind, keyRowId, at: performance.now() });
  }

  /** Writes what has waited; on a failure it waits on. */
  async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = new Map();
    const now = performance.now();
    try {
      for (const [kind, table] of Object.entries(tables)) {
        const uses = [...batch.values()].filter((use) => use.kind === kind);
        if (uses.length === 0) continue;
        await this.db.work.query(
          `UPDATE ${table} k SET last_used_at = u.at
           FROM (SELECT no, clock_timestamp() - age * interval '1 millisecond' AS at
                 FROM unnest($1::int[], $2::float8[]) AS t(no, age) ORDER BY no) u
           WHERE k.no = u.no AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
          [uses.map((use) => use.keyRowId), uses.map((use) => now - use.at)],
        );
      }
    } catch (error) {
      for (const [key, use] of batch) if (!this.waiting.has(key)) this.waiting.set(key, use);
      throw error;
    }
  }
}
