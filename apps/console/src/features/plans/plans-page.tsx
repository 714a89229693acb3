'use client';

import type { PlanView } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { type Column, DataTable } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import { overdueSentence } from '../retention/sentences.ts';
import { useRetention } from '../retention/use-retention.ts';
import { daysOf } from './sentences.ts';
import classes from './plans.module.css';

const LimitsDialog = lateDialog(() => import('./limits-dialog.tsx').then((module) => module.LimitsDialog));

const columns: readonly Column<PlanView>[] = [
  { head: 'Plan', isTitle: true, cell: ({ slug }) => slug },
  { head: 'Active sites', isFigure: true, cell: ({ sites }) => formatNumber(sites) },
  { head: 'Days kept', isFigure: true, cell: ({ retention_days: days }) => formatNumber(days) },
  {
    head: 'Fair-use events a month',
    isFigure: true,
    cell: ({ fair_use_events: events, hard_limit_events: most }) =>
      `${formatNumber(events)}${most === undefined ? '' : `, at most ${formatNumber(most)}`}`,
  },
  { head: 'Keys per site', isFigure: true, cell: ({ keys_per_site: keys }) => formatNumber(keys) },
  { head: 'API', cell: ({ api }) => (api ? 'yes' : 'no') },
];

/** The open dialog is in the URL: `?limits=pro`. */
export function PlansPage() {
  const list = useQuery(useTRPC().admin.plans.list.queryOptions());
  const [params, change] = useUrlState();
  const { canWrite } = useWhoAmI();
  const open = list.data?.plans.find(({ slug }) => slug === params.get('limits'));
  return (
    <>
      <PageTitle title="Plans" />
      <Text size="sm" c="dimmed" mb="sm">
        A change applies from the next request. The limits of plans do not apply to resellers.
      </Text>
      <DataTable
        label="Plans"
        query={list}
        rows={list.data?.plans}
        skeletonRows={4}
        className={classes.table}
        scrolls
        keyOf={({ slug }) => slug}
        columns={[
          ...columns,
          {
            head: 'Limits',
            headClass: classes.acts,
            cell: ({ slug }) => (
              <RowButton label={`Change limits of ${slug}`} onClick={() => change({ limits: slug })}>
                Change
              </RowButton>
            ),
          },
        ]}
      />
      <div className={classes.card}>
        <Card title="Retention">
          <RetentionFacts />
        </Card>
      </div>
      {/* With a read-only token a link does not open the dialog. */}
      {open !== undefined && canWrite && (
        <LimitsDialog key={open.slug} plan={open} onClose={() => change({ limits: undefined }, 'replace')} />
      )}
    </>
  );
}

function RetentionFacts() {
  const { data, error, refetch } = useRetention();
  if (data === undefined) return <Unloaded query={{ error, refetch }} height="7rem" />;
  const { last_pass_at: last, last_deleted: deleted, overdue, held, grace_days: grace } = data;
  return (
    <FactList
      facts={[
        ['Last pass', last === null ? 'none yet' : <Time key="last" value={last} focusable />],
        [
          'Deleted',
          deleted === null ? 'no pass has finished yet' : `${countOf(deleted, 'event')}, by the last complete pass`,
        ],
        ['Overdue', overdueSentence(overdue)],
        [
          'Next pass',
          held === null ? 'within ten minutes of the end of the last one' : 'held back until it is confirmed',
        ],
        [
          'Grace',
          grace === 0
            ? 'none: a shorter retention is applied at once'
            : `${daysOf(grace)} before a shorter retention is applied`,
        ],
      ]}
    />
  );
}
