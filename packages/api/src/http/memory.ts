import type { ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';
import { MemoryBudget } from '@goal/fairness';

/** The memory that requests may hold. Each service has its own. */
export type Memory = {
  /** Bodies that are not answered yet, by account. */
  bodies: MemoryBudget;
  /** Bodies on the payment provider's path, each for itself. */
  messages: MemoryBudget;
  answers: AnswerMemory;
};

/** Answers that are not read yet, by account and by key. */
type AnswerMemory = {
  /** `cutOff` ends the answer when it gives way to another. The memory is free again by then. */
  reserve: (owners: Owners, cutOff: () => void) => AnswerReservation;
};

/** The memory of an answer, which may leave piece by piece. */
type AnswerReservation = {
  /** Takes this number of bytes instead of those before. Throws `unavailable`. */
  resize: (bytes: number) => void;
  /** Must be called when the answer has ended; may be called again. */
  release: () => void;
};

/** Refuses with `unavailable`: a bound is reached, and nothing failed. */
export const refuseMemory = (): DomainError => new DomainError('unavailable', { retryAfter: 1 });

/** The memory of a service. */
export function openMemory(): Memory {
  const { bodiesBytes, bodyBytes, webhookBytes } = limits;
  return {
    bodies: new MemoryBudget({ perOwner: bodiesBytes, total: bodiesBytes }, refuseMemory),
    messages: new MemoryBudget({ perOwner: bodyBytes, total: webhookBytes }, refuseMemory),
    answers: openAnswerMemory(),
  };
}

type Owners = { key: string; owner: string };

/** Shorter answers are not counted: a key's rate bounds them. */
const countedAnswerMinBytes = 64 * 1024;

/**
 * Reserves memory for a long answer, which stays in memory until its reader has taken it. It is
 * released when the answer is sent or the connection is closed, or when the account gives way to
 * another. Throws `unavailable`.
 */
export function reserveAnswerMemory(
  memory: Pick<Memory, 'answers'>,
  res: ServerResponse,
  owners: Owners,
  json: string,
): void {
  const bytes = Buffer.byteLength(json);
  if (bytes < countedAnswerMinBytes || res.destroyed) return;
  const { resize, release } = reserveFor(memory, res, owners);
  resize(bytes);
  res.once('close', release);
}

/** Reserves for an answer that is cut off when it gives way. */
export function reserveFor(
  { answers }: Pick<Memory, 'answers'>,
  res: ServerResponse,
  owners: Owners,
): AnswerReservation {
  const { resize, release } = answers.reserve(owners, () => void res.destroy());
  return { release, resize: (bytes) => (res.destroyed ? undefined : resize(bytes)) };
}

function openAnswerMemory(): AnswerMemory {
  const { answersBytes, answersOfKeyBytes } = limits;
  const ofAll = new MemoryBudget({ perOwner: answersBytes, total: answersBytes }, refuseMemory);
  const ofKeys = new MemoryBudget({ perOwner: answersOfKeyBytes, total: Infinity }, refuseMemory);
  return {
    /** Reserves for the key and for its account. */
    reserve({ key, owner }, cutOff) {
      const release = (): void => {
        for (const reservation of reservations) reservation.release();
      };
      const onEvict = (): void => {
        release();
        cutOff();
      };
      const reservations = [ofKeys.reserve(key), ofAll.reserve(owner, onEvict)];
      const resize = (bytes: number): void => {
        try {
          for (const reservation of reservations) reservation.resize(bytes);
        } catch (error) {
          release();
          throw error;
        }
      };
      return { resize, release };
    },
  };
}
