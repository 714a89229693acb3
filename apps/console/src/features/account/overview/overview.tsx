import type { AccountSummary } from '@goal/contract';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { readOnlyReason, useWhoAmI } from '../../../session/who-am-i.tsx';
import { Facts } from './facts.tsx';
import { Usage } from './usage.tsx';
import { useDialog } from '../use-dialog.ts';
import classes from '../account.module.css';

const { Part: Charts } = latePart(
  () => import('../../charts/account-charts.tsx').then((module) => module.AccountCharts),
  {
    loading: <SkeletonBox height="40rem" />,
  },
);

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

/** How the signed log of the account is, and nothing of what it says (rulings §16.8). */
function LogCard({ id }: { id: string }) {
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

/** A native checkbox, because Mantine's switch imports its text fields. */
function ResellerSwitch({ account }: { account: AccountSummary }) {
  const { canWrite } = useWhoAmI();
  const { open } = useDialog();
  const { is_reseller: on, plan } = account;
  return (
    <>
      <label className={classes.label}>
        <input
          type="checkbox"
          role="switch"
          className={classes.switch}
          checked={on}
          aria-checked={on}
          onChange={() => canWrite && open('reseller')}
          aria-disabled={!canWrite}
          aria-describedby={canWrite ? 'reseller-says' : 'reseller-says reseller-refused'}
          {...(canWrite ? {} : { title: readOnlyReason })}
        />
        Reseller
      </label>
      {!canWrite && (
        <Text size="sm" mt="xs" id="reseller-refused">
          {readOnlyReason}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" id="reseller-says">
        {on
          ? `On: the ${plan} plan’s limits do not apply. Turning it off pauses no site and revokes no key.`
          : `Off: the ${plan} plan’s limits apply. Turning it on lifts them; the plan does not change.`}{' '}
        Before anything changes, a dialog says what will happen.
      </Text>
    </>
  );
}
