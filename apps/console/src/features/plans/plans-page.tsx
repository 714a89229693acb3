'use client';

import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import classes from './plans.module.css';
import { PlansTable } from './plans-table.tsx';
import { RetentionFacts } from './retention-facts.tsx';

const LimitsDialog = lateDialog(() => import('./limits-dialog.tsx').then((module) => module.LimitsDialog));

/**
 * The limits of each plan, and the state of retention. The open dialog is in the URL:
 * `?limits=pro`.
 */
export function PlansPage() {
  const { data, error, refetch } = useQuery(useTRPC().admin.plans.list.queryOptions());
  const [params, change] = useUrlState();
  const { canWrite } = useWhoAmI();
  const open = data?.plans.find(({ slug }) => slug === params.get('limits'));
  return (
    <>
      <PageTitle title="Plans" />
      <Text size="sm" c="dimmed" mb="sm">
        A change applies from the next request. The limits of plans do not apply to resellers.
      </Text>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PlansTable rows={data?.plans} onChange={(slug) => change({ limits: slug })} />
      )}
      <Card withBorder className={classes.card} component="section" aria-labelledby="retention">
        <Title order={2} size="h4" id="retention" mb="sm">
          Retention
        </Title>
        <RetentionFacts />
      </Card>
      {/* With a read-only token a link does not open the dialog. */}
      {open !== undefined && canWrite && (
        <LimitsDialog key={open.slug} plan={open} onClose={() => change({ limits: undefined }, 'replace')} />
      )}
    </>
  );
}
