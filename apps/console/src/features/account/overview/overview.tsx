import type { AccountSummary } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import classes from '../account.module.css';
import { Facts } from './facts.tsx';
import { LogCard } from './log-card.tsx';
import { ResellerSwitch } from './reseller-switch.tsx';
import { Usage } from './usage.tsx';
import { useDialog } from '../use-dialog.ts';

const { Part: Charts } = latePart(
  () => import('../../charts/account-charts.tsx').then((module) => module.AccountCharts),
  {
    loading: <SkeletonBox height="40rem" />,
  },
);

/**
 * Usage, limits and rules of the account, and charts of what arrives. The charts load and fail by
 * themselves.
 */
export function Overview({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.admin.accounts.summary.queryOptions({ id }));
  return (
    <div className={classes.overview}>
      {data !== undefined ? (
        <>
          <Card title="Usage and limits">
            <Usage account={data} />
          </Card>
          <div className={classes.columns}>
            <Card title="Reseller">
              <ResellerSwitch account={data} />
            </Card>
            <Card title="API and retention">
              <Facts account={data} />
            </Card>
          </div>
        </>
      ) : error !== null ? (
        <ErrorState query={{ error, refetch }} />
      ) : (
        <>
          <SkeletonBox height="11.25rem" />
          <SkeletonBox height="15.1rem" />
        </>
      )}
      <LogCard id={id} />
      <section aria-labelledby="arrives">
        <Title order={2} size="h4" id="arrives">
          What arrives
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Counts and times of events, never their content.
        </Text>
        {data !== undefined && hasNothing(data) ? <FirstSite /> : <Charts accountId={id} />}
      </section>
    </div>
  );
}

/** Whether the account has no sites and no events of former ones. */
function hasNothing({ usage, kept }: AccountSummary): boolean {
  return usage.sites_active + usage.sites_paused + usage.sites_revoked + kept.events === 0;
}

function FirstSite() {
  const { open } = useDialog();
  return (
    <Paper withBorder p="md" radius="md">
      <EmptyState title="No sites yet">
        <Text size="sm" mb="sm">
          The first one gets a key, shown once, with a command that sends a first event.
        </Text>
        <WriteButton onClick={() => open('site')}>Register the first site</WriteButton>
      </EmptyState>
    </Paper>
  );
}
