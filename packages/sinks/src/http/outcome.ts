import { maxBatchBytes } from '../figures.ts';
import type { Ending, Outcome } from '../sink.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Answer } from './send.ts';

/** Statuses by which a sink says that it cannot use this body. */
const refusals = new Set([400, 413, 422]);

/** Returns how a delivery ends by the status of the answer alone. */
export function endingOf(answer: Answer, bytes: number, now: Date): Ending {
  const { status } = answer;
  const error = status >= 200 && status < 300 ? null : sentenceOf(status);
  return { status, error, said: null, bytes, ...outcomeOf(answer, now) };
}

function outcomeOf({ status, headers }: Answer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (refusals.has(status)) return { outcome: 'refused' };
  if (status === 410) return { outcome: 'failed', isGone: true };
  return later({ headers }, now);
}

/** A failure, after which the sink may have said when to come again. */
export function later({ headers }: Pick<Answer, 'headers'>, now: Date): Extract<Outcome, { outcome: 'failed' }> {
  const retryAfterSeconds = readRetryAfter(headers['retry-after'], now);
  return { outcome: 'failed', ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** The sentence for a delivery that was not taken, by its status. */
export function sentenceOf(status: number): string {
  return status >= 300 && status < 400 ? 'the receiver answered with a redirect' : `the receiver answered ${status}`;
}

/**
 * Returns what a yes says beside the protocol, or null: a page for people is what a proxy or a
 * login answers in the place of the sink.
 */
export function pageNote({ status, headers, body }: Answer): string | null {
  const isPage = body.byteLength > 0 && headers['content-type']?.startsWith('text/html') === true;
  return isPage ? `${sentenceOf(status)} with a web page: is the address right?` : null;
}

/** A batch that is refused before it is sent: its halves are smaller. */
export function tooLarge(bytes: number): Ending {
  return {
    status: null,
    error: `more than ${maxBatchBytes} bytes in one batch`,
    said: null,
    bytes,
    outcome: 'refused',
  };
}
