import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { useQuery } from '@tanstack/react-query';

/** How the signed log of the account is, and nothing of what it says (rulings §16.8). */
export function LogCard({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(useTRPC().admin.accounts.log.queryOptions({ id }));
  return (
    <Card title="Signed log">
      {data === undefined ? (
        <Unloaded query={{ error, refetch }} height="9rem" />
      ) : (
        <FactList
          facts={[
            ['Sealed up to', <Time key="sealed" value={data.sealed_at} focusable />],
            [
              'Waits',
              data.behind_seconds === 0
                ? 'nothing'
                : `the oldest event, for ${countOf(data.behind_seconds, 'second', 'seconds')}`,
            ],
            ['Leaves', formatNumber(data.size)],
            ['Origin', data.origin],
            ['Witnesses', data.witnesses.length === 0 ? 'none' : data.witnesses.join(', ')],
          ]}
        />
      )}
    </Card>
  );
}
