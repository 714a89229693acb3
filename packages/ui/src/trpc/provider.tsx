import { type AppRouter, batchLimits, withTimeout } from '@goal/client/trpc';
import { CancelledError, type Query, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import { type ReactNode, useEffect, useState } from 'react';

import { setAppName } from '../lib/app-name.ts';
import type { SignInPaths } from '../session/next-path.ts';
import { actHeaders, actLink } from './act-link.ts';
import { createQueryClient, isTransient } from './query-client.ts';
import { TRPCProvider } from './trpc.ts';

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
  /** The forwarder must pass them on (`pageHeaders`). Other headers need another `key`. */
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

/** How long after one try the next one begins. */
const askAgainMs = 10_000;

/**
 * While errors stand on a page that is seen, asks for one of the failed answers every ten seconds.
 * Once it comes, all failed queries are asked again. The page keeps showing the error meanwhile,
 * and a service that is out of reach gets one request at a time.
 */
function useAskAgain(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    const again = async (): Promise<void> => {
      const [failed] =
        document.visibilityState === 'visible' ? client.getQueryCache().findAll({ predicate: mayRecover }) : [];
      if (failed !== undefined && (await hasAnswer(failed)) && !isOver)
        await client.refetchQueries({ predicate: mayRecover });
      if (!isOver) timer = setTimeout(() => void again(), askAgainMs);
    };
    let timer = setTimeout(() => void again(), askAgainMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client]);
}

/** Whether a query that the page uses has failed, and another try may help. */
const mayRecover = (query: Query): boolean => {
  const { status, fetchStatus, error } = query.state;
  const isStopped = error instanceof CancelledError;
  return query.isActive() && status === 'error' && fetchStatus === 'idle' && !isStopped && isTransient(error);
};

/** Asks without touching the cache. A refusal is an answer, which the query itself has to hear. */
async function hasAnswer({ queryKey, options: { queryFn } }: Query): Promise<boolean> {
  if (typeof queryFn !== 'function') return false;
  try {
    await new QueryClient().fetchQuery({ queryKey, queryFn, retry: false, gcTime: 0 });
    return true;
  } catch (error) {
    return !isTransient(error);
  }
}
