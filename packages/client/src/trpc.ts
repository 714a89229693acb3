import type { AppRouter } from '@goal/api';
import { createTRPCClient, httpBatchLink, type HTTPBatchLinkOptions, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type { AppRouter };
/** What a procedure takes, and what it answers: `RouterOutputs['admin']['accounts']['list']`. @public */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

type LinkOptions = HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>;

/** At most 20 calls in a request (rulings §2.4), and a URL that leaves room in the head's 16 KiB. */
export const batches = { maxItems: 20, maxURLLength: 6000 };

/** Makes `through` give up after 30 s, or when its caller does. */
export const patient = (through: typeof fetch): NonNullable<LinkOptions['fetch']> => {
  const signals = (caller?: AbortSignal | null) => [AbortSignal.timeout(30_000), ...(caller ? [caller] : [])];
  return (url, { signal, ...init } = {}) => through(url, { ...init, signal: AbortSignal.any(signals(signal)) });
};

/** The service's procedures, typed. `url` is that of `/trpc`; a refusal throws `TRPCClientError` with the contract's sentence. */
export function createTrpcClient({ url, token, fetch: through = fetch }: ClientOptions): TRPCClient<AppRouter> {
  const link = httpBatchLink({
    ...batches,
    url,
    headers: { authorization: `Bearer ${token}` },
    fetch: patient(through),
  });
  return createTRPCClient<AppRouter>({ links: [link] });
}
type ClientOptions = { url: string; token: string; fetch?: typeof fetch };
