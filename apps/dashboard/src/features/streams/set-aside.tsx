import type { StreamView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { pathOfEvents } from '../../lib/paths.ts';
import tables from '../table.module.css';
import { lookAgainMs } from './look-again.ts';

const shown = 20;

export function SetAside({ stream: { id, set_aside: count }, accountId }: { stream: StreamView; accountId: string }) {
  const { streams } = useTRPC().dashboard;
  const list = useQuery(streams.setAside.queryOptions({ id, limit: shown }, { refetchInterval: lookAgainMs }));
  const retry = useVerifiedMutation(streams.retrySetAside.mutationOptions(), {
    done: 'They will be tried again.',
    told: ({ events }) => `${countOf(events, 'event')} will be tried again.`,
  });
  return (
    <Card title="Set aside">
      <Text size="sm" mb="sm">
        {`The receiver refused ${countOf(count, 'event')} alone, three times. The others went on. Mend the receiver, then try them again.`}
      </Text>
      <DataTable
        label="Set aside"
        query={list}
        rows={list.data?.events}
        skeletonRows={2}
        keyOf={(row) => String(row.id)}
        columns={[
          {
            head: 'Event',
            isTitle: true,
            cell: (row) => (
              <LoneLink href={`${pathOfEvents(accountId)}?event=${row.id}`} inherit>
                {`#${row.id}`}
              </LoneLink>
            ),
          },
          { head: 'Since', cell: ({ at }) => <Time value={at} /> },
          {
            head: 'Why',
            className: tables.text,
            cell: ({ error, status }) => <bdi>{error ?? (status === null ? 'refused' : `answered ${status}`)}</bdi>,
          },
        ]}
      />
      {count > shown && <Text size="sm">{`and ${formatNumber(count - shown)} more`}</Text>}
      {retry.error !== null && (
        <Alert color="red" role="alert" mt="sm">
          {failureOf(retry.error).sentence}
        </Alert>
      )}
      <Button variant="default" size="xs" mt="sm" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
        Try them again
      </Button>
    </Card>
  );
}
