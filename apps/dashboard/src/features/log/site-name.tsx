'use client';

import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

/** The domain of a site by its id, asked for once. */
export function SiteName({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().dashboard.sites.list.queryOptions({ q: id, limit: 1 }, { staleTime: Infinity }));
  return data === undefined ? '…' : (data.sites[0]?.domain ?? 'no site of yours');
}
