import type { FoundAccountEvent } from '@goal/contract';

type Tailed = { events: FoundAccountEvent[]; next_after: string; expired: boolean };

type Following = {
  /** Where an earlier turn ended; undefined begins now. */
  after: string | undefined;
  signal: AbortSignal;
  /** Waits for events behind a position; without one it tells the position of this moment. */
  tail: (after: string | undefined) => Promise<Tailed>;
  newest: () => Promise<FoundAccountEvent[]>;
  onEvents: (events: readonly FoundAccountEvent[]) => void;
  onPosition: (after: string) => void;
  onExpired: () => void;
  onInterrupted: (isInterrupted: boolean) => void;
};

/** How long it waits after a failure, in ms, before it asks again. */
const pauseMs = 3000;

/**
 * Follows a tail until it is aborted. It learns the position before it reads the newest page, so
 * that no event falls between. After a failure it asks again from the same position.
 */
export async function follow({ signal, tail, newest, ...on }: Following): Promise<void> {
  for (let after = on.after; !signal.aborted;) {
    try {
      const { events, next_after: next, expired } = await tail(after);
      if (signal.aborted) return;
      if (expired) return on.onExpired();
      const arrived = after === undefined ? await newest() : events;
      if (signal.aborted) return;
      if (arrived.length > 0) on.onEvents(arrived);
      after = next;
      on.onPosition(next);
      on.onInterrupted(false);
    } catch {
      if (signal.aborted) return;
      on.onInterrupted(true);
      await pause(signal);
    }
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The shortest time between two drawings of arrivals, in ms. */
const collectMs = 100;

/** Hands on first events at once, later ones at most every 100 ms, and at `stop` the rest. */
export function collect(onEvents: (events: readonly FoundAccountEvent[]) => void) {
  let collected: FoundAccountEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    const events = collected;
    collected = [];
    timer = events.length === 0 ? undefined : setTimeout(flush, collectMs);
    if (events.length > 0) onEvents(events);
  };
  return {
    add: (events: readonly FoundAccountEvent[]): void => {
      collected.push(...events);
      if (timer === undefined) flush();
    },
    stop: (): void => {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
    },
  };
}
