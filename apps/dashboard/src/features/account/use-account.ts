import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

/** The account of this page, as the member may see it. */
export function useAccount() {
  return useQuery(useTRPC().dashboard.me.queryOptions());
}
