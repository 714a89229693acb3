import 'server-only';

import { z } from 'zod';

import { env } from '../env.ts';
import type { Visitor } from './visitor.ts';
import { visits } from './visits.ts';

/** Longer than the API takes to hash a password behind a full line of others. */
const apiTimeoutMs = 25_000;

/** The API's answer to one call: its data, or the sentence of a refusal. */
export type ApiAnswer =
  | { ok: true; data: unknown }
  | {
      ok: false;
      status: number;
      error: string;
      retryAfter: string | null;
      /** The e-mail that the sign-in service told, where the refusal is about it. */
      email?: string | undefined;
    };

type Call = {
  /** JSON, as the visitor sent it. */
  body?: string | Uint8Array<ArrayBuffer>;
  /** For procedures of `entry`: on whose behalf this server asks. */
  visitor?: Visitor;
  /** For procedures of `me` and `dashboard`: the session's token. */
  token?: string;
  /** For procedures of `dashboard`: the account's id (rulings §10.5). */
  account?: string;
  /** For procedures of `me` and `dashboard`: whom the page was drawn for (rulings §10.30). */
  person?: string | undefined;
  input?: object;
};

const answerShape = z.union([
  // A procedure without an output has no data.
  z.object({ result: z.object({ data: z.unknown().optional() }) }),
  z.object({
    error: z.object({ message: z.string(), data: z.object({ email: z.string().optional() }).optional() }),
  }),
]);

/** Calls a mutation of the API. Never throws: an API out of reach is a refusal with 502. */
export function callApi(procedure: string, call: Call = {}): Promise<ApiAnswer> {
  return ask(procedure, call, 'POST');
}

/** Calls a query of the API. Never throws. */
export function queryApi(procedure: string, call: Omit<Call, 'body'>): Promise<ApiAnswer> {
  return ask(procedure, call, 'GET');
}

async function ask(procedure: string, call: Call, method: 'GET' | 'POST'): Promise<ApiAnswer> {
  const { body, visitor, token, account, person, input } = call;
  const query = input === undefined ? '' : `?${new URLSearchParams({ input: JSON.stringify(input) })}`;
  try {
    const answer = await fetch(`${env().apiUrl}/trpc/${procedure}${query}`, {
      method,
      headers: {
        ...(visitor === undefined ? {} : proofOf(visitor)),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(account === undefined ? {} : { 'x-goal-account': account }),
        ...(person === undefined ? {} : { 'x-goal-person': person }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: body ?? '{}' } : {}),
      signal: AbortSignal.timeout(apiTimeoutMs),
    });
    const parsed = answerShape.parse(await answer.json());
    if ('result' in parsed) return { ok: true, data: parsed.result.data };
    return {
      ok: false,
      status: answer.status,
      error: parsed.error.message,
      retryAfter: answer.headers.get('retry-after'),
      email: parsed.error.data?.email,
    };
  } catch {
    return { ok: false, status: 502, error: 'service unavailable', retryAfter: null };
  }
}

/** Tells the API who visits, and proves that this server may say so (rulings §10.8). */
const proofOf = ({ address, userAgent = '' }: Visitor): Record<string, string> => ({
  'x-goal-door': env().doorProof,
  'x-goal-visitor': address,
  'x-goal-visits': visits.sign,
  'user-agent': userAgent,
});
