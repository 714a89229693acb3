import type { AppRouter } from '@goal/api';
import { createTRPCClient, httpBatchLink, type HTTPBatchLinkOptions, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type { AppRouter };
/** The inputs of the procedures: `RouterInputs['admin']['accounts']['list']`. @public */
export type RouterInputs = inferRouterInputs<AppRouter>;
/** The outputs of the procedures: `RouterOutputs['admin']['accounts']['list']`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

type LinkOptions = HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>;

/** At most 20 calls per request (rulings §2.4), and a URL that fits into the head's 16 KiB. */
export const batchLimits = { maxItems: 20, maxURLLength: 6000 };

const requestTimeoutMs = 30_000;

/** Wraps a fetch so that it gives up after `requestTimeoutMs`, or when its caller does. */
export const withTimeout = (through: typeof fetch): NonNullable<LinkOptions['fetch']> => {
  const signals = (caller?: AbortSignal | null) => [AbortSignal.timeout(requestTimeoutMs), ...(caller ? [caller] : [])];
  return (url, { signal, ...init } = {}) => through(url, { ...init, signal: AbortSignal.any(signals(signal)) });
};

/**
 * A typed client of the service's procedures. `url` is the address of `/trpc`. A refusal throws
 * `TRPCClientError` with the contract's sentence.
 */
export function createTrpcClient({
  url,
  token,
  headers,
  fetch: through = fetch,
}: ClientOptions): TRPCClient<AppRouter> {
  const link = httpBatchLink({
    ...batchLimits,
    url,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    fetch: withTimeout(through),
  });
  return createTRPCClient<AppRouter>({ links: [link] });
}
type ClientOptions = { url: string; token?: string; headers?: Record<string, string>; fetch?: typeof fetch };
