import { SlotQuota, type SlotHolder, type SlotLimits } from './slot-quota.ts';

/** How a holder makes room for a newcomer, wherever it runs. */
export type Yielding = {
  /** For how many milliseconds it has made no progress; 0 while it does. */
  stillMs: () => number | Promise<number>;
  /** Ends it. The register has freed its slot by then. */
  cutOff: () => void;
};

/** A slot that was taken, or the lowest level that has none. */
export type Entry = { leave: () => void } | { full: keyof SlotLimits };

/** Takes a slot that the processes of a service share. Fails when nobody can be asked in time. */
export type SharedSlots = (holder: SlotHolder, yielding?: Yielding) => Promise<Entry>;

/**
 * The slots that the processes of a service share. One process holds the register for all.
 *
 * A holder is outside or inside, as in `SlotQuota`. `enter` lets it in where no level is full.
 * Where one is, the holder of that level that has been still for longest, and for at least
 * `stillMs`, leaves and is cut off; where there is no such holder the newcomer stays outside.
 * Whoever can say nothing of itself in time is not still.
 *
 * Bounds: those of `SlotQuota`.
 */
export class SlotRegister {
  readonly #slots: SlotQuota;
  readonly #inside = new Map<SlotHolder, Yielding | undefined>();

  constructor(
    limits: SlotLimits,
    private readonly stillMs = Infinity,
  ) {
    this.#slots = new SlotQuota(limits);
  }

  /** Never fails. `leave` may be called again. */
  async enter(holder: SlotHolder, yielding?: Yielding): Promise<Entry> {
    for (let full = this.#slots.fullLevel(holder); full !== undefined; full = this.#slots.fullLevel(holder))
      if (!(await this.#makeRoom(full, holder))) return { full };
    this.#slots.take(holder);
    this.#inside.set(holder, yielding);
    return { leave: () => void this.#leave(holder) };
  }

  async #makeRoom(level: keyof SlotLimits, newcomer: SlotHolder): Promise<boolean> {
    if (this.stillMs === Infinity) return false;
    const asked = [...this.#inside]
      .filter(([one]) => level === 'all' || one[level] === newcomer[level])
      .map(async ([one, yielding]) => ({ one, yielding, ms: await stillOf(yielding) }));
    const stillest = (await Promise.all(asked)).reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0 } as Still);
    if (stillest.one === undefined || stillest.ms < this.stillMs) return false;
    // Another newcomer may have taken its place meanwhile: then the level is looked at again.
    if (this.#leave(stillest.one)) stillest.yielding?.cutOff();
    return true;
  }

  #leave(holder: SlotHolder): boolean {
    if (!this.#inside.delete(holder)) return false;
    this.#slots.give(holder);
    return true;
  }
}

type Still = { one?: SlotHolder; yielding?: Yielding | undefined; ms: number };

async function stillOf(yielding: Yielding | undefined): Promise<number> {
  try {
    return (await yielding?.stillMs()) ?? 0;
  } catch {
    return 0;
  }
}
