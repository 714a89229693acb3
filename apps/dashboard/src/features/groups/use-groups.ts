import type { MemberGroup } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

/** The most groups that a field offers: the newest ones. */
const maxOffered = 500;

/** The groups that a field offers; none while they are loading. */
export function useGroups(isWanted = true): readonly MemberGroup[] {
  const { data } = useQuery(useTRPC().dashboard.groups.list.queryOptions({}, { enabled: isWanted }));
  return data?.groups.slice(0, maxOffered) ?? [];
}
