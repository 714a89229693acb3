import type { AppRouter } from '@goal/client/trpc';
import { createTRPCContext } from '@trpc/tanstack-react-query';

/** For TanStack Query: `useQuery(useTRPC().admin.accounts.get.queryOptions({ id }))`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
