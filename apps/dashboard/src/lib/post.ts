import { sentences } from '@goal/contract';
import { sentenceFor } from '@goal/ui/lib/sentences.ts';

import { loadForAnotherPerson, personHeaders } from './person-of-page.ts';

const answerTimeoutMs = 35_000;

/** An error whose message is a sentence for the reader. */
export class ToldError extends Error {}

/** A refusal of one of the dashboard's own routes. */
export class PostError extends ToldError {
  constructor(
    message: string,
    /** HTTP status; undefined if there was no answer. */
    readonly status?: number,
    /** The contract's own sentence. */
    readonly error?: string,
  ) {
    super(message);
  }
}

/**
 * Calls a route of the dashboard: `post('/api/entry/password', { email, password })`. The caller
 * names the form of the answer. Throws `PostError`.
 */
export async function post<Answer>(path: string, body: object = {}): Promise<Answer> {
  const answer = await send(path, body);
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as Answer;
  // Our own routes answer every refusal in this form.
  const { error } = (await answer.json().catch(() => ({ error: 'service unavailable' }))) as { error: string };
  loadForAnotherPerson(error);
  throw new PostError(sentenceOf(error, answer.headers.get('retry-after')), answer.status, error);
}

/** Calls a mutation without a query client: `call('me.join', { token })`. Throws `PostError`. */
export async function call<Output>(procedure: string, input: object = {}): Promise<Output> {
  const answer = await send(`/api/trpc/${procedure}`, input);
  // The two forms of an answer over native tRPC.
  type Body = { result?: { data: Output }; error?: { message: string } };
  const { result, error } = (await answer.json().catch(() => ({}))) as Body;
  if (answer.ok && result !== undefined) return result.data;
  const message = error?.message ?? 'service unavailable';
  loadForAnotherPerson(message);
  throw new PostError(sentenceOf(message, answer.headers.get('retry-after')), answer.status, message);
}

async function send(path: string, body: object): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...personHeaders() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
  } catch {
    throw new PostError('The dashboard does not answer. Check your connection and try again.');
  }
}

function sentenceOf(error: string, retryAfter: string | null): string {
  if (error === 'foreign origin')
    return 'This address is not the one that the dashboard is configured for (DASHBOARD_URL).';
  const minutes = Math.ceil(Number(retryAfter ?? NaN) / 60);
  if (error !== 'rate limited' || !(minutes >= 1)) return sentenceFor(error);
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use another way to sign in.`;
}

/** Whether somebody else is signed in: then the page is loading again. */
export const isOfAnotherPerson = (error: unknown): boolean =>
  error instanceof PostError && error.error === sentences.anotherPerson;
