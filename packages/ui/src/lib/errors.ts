import { CancelledError } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';

import { appName } from './app-name.ts';
import { sentenceFor } from './sentences.ts';

export type Reason = 'revoked' | 'expired';

export type Failure = {
  /** A sentence for the reader: the contract's own sentence if the API refused the call. */
  sentence: string;
  /** HTTP status of the answer; undefined if there was none. */
  status: number | undefined;
  /** The id of the request in the service's log. */
  requestId: string | undefined;
  reason: Reason | undefined;
};

export function failureOf(error: unknown): Failure {
  if (error instanceof OutcomeUnknownError) return { ...nothing, sentence: error.message };
  if (error instanceof CancelledError) return { ...nothing, sentence: 'You stopped waiting for this.' };
  if (!(error instanceof TRPCClientError)) return { ...nothing, sentence: 'Something went wrong on this page.' };
  const { httpStatus: status, reason } = error.data ?? {};
  const answered = typeof status === 'number';
  return {
    sentence: answered ? sentenceFor(error.message) : unanswered(error.cause),
    status: answered ? status : undefined,
    requestId: requestIdOf(error.meta?.['response']),
    reason: reason === 'revoked' || reason === 'expired' ? reason : undefined,
  };
}

/** Whether it may have happened: there was no answer, or a 5xx, which can follow a commit. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined || status >= 500;
}

/** A mutation that counts as failed because its answer was lost; `sentence` says what is known. */
export class OutcomeUnknownError extends Error {
  /** The prefix of the key that was made, and that nobody can see any more. */
  readonly keyPrefix: string | undefined;

  constructor(cause: unknown, sentence: string, keyPrefix?: string) {
    super(`${unansweredHead(cause)} ${sentence}`, { cause });
    this.keyPrefix = keyPrefix;
  }
}

/** The beginning of a sentence about a mutation whose answer was lost: what came in its place. */
export function unansweredHead(cause: unknown): string {
  const { status, sentence } = failureOf(cause);
  return status === undefined || unansweredStatuses.has(status) ? 'No answer came.' : sentence;
}

/** The statuses that an app's server answers with when the API did not answer. */
const unansweredStatuses: ReadonlySet<number> = new Set([502, 504]);

const nothing = { status: undefined, requestId: undefined, reason: undefined };

function unanswered(cause: Error | undefined): string {
  if (cause?.name === 'TimeoutError') return 'No answer came within 30 seconds.';
  return `The ${appName()} cannot be reached. Check your connection.`;
}

function requestIdOf(response: unknown): string | undefined {
  return response instanceof Response ? (response.headers.get('x-request-id') ?? undefined) : undefined;
}
