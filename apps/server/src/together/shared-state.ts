import { openAnswerMemory, type OwnAnswerReservation } from '@goal/api';
import { limits } from '@goal/contract';
import { HashPermits, rememberedMs, TokenBuckets, Overload, SlotRegister, type Share } from '@goal/core';

import {
  waitMs,
  type Entered,
  type Figures,
  type Holder,
  type ParentCalls,
  type ProcessCalls,
  type Slots,
} from './calls.ts';
import { EndedFigures, figure, joinFigures, silentFigures } from './figures.ts';
import { Link, type Way } from './link.ts';

/** What the parent asks a process that serves. */
export type ProcessLink = Link<ProcessCalls>;

/** What one process holds of what all share, by its own names. */
type Held = {
  slots: Record<Slots, Map<number, () => void>>;
  /** Permits to hash, and who waits for one. */
  hashing: Map<number, { owner: string; isGranted: boolean }>;
  answers: Map<number, OwnAnswerReservation>;
  /** Its figures of the last page. */
  figures: Figures;
  hasEnded: boolean;
};

/**
 * What the processes of a service share, in the memory of their parent
 * (docs/decisions/101-all-cores.md): rate buckets, slots of tails and exports, permits to hash a
 * password, the memory of answers. What a process holds is free again when it ends.
 */
