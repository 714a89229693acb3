import { DomainError } from '@goal/contract';
import type Stripe from 'stripe';

export type StripeSettings = {
  /** The secret key. It reaches no log and no error: see `described`. */
  key: string;
  /** Origin of Stripe's API. */
  apiUrl: string;
  /** Milliseconds for one attempt of a call, which is repeated once. The call has twice that. */
  waitMs?: number;
};

/** Does one call. Throws what `expected` has for a refusal, else `payments_out_of_reach`. */
export type StripeCall = <T>(
  what: string,
  work: (stripe: Stripe) => Promise<T>,
  expected?: (refusal: Refusal) => Promise<T> | undefined,
) => Promise<T>;

/** Opens the calls to Stripe. Each ends in time, and is repeated once if the connection fails. */
export function openStripeCalls({ key, apiUrl, waitMs = 4000 }: StripeSettings): StripeCall {
  const { hostname, port, protocol } = new URL(apiUrl);
  let opened: Promise<Stripe> | undefined;
  // Loaded with the first call.
  const client = (): Promise<Stripe> =>
    (opened ??= import('stripe').then(
      ({ default: Library }) =>
        new Library(key, {
          host: hostname.replace(/^\[|\]$/g, ''),
          protocol: protocol === 'http:' ? 'http' : 'https',
          ...(port === '' ? {} : { port }),
          timeout: waitMs,
          maxNetworkRetries: 1,
          telemetry: false,
        }),
    ));
  return async (what, work, expected) => {
    try {
      return await within(2 * waitMs, work(await client()));
    } catch (error) {
      const answer = expected?.(refusalOf(error));
      if (answer !== undefined) return answer;
      throw new DomainError('payments_out_of_reach', { cause: described(what, error) });
    }
  };
}

/** Fails when the work takes longer; the library's own limit is for silence on the connection. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A failure as Stripe's library tells it. */
export type Refusal = { type?: unknown; code?: unknown; param?: unknown; status?: unknown; requestId?: unknown };

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return {};
  const { type, code, param, statusCode: status, requestId }: Error & Refusal & { statusCode?: unknown } = error;
  return { type, code, param, status, requestId };
}

/** The failure for the log, without Stripe's sentence, which may repeat what it was sent. */
function described(what: string, error: unknown): Error {
  const facts = Object.entries(refusalOf(error)).filter(([, fact]) => fact !== undefined);
  const known = facts.map(([name, fact]) => `${name} ${String(fact)}`).join(', ');
  return new Error(`Stripe: ${what} failed: ${known === '' ? 'no answer in time' : known}`);
}
