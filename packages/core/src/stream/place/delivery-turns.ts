import { limits } from '@goal/contract';
import { FairSemaphore, Overload } from '@goal/fairness';

/** How a sink answers: it was not asked yet; at once; late, or not since it failed. */
export type Pace = 'fresh' | 'prompt' | 'slow';

/** A round of a stream that wants a turn. */
export type DeliveryRound = {
  owner: string;
  /** Its batches are files, which are larger. */
  isFile: boolean;
  pace: Pace;
  signal: AbortSignal;
};

/** How long a round may hold a turn outside the lane of the slow, in milliseconds. */
const promptMs = 1000;
/** Rounds at a time in the process. Files of sinks that were not asked yet are among the slow. */
const permits = { batches: { fresh: 16, prompt: 32, slow: 80 }, files: { prompt: 16, slow: 16 } };
const few = { permits: 2, queueLimit: Infinity };
/** Rounds at a time of one account. */
const shares = { fresh: few, prompt: few, slow: { permits: limits.streamsPerAccount, queueLimit: Infinity } };

type Lanes = Record<Pace, FairSemaphore>;
const lane = (turns: number): FairSemaphore => new FairSemaphore({ permits: turns, queueTimeoutMs: Infinity });

/**
 * The turns of the rounds of the streams of this process: accounts take turns, and no sink delays
 * the stream of another account.
 *
 * - A round whose sink answers at once takes a turn in the lane of those, and one whose sink was
 *   not asked yet in a lane beside it. After `promptMs` it leaves this lane: it goes on in the lane
 *   of the slow ones if there is room, or else it is cut off, and its batch is sent again in that
 *   lane.
 * - All other rounds wait for a turn in the lane of the slow ones, and keep it to their end.
 * - Files have two lanes of their own, and keep their turn to their end in both.
 *
 * Bounds: `permits` batches in flight, and as many files.
 */
export class DeliveryTurns {
  readonly #batches: Lanes = {
    fresh: lane(permits.batches.fresh),
    prompt: lane(permits.batches.prompt),
    slow: lane(permits.batches.slow),
  };
  readonly #files: Lanes;

  constructor() {
    const slow = lane(permits.files.slow);
    this.#files = { fresh: slow, prompt: lane(permits.files.prompt), slow };
  }

  /**
   * A round in its turn. `work`'s signal aborts with the given one or a cut-off. `isLate`: it took
   * long. Throws what `work` throws, and while waiting the signal's reason.
   */
  async take<Result>(
    { owner, isFile, pace, signal }: DeliveryRound,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result; isLate: boolean; isCut: boolean }> {
    const lanes = isFile ? this.#files : this.#batches;
    const { slow } = lanes;
    let lane = lanes[pace];
    await lane.take(owner, lane === slow ? shares.slow : shares[pace], signal);
    const cut = new AbortController();
    const onAbort = (): void => cut.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) cut.abort();
    let [isLate, isCut] = [false, false];
    const onLate = (): void => {
      isLate = true;
      if (lane === slow) return;
      if (hasRoom(slow, owner)) {
        lane.give(owner);
        lane = slow;
      } else {
        isCut = true;
        cut.abort();
      }
    };
    const timer = isFile ? undefined : setTimeout(onLate, promptMs);
    try {
      const result = await work(cut.signal);
      return { result, isLate, isCut: isCut && !signal.aborted };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      lane.give(owner);
    }
  }
}

/** Takes a permit if there is one at once. */
function hasRoom(slow: FairSemaphore, owner: string): boolean {
  try {
    void slow.take(owner, { ...shares.slow, queueLimit: 0 });
    return true;
  } catch (error) {
    if (error instanceof Overload) return false;
    throw error;
  }
}