export class SharedState {
  readonly #buckets = new TokenBuckets();
  readonly #slots: Record<Slots, SlotRegister> = {
    tails: new SlotRegister(limits.tailWaits),
    exports: new SlotRegister(limits.exports, limits.exports.stillMs),
  };
  readonly #hashing = new HashPermits();
  readonly #answers = openAnswerMemory();
  readonly #processes = new Map<ProcessLink, Held>();
  readonly #ended = new EndedFigures();
  #deaths = 0;
  /** The process that seals the signed logs. */
  #sealing: ProcessLink | undefined;

  /** Lets a process that begins take part, by its start. */
  open(way: Way, start: Pick<ParentCalls, 'beginning' | 'begun'>): ProcessLink {
    const held: Held = {
      slots: { tails: new Map(), exports: new Map() },
      hashing: new Map(),
      answers: new Map(),
      figures: [],
      hasEnded: false,
    };
    const link: ProcessLink = new Link(way, { ...start, ...this.#callsOf(held, () => link) });
    this.#processes.set(link, held);
    if (start.beginning().seals) this.#sealing = link;
    return link;
  }

  /** Frees what a process held that has ended. `isDeath`: nobody had asked it to. */
  async forget(link: ProcessLink, isDeath: boolean): Promise<void> {
    const held = this.#processes.get(link);
    if (held === undefined) return;
    this.#processes.delete(link);
    held.hasEnded = true;
    if (isDeath) this.#deaths += 1;
    for (const slots of Object.values(held.slots)) for (const leave of slots.values()) leave();
    for (const id of held.hashing.keys()) this.#giveHash(held, id);
    for (const { release } of held.answers.values()) release();
    await this.#ended.add(held.figures);
  }

  #callsOf(held: Held, own: () => ProcessLink): Omit<ParentCalls, 'beginning' | 'begun'> {
    const others = (): ProcessLink[] => [...this.#processes.keys()].filter((link) => link !== own());
    return {
      take: (key, policy) => this.#buckets.take(key, policy),
      note: (key, verdict, policy) => this.#buckets.note(key, verdict, policy),
      // A process that answers later uses no more what it read before the change (LookUpCache).
      changed: () => askAll(others(), (link) => link.ask(rememberedMs, 'changed')),
      enter: (slots, id, holder) => this.#enter(own(), held, slots, id, holder),
      leave(slots, id) {
        held.slots[slots].get(id)?.();
        held.slots[slots].delete(id);
      },
      hash: (id, owner, share) => this.#hash(held, id, owner, share),
      hashed: (id) => this.#giveHash(held, id),
      hold: (id, owners, bytes) => this.#hold(own(), held, { id, owners, bytes }),
      runningExport: async (key) =>
        (await answersOf(others(), (link) => link.ask(waitMs.say, 'runningExport', key)))[0] ?? null,
      bundleProgress: async (key) =>
        (await answersOf(others(), (link) => link.ask(waitMs.say, 'bundleProgress', key)))[0] ?? null,
      flushNotes: () => askAll(others(), (link) => link.ask(waitMs.say, 'flushNotes')),
      ring: (accounts) => this.#sealing?.tell('ring', accounts),
      seal: (account, options) => this.#seal(account, options),
      metrics: () => this.#page(),
    };
  }

  async #enter(
    link: ProcessLink,
    held: Held,
    slots: Slots,
    id: number,
    { keySlots, ...holder }: Holder,
  ): Promise<Entered> {
    const own = held.slots[slots];
    // While others are asked to give way the process may end, or leave because it waited too long.
    own.set(id, () => {});
    const yielding = { stillMs: () => link.ask(waitMs.say, 'stillMs', id), cutOff: () => link.tell('cutOff', id) };
    const entry = await this.#slots[slots].enter({ ...holder, keySlots: keySlots ?? undefined }, yielding);
    const isWanted = !held.hasEnded && own.has(id);
    if ('full' in entry) own.delete(id);
    else if (isWanted) own.set(id, entry.leave);
    else entry.leave();
    return 'full' in entry ? entry.full : 'in';
  }

  async #hash(held: Held, id: number, owner: string, share: Share): Promise<boolean> {
    const wanted = { owner, isGranted: false };
    held.hashing.set(id, wanted);
    try {
      await this.#hashing.take(owner, share);
    } catch (error) {
      held.hashing.delete(id);
      if (error instanceof Overload) return false;
      throw error;
    }
    wanted.isGranted = true;
    // While it waited the process may have ended, or given up.
    if (held.hasEnded || !held.hashing.has(id)) this.#hashing.give(owner);
    return true;
  }

  #giveHash(held: Held, id: number): void {
    const wanted = held.hashing.get(id);
    held.hashing.delete(id);
    if (wanted?.isGranted === true) this.#hashing.give(wanted.owner);
  }

  /** `bytes` 0 ends the reservation. */
  #hold(
    link: ProcessLink,
    { answers }: Held,
    { id, owners, bytes }: { id: number; owners: { key: string; owner: string }; bytes: number },
  ): boolean {
    let answer = answers.get(id);
    if (bytes === 0) {
      answer?.release();
      answers.delete(id);
      return true;
    }
    answer ??= this.#answers.reserve(owners, () => {
      answers.delete(id);
      link.tell('evict', id);
    });
    answers.set(id, answer);
    try {
      answer.resize(bytes);
      return true;
    } catch {
      answers.delete(id);
      return false;
    }
  }

  #seal(...asked: Parameters<ProcessCalls['seal']>): ReturnType<ProcessCalls['seal']> {
    if (this.#sealing === undefined) return Promise.reject(new Error('no process seals'));
    return this.#sealing.ask(waitMs.seal, 'seal', ...asked);
  }

  async #page(): Promise<string> {
    // A process that ends from here on is still counted among those that are asked.
    const ended = this.#ended.kept;
    const told = [...this.#processes].map(async ([link, held]) => {
      const figures = await link.ask(waitMs.figures, 'figures').catch(() => undefined);
      if (figures === undefined) return silentFigures(held.figures);
      held.figures = figures;
      return figures;
    });
    return await joinFigures([...(await Promise.all(told)), ...ended, this.#ownFigures()]).metrics();
  }

  #ownFigures(): Figures {
    return [
      figure({ name: 'goal_processes', help: 'Processes that serve', type: 'gauge' }, this.#processes.size),
      figure(
        { name: 'goal_process_deaths_total', help: 'Processes that ended without being asked to', type: 'counter' },
        this.#deaths,
      ),
      figure({ name: 'goal_rate_limit_buckets', help: '', type: 'gauge' }, this.#buckets.size),
    ];
  }
}

/** Waits for all of them, whatever becomes of each. */
async function askAll(links: readonly ProcessLink[], ask: (link: ProcessLink) => Promise<unknown>): Promise<void> {
  await Promise.allSettled(links.map(ask));
}

/** The answers of those that know something. */
async function answersOf<Told>(
  links: readonly ProcessLink[],
  ask: (link: ProcessLink) => Promise<Told | null>,
): Promise<Told[]> {
  const told = links.map((link) => ask(link).catch(() => null));
  return (await Promise.all(told)).filter((one) => one !== null);
}
