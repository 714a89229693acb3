import cluster, { type Worker } from 'node:cluster';

import { StartupError } from '@goal/db';

import { beginningVariable } from '../env.ts';
import { countsOf, figuresOf, joinFigures, silentFigures, type Figures } from './figures.ts';
import { waitMs, type Beginning, type FromProcess, type Started, type ToProcess } from './messages.ts';

/** How a process ended. `fault`: the system could not start it. */
type End = { code: number | null; signal: string | null; fault?: string };

/** One of the N processes that serve, and those that take its place when it ends. */
export class Place {
  #worker: Worker | undefined;
  #ended: Promise<End> = Promise.resolve({ code: 0, signal: null });
  #isServing = false;
  /** The figures of its last page. */
  #last: Figures = [];
  /** The counts of the processes that have ended. */
  #before: Figures[] = [];
  readonly #asked = new Map<number, (figures: Figures) => void>();
  #questions = 0;

  /** `page` makes the page of /metrics for the process that was asked for it. */
  constructor(
    private readonly beginning: Beginning,
    private readonly page: () => Promise<string>,
  ) {}

  get pid(): number | undefined {
    return this.#worker?.process.pid;
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /** How its present process ends. */
  get ended(): Promise<End> {
    return this.#ended;
  }

  /** Starts a process; resolves once it serves. Throws `StartupError` when it ends before that. */
  async start(): Promise<Started> {
    const worker = cluster.fork({ [beginningVariable]: JSON.stringify(this.beginning) });
    this.#worker = worker;
    this.#ended = endOf(worker).then((end) => this.#end(end));
    const begun = new Promise<Started>((resolve) => {
      worker.on('message', (message: FromProcess) => {
        if ('begun' in message) resolve(message.begun);
        else if ('figures' in message) this.#asked.get(message.id)?.(message.figures);
        else void this.page().then((page) => tell(worker, { id: message.wantsPage, page }));
      });
    });
    const came = await Promise.race([begun, this.#ended]);
    if (!('origin' in came)) {
      const { fault, signal, code } = came;
      throw new StartupError(`A process ended while it started: ${fault ?? signal ?? `exit code ${code}`}.`);
    }
    this.#isServing = true;
    return came;
  }

  kill(signal: NodeJS.Signals): void {
    this.#worker?.process.kill(signal);
  }

  /** The figures of its process, and the counts of those before it. */
  async figures(): Promise<Figures[]> {
    const worker = this.#worker;
    const figures = this.#isServing && worker !== undefined ? await this.#ask(worker) : undefined;
    if (!this.#isServing || this.#worker !== worker) return this.#before;
    this.#last = figures ?? this.#last;
    return [...this.#before, figures ?? silentFigures(this.#last)];
  }

  #ask(worker: Worker): Promise<Figures | undefined> {
    const id = (this.#questions += 1);
    return new Promise<Figures | undefined>((resolve) => {
      const late = setTimeout(() => resolve(undefined), waitMs.figures);
      this.#asked.set(id, (figures) => {
        clearTimeout(late);
        resolve(figures);
      });
      tell(worker, { wantsFigures: id });
    }).finally(() => this.#asked.delete(id));
  }

  /** Its counts stay, so that no counter of the service falls. */
  async #end(end: End): Promise<End> {
    this.#isServing = false;
    this.#before = [...this.#before, countsOf(this.#last)];
    this.#last = [];
    this.#before = [await figuresOf(joinFigures(this.#before))];
    return end;
  }
}

/** How a process ends. One that could not be made has no exit: the system has no room for it. */
function endOf(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }));
    // A process that is there and cannot be reached is reported by its exit.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null, fault: message });
    });
  });
}

/** Never fails: the process may be ending. */
const tell = (worker: Worker, message: ToProcess): void => void worker.send(message, () => {});
