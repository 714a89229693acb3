import { withAllowance } from '@goal/db';

type Waiting<Value> = { name: string; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void };

/** Statements that may run at once: a second one, so that a slow first does not hold up everybody. */
const mostAtOnce = 2;
/** Names of one statement. */
const mostTogether = 100;

/**
 * Looks things up by name in the database, and remembers none: each answer is read after it was asked for. What is asked in one turn of the
 * event loop, or while statements are under way, goes together into the next one: so many requests cost few statements and one alone waits for nobody.
 */
export class LookUps<Value> {
  #waiting: Waiting<Value>[] = [];
  #running = 0;
  #isStarting = false;

  /** `find` returns what it finds of up to 100 different names. */
  constructor(private readonly find: (names: string[]) => Promise<Map<string, Value>>) {}

  /** Undefined where there is none. Throws what the statement throws. */
  get(name: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    if (this.#running === mostAtOnce || this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      while (this.#running < mostAtOnce && this.#waiting.length > 0)
        void this.#run(this.#waiting.splice(0, mostTogether));
    });
  }

  async #run(asked: Waiting<Value>[]): Promise<void> {
    this.#running += 1;
    await this.#answer(asked);
    this.#running -= 1;
    if (this.#waiting.length > 0) this.#start();
  }

  async #answer(asked: Waiting<Value>[]): Promise<void> {
    try {
      // What many wait for is not done at the cost of the first of them.
      const found = await withAllowance(undefined, () => this.find([...new Set(asked.map(({ name }) => name))]));
      for (const { name, resolve } of asked) resolve(found.get(name));
    } catch (error) {
      // Who waits behind it would meet the same, and has waited as long already: nobody hangs for two statements.
      for (const { reject } of [...asked, ...this.#waiting.splice(0)]) reject(error);
    }
  }
}
