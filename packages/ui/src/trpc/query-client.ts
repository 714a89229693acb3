import { refusalSentences, sentences } from '@goal/contract';
import { MutationCache, notifyManager, QueryCache, type QueryClient } from '@tanstack/react-query';

import { failureOf } from '../lib/errors.ts';
import type { SignInPaths } from '../session/next-path.ts';
import { keepTypedTexts } from '../session/typed-texts.ts';
import { RenewingQueryClient } from './renewing-query-client.ts';

// Renders an answer as soon as it arrives: the default timer often delays it beyond the next frame.
notifyManager.setScheduler(queueMicrotask);

/**
 * Caches answers: fresh for 15 s, dropped 5 min after the last component that used them. A query is
 * retried twice if there was no answer or the service failed, never after a refusal. Mutations are
 * never retried. While the browser is offline, queries wait. When the session has ended,
 * `signInPath` leads to the sign-in.
 */
export function createQueryClient(signInPath: SignInPaths['signInPath']): QueryClient {
  const onError = (error: unknown): void => leaveIfSignedOut(error, signInPath);
  return new RenewingQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 300_000,
        networkMode: 'online',
        retry: (count, error) => count < 2 && isTransient(error),
        retryDelay: (attempt) => 1000 * 2 ** attempt,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether a retry may help: there was no answer, or a 5xx. */
export function isTransient(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === undefined || status >= 500;
}

/** What is said of a session that has ended; other 401s are about an answer. */
const endedSentences: ReadonlySet<string> = new Set([
  refusalSentences.invalid_token,
  sentences.missingToken,
  'signed out',
]);

let leaving = false;

/** A call that comes after the sign-out has begun does not lead anywhere. */
export function setLeaving(isLeaving: boolean): void {
  leaving = isLeaving;
}

/** Goes to the sign-in, which says why and leads back here, to what was typed. */
function leaveIfSignedOut(error: unknown, signInPath: SignInPaths['signInPath']): void {
  const { reason } = failureOf(error);
  if (!(error instanceof Error) || !endedSentences.has(error.message) || leaving) return;
  leaving = true;
  keepTypedTexts();
  const { pathname, search, hash } = window.location;
  window.location.replace(signInPath(`${pathname}${search}${hash}`, reason ?? 'revoked'));
}
