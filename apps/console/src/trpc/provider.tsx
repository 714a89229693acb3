'use client';

import { type AppRouter, batchLimits, withTimeout } from '@goal/client/trpc';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';

import { createQueryClient } from './query-client.ts';
import { TRPCProvider } from './trpc.ts';

const options = { url: '/api/trpc', fetch: withTimeout((input, init) => fetch(input, init)) };

/**
 * Provides the procedures to all components below. Calls made at the same moment share one HTTP
 * request and one response, so a slow call delays the others:
 * `queryOptions(input, { trpc: { context: { alone: true } } })` sends a slow call by itself.
 */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ context }) => context['alone'] === true,
          true: httpLink(options),
          false: httpBatchLink({ ...batchLimits, ...options }),
        }),
      ],
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
