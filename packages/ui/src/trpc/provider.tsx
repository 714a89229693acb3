'use client';

import { type AppRouter, batchLimits, withTimeout } from '@goal/client/trpc';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import { type ReactNode, useState } from 'react';

import { setAppName } from '../lib/app-name.ts';
import type { SignInPaths } from '../session/next-path.ts';
import { createQueryClient } from './query-client.ts';
import { TRPCProvider } from './trpc.ts';

type App = {
  /** What the app calls itself in a sentence: `console`. */
  name: string;
  /** Leads to the sign-in page when a call finds that the session has ended. */
  signInPath: SignInPaths['signInPath'];
  /** Headers of each request; the app's forwarder must pass them on (`pageHeaders`). */
  headers?: () => Readonly<Record<string, string>>;
};

/**
 * Creates the component that provides the procedures to all components below it. Calls made at the
 * same moment share one HTTP request and one response, so a slow call delays the others:
 * `queryOptions(input, { trpc: { context: { alone: true } } })` sends a slow call by itself.
 */
export function createDataProvider(app: App): (props: { children: ReactNode }) => ReactNode {
  setAppName(app.name);
  return function DataProvider({ children }) {
    const [queryClient] = useState(() => createQueryClient(app.signInPath));
    const [trpcClient] = useState(() => createClient(app));
    return (
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          {children}
        </TRPCProvider>
      </QueryClientProvider>
    );
  };
}

function createClient({ headers = () => ({}) }: App): TRPCClient<AppRouter> {
  const options = { url: '/api/trpc', headers, fetch: withTimeout((input, init) => fetch(input, init)) };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ context }) => context['alone'] === true,
        true: httpLink(options),
        false: httpBatchLink({ ...batchLimits, ...options }),
      }),
    ],
  });
}
