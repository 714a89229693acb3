import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';

import { signInPath } from '../session/next-path.ts';
import { failureOf } from './errors.ts';

// An answer is drawn in the turn in which it came: a timer would put it off, often beyond the next frame.
notifyManager.setScheduler(queueMicrotask);

/**
 * How answers are kept: fresh for 15 s, forgotten 5 min after the last page that showed them. A question is asked twice more when no answer
 * came or the service failed, never when it was refused; an act is never repeated by itself. Offline, questions wait for the network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfSignedOut }),
    mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 300_000,
        networkMode: 'online',
        retry: (count, error) => count < 2 && mayPass(error),
        retryDelay: (attempt) => 1000 * 2 ** attempt,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether asking again may help: no answer, or one of the 5xx. */
function mayPass(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined || status >= 500;
}

let leaving = false;

/** 401 means that the session is over: to the sign-in, which says why and leads back here. */
function leaveIfSignedOut(error: unknown): void {
  const { status, reason } = failureOf(error);
  if (status !== 401 || leaving) return;
  leaving = true;
  const { pathname, search, hash } = window.location;
  window.location.replace(signInPath(`${pathname}${search}${hash}`, reason ?? 'revoked'));
}
