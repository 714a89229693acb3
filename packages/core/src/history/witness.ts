import { rows, withAllowance, type Database } from '@goal/db';

import { endedIn } from './snapshots.ts';

/** What a process acknowledged in one life of the database, and how far it looked into its log. */
type Life = { looks: Look[]; marks: Mark[] };

/**
 * All that was acknowledged before `order` lies before `lsn` of the write-ahead log, and so does
 * every commit that `snapshot` sees.
 */
type Look = { order: number; at: number; lsn: number; snapshot: string; instances: string[] };

/**
 * A transaction that was acknowledged or shown; null: one whose number is not known. A record of it
 * lies before `lsn`, if that is known.
 */
export type Mark = { order: number; xid: number | null; lsn: number | null };

/** A transaction that stored events: its number, and a place in the log behind its first record. */
export type Trace = { xid: number | null; lsn: number };

/** Up to where each earlier timeline belongs to the present one, by its name. */
export type Ends = Record<string, number>;

/** What a process knows of one earlier timeline. */
export type Testimony = {
  timeline: string;
  /**
   * When it last looked before the end, in ms since 1970: what was committed until then is there.
   */
  until: number | null;
  /** What that look saw of the transactions. A process of an earlier version does not say it. */
  snapshot?: string | null | undefined;
  /** The processes that it knew then or later. */
  instances: string[];
  /** What it acknowledged or showed since, by transaction; `unknown` counts those without one. */
  marks: [xid: number, lsn: number | null][];
  unknown: number;
};

/** Looks that are remembered, a second apart: a log that lost more is not the same. */
const looksKept = 10;
/** Marks that are remembered. Of more than that nothing is known. */
const marksMax = 20_000;
const livesKept = 4;

const lookText = `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint,
  pg_current_snapshot()::text,
  (select json_agg(id || ' ' || name)::text from instance where seen_at > clock_timestamp() - interval '1 minute'),
  (select question::text from retention_state)`;

/**
 * Remembers what this process acknowledged in the last seconds, so that it can say after a failover
 * whether the new primary has it (docs/decisions/073-failover.md). The database cannot know:
 * one that lost its end lost that memory too.
 *
 * - A look reads how far the log is flushed. Everything that was acknowledged before the look was
 *   sent lies before that place.
 * - What is acknowledged later is remembered as a mark until a look comes after it.
 */
export class Witness {
  readonly #lives = new Map<number, Life>();
  #order = 0;
  #isLooking = false;
  #isWanted = false;
  #instance: string | undefined;

  constructor(private readonly db: Database) {}

  /** The life in which a piece of work begins. */
  begin(): number {
    return this.db.lives.number;
  }

  /** Events were stored in this life. Call it before the answer. */
  stored(life: number, { xid, lsn }: Trace): void {
    this.#mark([life], xid, lsn);
    if (xid === null) void this.look();
  }

  /** Work that began in the life `begun` changed something else. Call it before the answer. */
  changed(begun: number): void {
    this.#mark([begun, this.begin()], null, null);
    void this.look();
  }

  /** A reader was shown what the transaction `xid` did. Call it before the answer. */
  shown(begun: number, xid: number): void {
    this.#mark([begun, this.begin()], xid, null);
  }

  /** From now on questions are answered in the row of this instance. */
  answerAs(instance: string): void {
    this.#instance = instance;
  }

  /** Looks at once, and answers a question. Never fails: what is not known stays so. */
  async look(): Promise<void> {
    // A look under way may have been sent before.
    this.#isWanted = true;
    if (this.#isLooking || this.db.lives.nameOf(this.begin()) === '') return;
    this.#isLooking = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        // It belongs to no single request.
        await withAllowance(undefined, () => this.#lookOnce());
      }
    } catch {
      // The next look comes in a second.
    } finally {
      this.#isLooking = false;
    }
  }

  #mark(lives: number[], xid: number | null, lsn: number | null): void {
    for (const number of new Set(lives)) {
      const { marks } = this.#life(number);
      if (xid !== null && marks.at(-1)?.xid === xid) continue;
      marks.push({ order: (this.#order += 1), xid, lsn });
      // The first one that is dropped makes the oldest one that is kept unknown.
      if (marks.length > marksMax)
        marks.splice(0, marksMax / 2, { order: marks[marksMax / 2 - 1]?.order ?? 0, xid: null, lsn: null });
    }
  }

  #life(number: number): Life {
    const known = this.#lives.get(number);
    if (known !== undefined) return known;
    const life: Life = { looks: [], marks: [] };
    this.#lives.set(number, life);
    for (const old of this.#lives.keys()) if (old <= number - livesKept) this.#lives.delete(old);
    return life;
  }

  async #lookOnce(): Promise<void> {
    const session = await this.db.lookups.connect();
    let life: Life;
    let question: string | null;
    try {
      life = this.#life(this.db.lives.of(session) ?? this.begin());
      const order = (this.#order += 1);
      const at = Date.now();
      const [row] = await rows<[number, string, string | null, string | null]>(session, {
        name: 'look at the log',
        text: lookText,
        values: [],
      });
      session.release();
      if (row === undefined) return;
      const [lsn, snapshot, instances, asked] = row;
      question = asked;
      // JSON of the statement above.
      life.looks.push({ order, at, lsn, snapshot, instances: JSON.parse(instances ?? '[]') as string[] });
    } catch (error) {
      session.release(error instanceof Error ? error : true);
      throw error;
    }
    if (life.looks.length > looksKept) life.looks.shift();
    const [oldest] = life.looks;
    life.marks = life.marks.filter(({ order }) => order > (oldest?.order ?? 0));
    if (question !== null) await this.#answer(JSON.parse(question) as { id: string; ends: Ends });
  }

  async #answer({ id, ends }: { id: string; ends: Ends }): Promise<void> {
    if (this.#instance === undefined) return;
    const answer = JSON.stringify({ question: id, testimonies: this.testify(ends) });
    await this.db.work.query(
      `update instance set answer = $2::jsonb where id = $1 and answer ->> 'question' is distinct from $3`,
      [this.#instance, answer, id],
    );
  }

  /** Says what this process knows of each earlier timeline. */
  testify(ends: Ends): Testimony[] {
    return [...this.#lives].flatMap(([number, { looks, marks }]) => {
      const timeline = this.db.lives.nameOf(number);
      const end = ends[timeline];
      if (end === undefined) return [];
      const before = looks.findLast(({ lsn }) => lsn <= end);
      const hadEnded = endedIn(before?.snapshot);
      const isOlder = ({ xid, lsn }: Mark): boolean => xid !== null && lsn === null && hadEnded(xid);
      const since = marks.filter((mark) => mark.order > (before?.order ?? 0) && !isOlder(mark));
      return [
        {
          timeline,
          until: before?.at ?? null,
          snapshot: before?.snapshot ?? null,
          instances: [
            ...new Set(looks.filter((look) => look.order >= (before?.order ?? 0)).flatMap((l) => l.instances)),
          ],
          marks: since.flatMap(({ xid, lsn }): [number, number | null][] => (xid === null ? [] : [[xid, lsn]])),
          unknown: since.filter(({ xid }) => xid === null).length,
        },
      ];
    });
  }
}
