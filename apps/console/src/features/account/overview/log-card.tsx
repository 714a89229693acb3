import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import classes from '../account.module.css';

/** How the signed log of the account is, and nothing of what it says (rulings §16.8). */
export function LogCard({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(useTRPC().admin.accounts.log.queryOptions({ id }));
  return (
    <Card withBorder className={classes.card} component="section" aria-labelledby="signed-log">
      <Title order={2} size="h4" id="signed-log" mb="sm">
        Signed log
      </Title>
      {data !== undefined ? (
        <dl className={classes.facts}>
          <dt>Sealed up to</dt>
          <dd>
            <Time value={data.sealed_at} focusable />
          </dd>
          <dt>Waits</dt>
          <dd>
            {data.behind_seconds === 0
              ? 'nothing'
              : `the oldest event, for ${countOf(data.behind_seconds, 'second', 'seconds')}`}
          </dd>
          <dt>Leaves</dt>
          <dd>{formatNumber(data.size)}</dd>
          <dt>Origin</dt>
          <dd>{data.origin}</dd>
          <dt>Witnesses</dt>
          <dd>{data.witnesses.length === 0 ? 'none' : data.witnesses.join(', ')}</dd>
        </dl>
      ) : (
        <Unloaded query={{ error, refetch }} height="9rem" />
      )}
    </Card>
  );
}
