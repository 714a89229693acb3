import type pg from 'pg';

/** Work that began in one life of the database would go on in another. */
export class LifeEndedError extends Error {
  override readonly name = 'LifeEndedError';
  /** The code of a server that does not take connections yet. */
  readonly code = '57P03';

  constructor() {
    super('the database is another one since this work began');
  }
}

/**
 * Which life of the database the sessions of a process lead to. A promoted standby may lack what
 * its former primary had, so nothing that was read in one life may be taken for true in another.
 *
 * A life is a cluster and a timeline of its write-ahead log. A session belongs to one life, because
 * a primary never changes its timeline while it runs. The life of the session that was opened last
 * is the present one: sessions of other lives are not used again, and `number` rises.
 *
 * All lives look alike to a user who may not ask for cluster and timeline.
 */
export class Lives {
  #present: string | undefined;
  #number = 0;
  readonly #names: string[] = [];
  readonly #ofSession = new WeakMap<object, number>();

  /** The number of the present life. It counts in this process alone. */
  get number(): number {
    return this.#number;
  }

  /** The cluster and the timeline of a life; empty while they are not known. */
  nameOf(number: number): string {
    return this.#names[number] ?? '';
  }

  /** The number of the life that a session belongs to. */
  of(session: object): number | undefined {
    return this.#ofSession.get(session);
  }

  /** Whether a session may be used. A session that is seen first makes its life the present one. */
  admits(session: pg.ClientBase & { life?: string | undefined }): boolean {
    const known = this.#ofSession.get(session);
    if (known !== undefined) return known === this.#number;
    const { life = '' } = session;
    if (this.#present !== undefined && life !== this.#present) this.#number += 1;
    this.#present = life;
    this.#names[this.#number] = life;
    this.#ofSession.set(session, this.#number);
    return true;
  }
}
