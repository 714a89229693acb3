import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { inTurn } from '../../filters/feed/in-turn.ts';
import { type FilterName, inputOf, without } from '../../filters/query/filters.ts';
import { countGains, type Gain, noGainText, waysOf } from './gains.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import type { Question } from '../../filters/feed/use-feed.ts';

export function WithoutOne({ names, question }: { names: readonly FilterName[]; question: Question }) {
  const { change } = useLog();
  const gains = useGains(question, names);
  if (gains?.length === 0) return noGainText(names.length);
  return waysOf(names, gains).map(({ name, text, isFirst }) => (
    <Button
      key={name}
      variant={isFirst ? 'filled' : 'default'}
      size="xs"
      onClick={() => change({ filters: without(question.filters, name) })}
    >
      {text}
    </Button>
  ));
}

/** The filters worth taking off, the best first; undefined until they are counted. */
function useGains({ filters, moments, askedAt }: Question, names: readonly FilterName[]): readonly Gain[] | undefined {
  const trpc = useTRPC();
  const { dashboard } = useTRPCClient();
  const { data } = useQuery({
    queryKey: [...trpc.dashboard.events.summary.queryKey({ ...inputOf(filters), ...moments }), 'gains', askedAt],
    queryFn: ({ signal }) =>
      countGains(names, signal, (name) => {
        const input = { ...inputOf(without(filters, name)), ...moments, by: 'severity' as const };
        return inTurn(signal, () => dashboard.events.summary.query(input, { signal, context: { alone: true } }));
      }),
    enabled: names.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return data;
}
