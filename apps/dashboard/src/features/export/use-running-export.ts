import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** How long the page looks for an export that the browser has just asked for, in ms. */
const beginsWithinMs = 10_000;

/** The export of this session and its last one, asked for each second while one may run. */
export function useRunningExport(isOpen = false) {
  const [askedUntil, setAskedUntil] = useState(0);
  const { data } = useQuery(
    useTRPC().dashboard.events.exporting.queryOptions(undefined, {
      enabled: isOpen || askedUntil > 0,
      refetchInterval: ({ state: { data: known } }) =>
        isOpen || (known?.export ?? null) !== null || Date.now() < askedUntil ? 1000 : false,
      gcTime: 0,
      trpc: { context: { alone: true } },
    }),
  );
  return {
    running: data?.export ?? undefined,
    cutOff: data?.cut_off ?? undefined,
    last: data?.last ?? undefined,
    onBegin: () => setAskedUntil(Date.now() + beginsWithinMs),
  };
}
