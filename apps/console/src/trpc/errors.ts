import { limits } from '@goal/contract';
import { CancelledError } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';

import type { Reason } from '../session/next-path.ts';
import { formatNumber } from '../ui/numbers.ts';

/** What is known of a failed call. */
export type Failure = {
  /** A sentence for the person: the contract's own where the API refused. */
  sentence: string;
  /** HTTP status of the answer; undefined where none came. */
  status: number | undefined;
  /** The id that the service's log knows the request by. */
  requestId: string | undefined;
  reason: Reason | undefined;
};

/** Which read rates there are. */
export const rateSentence = `Between ${formatNumber(limits.readRate.min)} and ${formatNumber(limits.readRate.max)} requests a second.`;

const sentences: Readonly<Record<string, string>> = {
  'internal error': 'Something went wrong in the service. Its log knows more.',
  // It has several causes: no database, a statement that took too long, too much to do at once.
  'service unavailable':
    'The service could not answer this in time, or cannot reach its database. Its log says which. Try again in a moment.',
  'rate limited': 'Too many requests: wait a moment and try again.',
  // What is allowed, where the contract says only that something else was sent.
  'invalid email': `An e-mail has one @, without spaces, and a domain behind it, as in owner@example.com: at most ${limits.emailLength} characters.`,
  'invalid domain': `A bare hostname with a dot in it, as in shop.example.com: at most ${limits.domainLength} characters.`,
  'site_url must be an http(s) URL': `An address that begins with http:// or https://, without a password: at most ${formatNumber(limits.siteUrlLength)} characters.`,
  'name too long': `At most ${formatNumber(limits.nameLength)} characters.`,
  'name required': 'A name of at least one character.',
  'invalid rate_limit_rps': rateSentence,
};

/** Reads whatever a query or mutation threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UnsureError) return { ...nothing, sentence: error.message };
  if (error instanceof CancelledError) return { ...nothing, sentence: 'You stopped waiting for this.' };
  if (!(error instanceof TRPCClientError)) return { ...nothing, sentence: 'Something went wrong on this page.' };
  const { httpStatus: status, reason } = error.data ?? {};
  const answered = typeof status === 'number';
  return {
    sentence: answered ? (sentences[error.message] ?? asSentence(error.message)) : unanswered(error.cause),
    status: answered ? status : undefined,
    requestId: requestIdOf(error.meta?.['response']),
    reason: reason === 'revoked' || reason === 'expired' ? reason : undefined,
  };
}

/**
 * Whether the outcome of an act is unknown: no answer came, or a 5xx, which may follow a commit. A 4xx is a refusal: nothing was done.
 */
export function isUnsure(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined || status >= 500;
}

/** An act whose outcome is unknown, with what the service said when it was asked afterwards; `found` is undefined where it did not answer. */
export class UnsureError extends Error {
  /** Whether what was asked for holds now. */
  readonly isDone: boolean;

  constructor(cause: unknown, found: { isDone: boolean; sentence: string } | undefined) {
    const { status, sentence } = failureOf(cause);
    const head = status === undefined || unansweredStatuses.has(status) ? 'No answer came.' : sentence;
    super(`${head} ${found?.sentence ?? unknown}`, { cause });
    this.isDone = found?.isDone === true;
  }
}

/** What the console itself answers where the API did not. */
const unansweredStatuses: ReadonlySet<number> = new Set([502, 504]);
const unknown = 'Whether it was done is not known: look before you try again.';

const nothing = { status: undefined, requestId: undefined, reason: undefined };

function unanswered(cause: Error | undefined): string {
  if (cause?.name === 'TimeoutError') return 'No answer came within 30 seconds.';
  return 'The console cannot be reached. Check your connection.';
}

/** The contract writes small and without a full stop: `email already exists`. */
function asSentence(message: string): string {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function requestIdOf(response: unknown): string | undefined {
  return response instanceof Response ? (response.headers.get('x-request-id') ?? undefined) : undefined;
}
