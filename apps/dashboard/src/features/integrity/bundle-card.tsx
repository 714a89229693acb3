import { Card } from '@goal/ui/page/card.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect, useState } from 'react';

import { pathOfBundle } from '../../lib/paths.ts';
import classes from './integrity.module.css';

/** How long the page looks for a bundle that the browser has just asked for, in ms. */
const beginsWithinMs = 10_000;

export function BundleCard({ size }: { size: number }) {
  const { id } = useParams<{ id: string }>();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const { running, onBegin } = useRunningBundle();
  return (
    <Card title="Bundle">
      <Text size="sm" mb="sm" maw="48rem">
        One file with the whole log, {countOf(size, 'leaf', 'leaves')} now, and all that a check needs. It holds the
        texts of your events. <code>goal verify</code>, the programs of the guide and the check below read it, without
        this service.
      </Text>
      {running === undefined ? (
        <Button
          component="a"
          size="xs"
          // Not a Link: the browser saves the answer, and the page stays.
          href={me === undefined ? undefined : `${pathOfBundle(id)}?${new URLSearchParams({ person: me.id })}`}
          download
          onClick={onBegin}
        >
          Download the bundle
        </Button>
      ) : (
        <Group gap="sm">
          <progress
            className={classes.bar}
            aria-label="Bundle"
            max={Math.max(1, running.of)}
            value={Math.min(running.leaves, running.of)}
          />
          <Text size="sm">
            {formatNumber(running.leaves)} of {formatNumber(running.of)} leaves sent
          </Text>
        </Group>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        A file that was cut off is not whole: the browser says so, and so does every check.
      </Text>
    </Card>
  );
}

function useRunningBundle() {
  const [askedUntil, setAskedUntil] = useState(0);
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const { data, dataUpdatedAt: toldAt } = useQuery(
    trpc.dashboard.log.bundling.queryOptions(undefined, {
      refetchInterval: ({ state: { data: known } }) =>
        (known?.bundle ?? null) !== null || Date.now() < askedUntil ? 1000 : false,
      gcTime: 0,
      trpc: { context: { alone: true } },
    }),
  );
  const running = data?.bundle ?? undefined;
  const mayHaveEnded = running === undefined && toldAt < askedUntil;
  useEffect(() => {
    // A bundle that was sent whole is a copy of the checkpoint.
    if (mayHaveEnded) void queryClient.invalidateQueries(trpc.dashboard.log.get.queryFilter());
  }, [mayHaveEnded, toldAt, queryClient, trpc]);
  // One that is seen to run ends later than `beginsWithinMs`.
  const isRunning = running !== undefined;
  useEffect(() => {
    if (isRunning) return () => setAskedUntil(Date.now() + beginsWithinMs);
    return undefined;
  }, [isRunning]);
  return { running, onBegin: () => setAskedUntil(Date.now() + beginsWithinMs) };
}
