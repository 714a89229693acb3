/** Milliseconds since it was asked for in which an answer is given again: half of the second in which a change must bind on every instance (rulings §2.5). */
const lifetime = 500;
const most = 20_000;

type Remembered<Value> = { value: Value; askedAt: number; changes: number };

/**
 * What was looked up within the last half second is not looked up again, unless a transaction of this process has ended since it was asked for: so a
 * change binds the next request on the instance that made it, and every other within the second (rulings §2.5). What does not exist is not remembered.
 */
export class Recent<Value> {
  readonly #remembered = new Map<string, Remembered<Value>>();

  /** `changes` goes up whenever a transaction of this process ends; `find` looks up now. */
  constructor(
    private readonly changes: { readonly ended: number },
    private readonly find: (prefix: string) => Promise<Value | undefined>,
  ) {}

  /** Undefined where there is none. Throws what `find` throws. */
  async get(prefix: string): Promise<Value | undefined> {
    const askedAt = performance.now();
    const changes = this.changes.ended;
    const known = this.#remembered.get(prefix);
    if (known !== undefined && known.changes === changes && askedAt - known.askedAt < lifetime) return known.value;
    const value = await this.find(prefix);
    this.#remembered.delete(prefix);
    if (value !== undefined) this.#remember(prefix, { value, askedAt, changes });
    return value;
  }

  /** The newest stand last: what is too old to be given again goes with the next look-up, so that only half a second's worth is held. */
  #remember(prefix: string, remembered: Remembered<Value>): void {
    for (const [known, { askedAt }] of this.#remembered) {
      if (remembered.askedAt - askedAt < lifetime && this.#remembered.size < most) break;
      this.#remembered.delete(known);
    }
    this.#remembered.set(prefix, remembered);
  }
}
