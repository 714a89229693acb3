import { limits } from '@goal/contract';
import { FairSemaphore, Overload } from '@goal/fairness';

/** A round of a stream that wants a turn. */
export type Round = {
  owner: string;
  /** Its batches are files, which are larger. */
  isFile: boolean;
  /** Its sink has not shown yet that it answers at once, or has failed since. */
  isSlow: boolean;
  signal: AbortSignal;
};

/** How long a round may hold a turn among those whose sinks answer at once, in milliseconds. */
const promptMs = 1000;
/** Rounds at a time in the service: of sinks that answer at once, and of all others. */
const permits = { batches: { prompt: 32, slow: 96 }, files: { prompt: 16, slow: 16 } };
/** Rounds at a time of one account. */
const shares = {
  prompt: { permits: 2, queueLimit: Infinity },
  slow: { permits: limits.streamsPerAccount, queueLimit: Infinity },
};

type Lanes = Record<'prompt' | 'slow', FairSemaphore>;

/**
 * The turns of the rounds of the streams of this process: accounts take turns, and no sink delays
 * the stream of another account.
 *
 * - A round whose sink answers at once takes a turn in the lane of those. After `promptMs` it
 *   leaves this lane: it goes on in the lane of the slow ones if there is room, or else it is cut
 *   off, and its batch is sent again in that lane.
 * - All other rounds wait for a turn in the lane of the slow ones, and keep it to their end.
 * - Files have two lanes of their own, and keep their turn to their end in both.
 *
 * Bounds: `permits` batches in flight, and as many files, in all processes of the service.
 */
export class DeliveryTurns {
  readonly #batches: Lanes;
  readonly #files: Lanes;

  constructor(processes = 1) {
    this.#batches = openLanes(permits.batches, processes);
    this.#files = openLanes(permits.files, processes);
  }

  /**
   * Does a round in its turn. The signal that `work` gets is aborted when the round is cut off, and
   * with the given one. `isLate`: it took long. Throws what `work` throws, and the reason of the
   * given signal while it waits for its turn.
   */
  async take<Result>(
    { owner, isFile, isSlow, signal }: Round,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result; isLate: boolean; isCut: boolean }> {
    const { prompt, slow } = isFile ? this.#files : this.#batches;
    let lane = isSlow ? slow : prompt;
    await lane.take(owner, isSlow ? shares.slow : shares.prompt, signal);
    const cut = new AbortController();
    const onAbort = (): void => cut.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) cut.abort();
    let [isLate, isCut] = [false, false];
    const onLate = (): void => {
      isLate = true;
      if (isSlow) return;
      if (hasRoom(slow, owner)) {
        prompt.give(owner);
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

function openLanes({ prompt, slow }: { prompt: number; slow: number }, processes: number): Lanes {
  const lane = (total: number): FairSemaphore =>
    new FairSemaphore({ permits: Math.floor(total / processes), queueTimeoutMs: Infinity });
  return { prompt: lane(prompt), slow: lane(slow) };
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
