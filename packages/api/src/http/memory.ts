import type { ServerResponse } from 'node:http';

import { DomainError, limits } from '@goal/contract';
import { MemoryBudget } from '@goal/fairness';

/** The memory that requests may hold. Each service has its own. */
export type Memory = {
  /** Bodies that are not answered yet, by account. */
  bodies: MemoryBudget;
  /** Answers that are not read yet, by account and by key. */
  answers: MemoryBudget;
  answersOfKeys: MemoryBudget;
};

/** Refuses with `unavailable`: a bound is reached, and nothing failed. */
export const refuseMemory = (): DomainError => new DomainError('unavailable', { retryAfter: 1 });

export function openMemory(): Memory {
  const { bodiesBytes, answersBytes, answersOfKeyBytes } = limits;
  return {
    bodies: new MemoryBudget({ perOwner: bodiesBytes, total: bodiesBytes }, refuseMemory),
    answers: new MemoryBudget({ perOwner: answersBytes, total: answersBytes }, refuseMemory),
    answersOfKeys: new MemoryBudget({ perOwner: answersOfKeyBytes, total: Infinity }, refuseMemory),
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
export function reserveAnswerMemory(memory: Memory, res: ServerResponse, owners: Owners, json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes < countedAnswerMinBytes || res.destroyed) return;
  const { resize, release } = answerReservation(memory, res, owners);
  resize(bytes);
  res.once('close', release);
}

/** The memory of an answer that leaves piece by piece. */
type AnswerReservation = {
  /**
   * Counts this piece instead of the one before, unless the answer has ended. Throws `unavailable`.
   */
  resize: (bytes: number) => void;
  /** Must be called when the answer has ended. */
  release: () => void;
};

/** Reserves for the key and for its account. An answer that is evicted is cut off. */
export function answerReservation(
  { answers, answersOfKeys }: Pick<Memory, 'answers' | 'answersOfKeys'>,
  res: ServerResponse,
  { key, owner }: Owners,
): AnswerReservation {
  const release = (): void => {
    for (const reservation of reservations) reservation.release();
  };
  const cutOff = (): void => {
    release();
    res.destroy();
  };
  const reservations = [answersOfKeys.reserve(key), answers.reserve(owner, cutOff)];
  const resize = (bytes: number): void => {
    if (res.destroyed) return;
    try {
      for (const reservation of reservations) reservation.resize(bytes);
    } catch (error) {
      release();
      throw error;
    }
  };
  return { resize, release };
}
