import { errorCatalogue } from '@goal/contract';
import type { Database } from '@goal/db';

import type { Credential } from './credential.ts';

const tables: Record<Credential['kind'], string> = {
  site: 'site_key',
  account: 'account_key',
  group: 'group_key',
  operator: 'admin_token',
  session: 'session',
};

/** The kinds of keys that remember their last refusal. Refusals of site keys are of their site. */
const refusingTables = { account: tables.account, group: tables.group };
type RefusedKind = keyof typeof refusingTables;

/** Maximum number of keys queued for a flush. A key beyond it is noted at a later use. */
const waitingKeysMax = 50_000;

type Use = { kind: Credential['kind']; keyRowId: number; at: number };
type NotedRefusal = { kind: RefusedKind; keyRowId: number; at: number; sentence: string; isGuess: boolean };

/**
 * Collects when keys were last used, and when and why account and group keys were last refused, and
 * writes it in batches: it is shown within a minute, and costs no write for each request (rulings
 * §3.4). Each time is sent as its age, so that the instances' clocks do not matter.
 */
export class LastUses {
  #uses = new Map<string, Use>();
  #refusals = new Map<string, NotedRefusal>();

  constructor(private readonly db: Database) {}

  note(kind: Credential['kind'], keyRowId: number): void {
    put(this.#uses, { kind, keyRowId, at: performance.now() });
  }

  /** Notes a refused request with a key. `sentence` is what the caller reads. */
  refused(kind: RefusedKind, keyRowId: number, sentence: string): void {
    put(this.#refusals, { kind, keyRowId, at: performance.now(), sentence, isGuess: false });
  }

  /**
   * Notes a wrong secret behind the prefix of a key. Anybody may have sent it, because prefixes are
   * not secret: it hides no refusal of the key itself, and is not written within 24 hours of a use.
   */
  guessed(kind: RefusedKind, keyRowId: number): void {
    if (this.#refusals.get(nameOf({ kind, keyRowId }))?.isGuess === false) return;
    const sentence = errorCatalogue.invalid_token.message;
    put(this.#refusals, { kind, keyRowId, at: performance.now(), sentence, isGuess: true });
  }

  /** Flushes before a read that waits for a first use. The next flush reports a failure. */
  async flushIfPossible(): Promise<void> {
    await this.flush().catch(() => {});
  }

  /** Writes what was collected. If that fails, it stays queued for the next flush. */
  async flush(): Promise<void> {
    const [uses, refusals] = [this.#uses, this.#refusals];
    this.#uses = new Map();
    this.#refusals = new Map();
    try {
      await this.#writeUses([...uses.values()]);
      await this.#writeRefusals([...refusals.values()]);
    } catch (error) {
      putBack(this.#uses, uses);
      putBack(this.#refusals, refusals);
      throw error;
    }
  }

  async #writeUses(uses: readonly Use[]): Promise<void> {
    const now = performance.now();
    for (const [kind, table] of Object.entries(tables)) {
      const ofKind = uses.filter((use) => use.kind === kind);
      if (ofKind.length === 0) continue;
      await this.db.work.query(
        `UPDATE ${table} k SET last_used_at = u.at
         FROM (SELECT no, clock_timestamp() - age * interval '1 millisecond' AS at
               FROM unnest($1::int[], $2::float8[]) AS t(no, age) ORDER BY no) u
         WHERE k.no = u.no AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
        [ofKind.map((use) => use.keyRowId), ofKind.map((use) => now - use.at)],
      );
    }
  }

  async #writeRefusals(refusals: readonly NotedRefusal[]): Promise<void> {
    const now = performance.now();
    for (const [kind, table] of Object.entries(refusingTables)) {
      const ofKind = refusals.filter((refusal) => refusal.kind === kind);
      if (ofKind.length === 0) continue;
      await this.db.work.query(
        `UPDATE ${table} k SET last_refused_at = u.at, last_refusal = u.sentence
         FROM (SELECT no, clock_timestamp() - age * interval '1 millisecond' AS at, sentence, is_guess
               FROM unnest($1::int[], $2::float8[], $3::text[], $4::bool[]) AS t(no, age, sentence, is_guess) ORDER BY no) u
         WHERE k.no = u.no AND (k.last_refused_at IS NULL OR k.last_refused_at < u.at)
           AND NOT (u.is_guess AND coalesce(k.last_used_at > now() - interval '24 hours', false))`,
        [
          ofKind.map((refusal) => refusal.keyRowId),
          ofKind.map((refusal) => now - refusal.at),
          ofKind.map((refusal) => refusal.sentence),
          ofKind.map((refusal) => refusal.isGuess),
        ],
      );
    }
  }
}

const nameOf = ({ kind, keyRowId }: Pick<Use, 'kind' | 'keyRowId'>): string => `${kind} ${keyRowId}`;

function put<Note extends Pick<Use, 'kind' | 'keyRowId'>>(notes: Map<string, Note>, note: Note): void {
  const name = nameOf(note);
  if (notes.has(name) || notes.size < waitingKeysMax) notes.set(name, note);
}

/** What was noted meanwhile is newer, and stays. */
function putBack<Note>(notes: Map<string, Note>, failed: ReadonlyMap<string, Note>): void {
  for (const [name, note] of failed) if (!notes.has(name)) notes.set(name, note);
}
