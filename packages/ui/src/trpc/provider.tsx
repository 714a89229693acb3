import { type AppRouter, batchLimits, withTimeout } from '@goal/client/trpc';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';

import { setAppName } from '../lib/app-name.ts';
import type { SignInPaths } from '../session/next-path.ts';
import { actHeaders, actLink } from './act-link.ts';
import { createQueryClient } from './query-client.ts';
import { TRPCProvider } from './trpc.ts';
import { useAskAgain } from './use-ask-again.ts';

type Calls = {
  /** Links that every call goes through before it is sent. */
  links?: readonly TRPCLink<AppRouter>[];
  /** Further headers, asked for at each request; the forwarder must pass them on too. */
  headers?: () => Readonly<Record<string, string>>;
};

type App = Calls & {
  /** What the app calls itself in a sentence: `console`. */
  name: string;
  /** Leads to the sign-in page when a call finds that the session has ended. */
  signInPath: SignInPaths['signInPath'];
};

type Props = {
  /**
   * Headers of each request; the app's forwarder must pass them on (`pageHeaders`). With other
   * headers the component needs another `key`, because cached answers belong to them.
   */
  headers?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/**
 * Creates the component that provides the procedures to all components below it. Calls made at the
 * same moment share one HTTP request and one response, so a slow call delays the others:
 * `queryOptions(input, { trpc: { context: { alone: true } } })` sends a slow call by itself. So is
 * each mutation, because its act is named in the head of its request.
 */
export function createDataProvider(app: App): (props: Props) => ReactNode {
  setAppName(app.name);
  return function DataProvider({ headers = {}, children }) {
    const [queryClient] = useState(() => createQueryClient(app.signInPath));
    const [trpcClient] = useState(() => createPageClient(app, headers));
    return (
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
          <AskAgain />
          {children}
        </TRPCProvider>
      </QueryClientProvider>
    );
  };
}

function AskAgain(): null {
  useAskAgain();
  return null;
}

/** A client of the procedures for a page. */
export function createPageClient(
  { links = [], headers: ofApp = () => ({}) }: Calls,
  ofPage: Readonly<Record<string, string>>,
): TRPCClient<AppRouter> {
  const headers = () => ({ ...ofApp(), ...ofPage });
  const options = { url: '/api/trpc', fetch: withTimeout((input, init) => fetch(input, init)) };
  return createTRPCClient<AppRouter>({
    links: [
      actLink,
      ...links,
      splitLink({
        condition: ({ type, context }) => type === 'mutation' || context['alone'] === true,
        true: httpLink({ ...options, headers: ({ op }) => ({ ...headers(), ...actHeaders(op) }) }),
        false: httpBatchLink({ ...batchLimits, ...options, headers }),
      }),
    ],
  });
}
