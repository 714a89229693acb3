import type { AppRouter } from '@goal/client/trpc';
import { createPageClient } from '@goal/ui/trpc/provider.tsx';
import type { TRPCClient } from '@trpc/client';

import { calls } from './calls.ts';

/** The procedures on behalf of one account, for a page that belongs to none. */
export const clientOfAccount = (id: string): TRPCClient<AppRouter> => createPageClient(calls, { 'x-goal-account': id });
