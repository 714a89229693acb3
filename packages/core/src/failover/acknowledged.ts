import { rows, withAllowance, type Acknowledging, type Database, type Mark } from '@goal/db';

/** What this process knows of one life of the database (packages/db/src/lives.ts). */
type AcknowledgedLife = { flushes: Flush[]; marks: (Mark & { order: number })[] };

/** What was acknowledged before `order` lies before `lsn`, and so does what `snapshot` sees. */
type Flush = { order: number; at: number; lsn: number; snapshot: string; instances: string[] };

/** Up to where each earlier timeline belongs to the present one, by its name. */
export type TimelineEnds = Record<string, number>;

/** What a process remembers of one earlier timeline. */
export type Remembered = {
  timeline: string;
  /** When it last asked before the end, in ms since 1970: all until then is there. */
  until: number | null;
  /** What it saw of the transactions then. */
  snapshot: string | null;
  /** The processes that it knew then or later. */
  instances: string[];
  /** What it acknowledged or showed since, by transaction; `unknown` counts those without one. */
  marks: [xid: number, lsn: number | null][];
  unknown: number;
};

/** Flushes that are remembered, a second apart: a log that lost more is not the same. */
const flushesKept = 10;
/** Marks that are remembered. Of more than that nothing is known. */
const marksMax = 20_000;
const livesKept = 4;

const flushText = `select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint,
  pg_current_snapshot()::text,
  (select json_agg(id || ' ' || name)::text from instance where seen_at > clock_timestamp() - interval '1 minute'),
  (select question::text from retention_state)`;

/**
 * Remembers what this process acknowledged in the last seconds, so that it can say after a failover
 * whether the new primary has it (docs/decisions/073-failover.md). The database cannot know:
 * one that lost its end lost that memory too.
 *
 * Once a second it reads how far the log is flushed: everything that was acknowledged before lies
 * before that place. What is acknowledged later is a mark until the next reading. Marks belong to
 * the life of the database in which the work began, and to the one in which it ended.
 */
export class Acknowledged implements Acknowledging {
  readonly #lives = new Map<number, AcknowledgedLife>();
  #order = 0;
  #isReading = false;
  #isWanted = false;
  #instance: string | undefined;

  constructor(private readonly db: Database) {
    db.changes.acknowledging = this;
  }

  begun(): () => void {
    const begun = this.db.lives.number;
    return () => {
      this.#mark([begun, this.db.lives.number], { xid: null, lsn: null });
      void this.readFlush();
    };
  }

  stored(life: number, mark: Mark): void {
    this.#mark([life], mark);
    if (mark.xid === null) void this.readFlush();
  }

  shown(begun: number, xid: number): void {
    this.#mark([begun, this.db.lives.number], { xid, lsn: null });
  }

  /** From now on questions are answered in the row of this instance. */
  answerAs(instance: string): void {
    this.#instance = instance;
  }

  /** Asks how far the log is flushed, and answers a question. Never fails. */
  async readFlush(): Promise<void> {
    // A reading under way may have been sent before.
    this.#isWanted = true;
    if (this.#isReading || this.db.lives.nameOf(this.db.lives.number) === '') return;
    this.#isReading = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        // It belongs to no single request.
        await withAllowance(undefined, () => this.#readOnce());
      }
    } catch {
      // The next reading comes in a second.
    } finally {
      this.#isReading = false;
    }
  }

  #mark(lives: number[], { xid, lsn }: Mark): void {
    for (const number of new Set(lives)) {
      const { marks } = this.#life(number);
      if (xid !== null && marks.at(-1)?.xid === xid) continue;
      marks.push({ order: (this.#order += 1), xid, lsn });
      // The first one that is dropped makes the oldest one that is kept unknown.
      if (marks.length > marksMax)
        marks.splice(0, marksMax / 2, { order: marks[marksMax / 2 - 1]?.order ?? 0, xid: null, lsn: null });
    }
  }

  #life(number: number): AcknowledgedLife {
    const known = this.#lives.get(number);
    if (known !== undefined) return known;
    const life: AcknowledgedLife = { flushes: [], marks: [] };
    this.#lives.set(number, life);
    for (const old of this.#lives.keys()) if (old <= number - livesKept) this.#lives.delete(old);
    return life;
  }

  async #readOnce(): Promise<void> {
    const session = await this.db.lookups.connect();
    let life: AcknowledgedLife;
    let question: string | null;
    try {
      life = this.#life(this.db.lives.of(session) ?? this.db.lives.number);
      const order = (this.#order += 1);
      const at = Date.now();
      const [row] = await rows<[number, string, string | null, string | null]>(session, {
        name: 'how far the log is flushed',
        text: flushText,
        values: [],
      });
      session.release();
      if (row === undefined) return;
      const [lsn, snapshot, instances, asked] = row;
      question = asked;
      // JSON of the statement above.
      life.flushes.push({ order, at, lsn, snapshot, instances: JSON.parse(instances ?? '[]') as string[] });
    } catch (error) {
      session.release(error instanceof Error ? error : true);
      throw error;
    }
    if (life.flushes.length > flushesKept) life.flushes.shift();
    const [oldest] = life.flushes;
    life.marks = life.marks.filter(({ order }) => order > (oldest?.order ?? 0));
    if (question !== null) await this.#answer(JSON.parse(question) as { id: string; ends: TimelineEnds });
  }

  async #answer({ id, ends }: { id: string; ends: TimelineEnds }): Promise<void> {
    if (this.#instance === undefined) return;
    const answer = JSON.stringify({ question: id, lives: this.remembered(ends) });
    await this.db.work.query(
      `update instance set answer = $2::jsonb where id = $1 and answer ->> 'question' is distinct from $3`,
      [this.#instance, answer, id],
    );
  }

  /** What this process remembers of each earlier timeline. */
  remembered(ends: TimelineEnds): Remembered[] {
    return [...this.#lives].flatMap(([number, { flushes, marks }]) => {
      const timeline = this.db.lives.nameOf(number);
      const end = ends[timeline];
      if (end === undefined) return [];
      const before = flushes.findLast(({ lsn }) => lsn <= end);
      const hadEnded = endedIn(before?.snapshot ?? null);
      const isOlder = ({ xid, lsn }: Mark): boolean => xid !== null && lsn === null && hadEnded(xid);
      const since = marks.filter((mark) => mark.order > (before?.order ?? 0) && !isOlder(mark));
      const known = flushes.filter(({ order }) => order >= (before?.order ?? 0)).flatMap(({ instances }) => instances);
      return [
        {
          timeline,
          until: before?.at ?? null,
          snapshot: before?.snapshot ?? null,
          instances: [...new Set(known)],
          marks: since.flatMap(({ xid, lsn }): [number, number | null][] => (xid === null ? [] : [[xid, lsn]])),
          unknown: since.filter(({ xid }) => xid === null).length,
        },
      ];
    });
  }
}

/**
 * Tells whether a transaction had ended when a snapshot was taken, which PostgreSQL writes as
 * `oldest:next:running,running`. Without a snapshot the answer is no.
 */
export function endedIn(snapshot: string | null): (xid: number) => boolean {
  const [, next = '0', running = ''] = (snapshot ?? '').split(':');
  const still = new Set(running.split(','));
  return (xid) => xid < Number(next) && !still.has(String(xid));
}
