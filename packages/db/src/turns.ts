import { Overload } from './overload.ts';

export type TurnRules = {
  /** Places in all. */
  places: number;
  /** Milliseconds that one stands in line. */
  patience: number;
};

/** What one owner may have. */
export type Share = {
  /** Places at a time. */
  places: number;
  /** How many of it may stand in line. */
  line: number;
};

type Waiting = { share: Share; enter: () => void; giveUp: (error: unknown) => void };

/** Who waits, of one owner, and how many places it holds. */
type Owner = { held: number; line: Waiting[] };

/**
 * Places that are given out fairly: each owner holds its share of them at most; of one owner who came first goes first, and owners take turns, so that a
 * long line of one is no wait for another. Memory is bounded by the lines.
 */
export class Turns {
  /** Those that hold or wait, who was served longest ago first. */
  readonly #owners = new Map<string, Owner>();
  #free: number;

  constructor(private readonly rules: TurnRules) {
    this.#free = rules.places;
  }

  /** How many stand in line. */
  get waiting(): number {
    let waiting = 0;
    for (const { line } of this.#owners.values()) waiting += line.length;
    return waiting;
  }

  /**
   * Takes a place within the owner's share; undefined when it was had at once, else a promise of it. Throws or rejects with `Overload` when
   * the line is too long or the turn does not come in time, and with the signal's reason when that is aborted first. Each place must be given back.
   */
  take(name: string, share: Share, signal?: AbortSignal): Promise<void> | undefined {
    const owner = this.#owners.get(name) ?? { held: 0, line: [] };
    this.#owners.set(name, owner);
    if (this.#free > 0 && owner.held < share.places && owner.line.length === 0) {
      this.#seat(name, owner);
      return undefined;
    }
    if (owner.line.length >= share.line) throw new Overload('too many statements wait');
    return this.#stand(name, owner, share, signal);
  }

  /** Gives a place back; who is next takes it. */
  give(name: string): void {
    const owner = this.#owners.get(name);
    if (owner === undefined || owner.held === 0) throw new Error('a place was given back that nobody held');
    owner.held -= 1;
    this.#free += 1;
    this.#forget(name, owner);
    this.#serve();
  }

  /** Refuses all who stand in line: what happened to one of them would happen to each. */
  refuse(error: unknown): void {
    // Each leaves its line.
    const all = [...this.#owners.values()].flatMap(({ line }) => line);
    for (const one of all) one.giveUp(error);
  }

  #stand(name: string, owner: Owner, share: Share, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const giveUp = (error: unknown): void => {
        leave();
        owner.line.splice(owner.line.indexOf(one), 1);
        this.#forget(name, owner);
        reject(error);
      };
      const one: Waiting = {
        share,
        giveUp,
        enter() {
          leave();
          resolve();
        },
      };
      const onAbort = (): void => giveUp(signal?.reason);
      const late = (): void => giveUp(new Overload('a statement waited for too long'));
      const timer = setTimeout(late, this.rules.patience);
      owner.line.push(one);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    });
  }

  #serve(): void {
    if (this.#free === 0) return;
    for (const [name, owner] of this.#owners) {
      const [next] = owner.line;
      if (next === undefined || owner.held >= next.share.places) continue;
      owner.line.shift();
      this.#seat(name, owner);
      next.enter();
      if (this.#free === 0) return;
    }
  }

  #seat(name: string, owner: Owner): void {
    owner.held += 1;
    this.#free -= 1;
    // To the end: all others come before it gets another.
    this.#owners.delete(name);
    this.#owners.set(name, owner);
  }

  #forget(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.line.length === 0) this.#owners.delete(name);
  }
}
