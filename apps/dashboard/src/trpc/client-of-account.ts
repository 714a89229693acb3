import { type AppRouter, withTimeout } from '@goal/client/trpc';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';

import { personHeaders } from '../lib/person-of-page.ts';
import { confirmLink } from './confirm-link.ts';
import { personLink } from './person-link.ts';

/** The procedures on behalf of one account, for a page that belongs to none. */
export function clientOfAccount(id: string): TRPCClient<AppRouter> {
  const link = httpLink({
    url: '/api/trpc',
    headers: () => ({ ...personHeaders(), 'x-goal-account': id }),
    fetch: withTimeout((input, init) => fetch(input, init)),
  });
  return createTRPCClient<AppRouter>({ links: [confirmLink, personLink, link] });
}
