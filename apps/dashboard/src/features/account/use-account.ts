import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

export function useAccount() {
  return useQuery(useTRPC().dashboard.me.queryOptions());
}
