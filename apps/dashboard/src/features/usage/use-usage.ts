import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

/** What the account uses. It is asked alone, so that no page waits for it. */
export function useUsage() {
  return useQuery(useTRPC().dashboard.usage.queryOptions(undefined, { trpc: { context: { alone: true } } }));
}
