import { setTimeout as sleep } from 'node:timers/promises';

import { refuseMemory, type AnswerMemory } from '@goal/api';
import { DomainError } from '@goal/contract';
import {
  rememberedMs,
  type OwnBuckets,
  type SharedPermits,
  type Siblings,
  Overload,
  type Entry,
  type SharedSlots,
  type Yielding,
  type SealerElsewhere,
} from '@goal/core';

import { waitMs, type Beginning, type ParentCalls, type ProcessCalls, type Slots } from './calls.ts';
import type { Link } from './link.ts';

type Parent = Link<ParentCalls>;

/** What a process of several asks its parent for, in place of its own memory. */
export type Together = {
  siblings: Siblings;
  buckets: OwnBuckets;
  answers: AnswerMemory;
  /** Tells the others of a change; see `Changes` of packages/db. */
  tellChange: () => Promise<void>;
  /** What seals the signed logs for this process; undefined: it seals them itself. */
  sealer: SealerElsewhere | undefined;
  /** The page of /metrics of all processes. */
  metrics: () => Promise<string>;
};

/** What the parent may ask about what this process holds. */
export type HeldCalls = Pick<ProcessCalls, 'stillMs' | 'cutOff' | 'evict'>;

export function openTogether(
  parent: Parent,
  { processes, seals }: Pick<Beginning, 'processes' | 'seals'>,
): { together: Together; held: HeldCalls } {
  const exports = new Map<number, Yielding>();
  const answers = openAnswers(parent);
  const together: Together = {
    siblings: {
      count: processes,
      tailSlots: slotsOf(parent, 'tails', new Map()),
      exportSlots: slotsOf(parent, 'exports', exports),
      hashing: openHashing(parent),
      runningExport: (key) => parent.ask(waitMs.all, 'runningExport', key).catch(() => null),
      bundleProgress: (key) => parent.ask(waitMs.all, 'bundleProgress', key).catch(() => null),
      flushNotes: () => parent.ask(waitMs.all, 'flushNotes').catch(() => {}),
    },
    buckets: bucketsOf(parent),
    answers: answers.memory,
    tellChange: () => tellChange(parent),
    sealer: seals ? undefined : sealerOf(parent),
    metrics: () => parent.ask(waitMs.metrics, 'metrics'),
  };
  const held: HeldCalls = {
    stillMs: async (id) => (await exports.get(id)?.stillMs()) ?? 0,
    cutOff: (id) => exports.get(id)?.cutOff(),
    evict: answers.evict,
  };
  return { together, held };
}

function sealerOf(parent: Parent): SealerElsewhere {
  return {
    ring: (accounts) => parent.tell('ring', [...accounts]),
    seal: (account, options) => parent.ask(2 * waitMs.seal, 'seal', account, options),
  };
}

/**
 * Waits until all others know, or until what they read before the change no longer counts: half a
 * second. So a process that is stuck delays a change and never breaks its promise.
 */
async function tellChange(parent: Parent): Promise<void> {
  const forgotten = new AbortController();
  const late = sleep(rememberedMs, undefined, { signal: forgotten.signal }).catch(() => {});
  const told = parent.ask(2 * rememberedMs, 'changed').catch(() => late);
  await Promise.race([told, late]);
  forgotten.abort();
}

/** The rate buckets of the service. Throws `unavailable` when the parent does not answer. */
function bucketsOf(parent: Parent): OwnBuckets {
  return {
    size: 0,
    take: (key, policy) => parent.ask(waitMs.usual, 'take', key, policy).catch(refuse),
    note: (key, verdict, policy) => parent.tell('note', key, verdict, policy),
  };
}

function slotsOf(parent: Parent, slots: Slots, held: Map<number, Yielding>): SharedSlots {
  let named = 0;
  return async ({ key, account, keySlots = null }, yielding): Promise<Entry> => {
    const id = (named += 1);
    const leave = (): void => {
      held.delete(id);
      parent.tell('leave', slots, id);
    };
    if (yielding !== undefined) held.set(id, yielding);
    try {
      const entry = await parent.ask(waitMs.all, 'enter', slots, id, { key, account, keySlots: keySlots ?? null });
      if (entry === 'in') return { leave };
      held.delete(id);
      return { full: entry };
    } catch (cause) {
      // The slot may have been taken all the same.
      leave();
      return refuse(cause);
    }
  };
}

function openHashing(parent: Parent): SharedPermits {
  const ids = new Map<string, number[]>();
  let named = 0;
  return {
    async take(owner, share) {
      const id = (named += 1);
      const isGranted = await parent.ask(waitMs.hash, 'hash', id, owner, share).catch((cause: unknown) => {
        parent.tell('hashed', id);
        return refuse(cause);
      });
      if (!isGranted) throw new Overload('too many passwords wait');
      ids.set(owner, [...(ids.get(owner) ?? []), id]);
    },
    give(owner) {
      const [id, ...rest] = ids.get(owner) ?? [];
      if (rest.length > 0) ids.set(owner, rest);
      else ids.delete(owner);
      if (id !== undefined) parent.tell('hashed', id);
    },
  };
}

function openAnswers(parent: Parent): { memory: AnswerMemory; evict: (id: number) => void } {
  const cutOffs = new Map<number, () => void>();
  let named = 0;
  const memory: AnswerMemory = {
    reserve(owners, cutOff) {
      const id = (named += 1);
      const release = (): void => {
        if (cutOffs.delete(id)) parent.tell('hold', id, owners, 0);
      };
      return {
        async resize(bytes) {
          cutOffs.set(id, cutOff);
          const isHeld = await parent.ask(waitMs.usual, 'hold', id, owners, bytes).catch((cause: unknown) => {
            // The memory may have been taken all the same.
            release();
            return refuse(cause);
          });
          if (isHeld) return;
          cutOffs.delete(id);
          throw refuseMemory();
        },
        release,
      };
    },
  };
  return { memory, evict: (id) => cutOffs.get(id)?.() };
}

function refuse(cause: unknown): never {
  throw new DomainError('unavailable', { retryAfter: 1, cause });
}
