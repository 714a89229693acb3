import type { CredentialKind } from '@goal/contract';
import type { Database } from '@goal/db';

const tables: Record<CredentialKind, string> = {
  site: 'site_key',
  account: 'account_key',
  group: 'group_key',
  operator: 'admin_token',
  session: 'session',
};

/** Maximum number of keys queued for a flush. A key beyond it is noted at a later use. */
const waitingKeysMax = 50_000;

/**
 * Collects when keys were last used, and writes it in batches: the figure is shown within a
 * minute, and costs no write for each request (rulings §3.4). Each time
 * is sent as its age, so that the instances' clocks do not matter.
 */
export class LastUses {
  private waiting = new Map<string, { kind: CredentialKind; keyRowId: number; at: number }>();

  constructor(private readonly db: Database) {}

  note(kind: CredentialKind, keyRowId: number): void {
    const key = `${kind} ${keyRowId}`;
    const known = this.waiting.get(key);
    if (known !== undefined) known.at = performance.now();
    else if (this.waiting.size < waitingKeysMax) this.waiting.set(key, { kind, keyRowId, at: performance.now() });
  }

  /**
   * Flushes before a read, so that somebody who waits for a key's first use sees it at once. If it
   * fails the read goes on without it, and the next background flush reports the failure.
   */
  async flushIfPossible(): Promise<void> {
    await this.flush().catch(() => {});
  }

  /** Writes the collected uses. If that fails, they stay queued for the next flush. */
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
