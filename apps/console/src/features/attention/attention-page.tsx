'use client';

import { type AttentionKind, attentionKinds, type AttentionRow } from '@goal/contract';
import { LoneLink } from '@goal/ui/page/link.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { firstPage } from '@goal/ui/field/first-page.ts';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Pager, usePage } from '@goal/ui/field/pager.tsx';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

import { pathOfSite } from '../../lib/paths.ts';
import { AccountsBar } from '../account/several/accounts-bar.tsx';
import { Tick, tickColumn, tickHeadClass } from '../several/tick.tsx';
import { useTicked } from '../several/use-ticked.ts';
import { PlanFilter } from '../accounts/plan-filter.tsx';
import { countText, kindOf, kinds, pathOfAct } from './kinds.ts';
import classes from './attention.module.css';

const size = 50;

export function AttentionPage() {
  const [params, change] = useUrlState();
  const kind = kindOf(params);
  const plan = params.get('plan') ?? '';
  const counts = useCounts(plan);
  const options = attentionKinds.map((one, at) => ({
    value: one,
    label: `${kinds[one].name}${counts[at] === undefined ? '' : ` (${counts[at]})`}`,
  }));
  return (
    <>
      <PageTitle title="Attention" />
      <search>
        <SegmentedControl
          label="What needs attention"
          options={options}
          value={kind}
          onChange={(next) => change({ kind: next, ...firstPage })}
        />
        <div className={classes.head}>
          <Text size="sm" c="dimmed">
            {kinds[kind].about}
          </Text>
          <PlanFilter value={plan} onChange={(next) => change({ plan: next, ...firstPage })} />
        </div>
      </search>
      <AttentionList key={kind} kind={kind} plan={plan} />
    </>
  );
}

function useCounts(plan: string): (string | undefined)[] {
  const trpc = useTRPC();
  return useQueries({
    queries: attentionKinds.map((kind) => trpc.admin.attention.queryOptions({ kind, limit: 1, ...onPlan(plan) })),
    combine: (all) => all.map(({ data }) => (data === undefined ? undefined : countText(data))),
  });
}

const onPlan = (plan: string): { plan?: string } => (plan === '' ? {} : { plan });

function AttentionList({ kind, plan }: { kind: AttentionKind; plan: string }) {
  const trpc = useTRPC();
  const { cursor } = usePage();
  const list = useQuery(
    trpc.admin.attention.queryOptions(
      { kind, limit: size, ...onPlan(plan), ...(cursor === '' ? {} : { cursor }) },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const { data, isPlaceholderData } = list;
  const accounts = accountsOf(data?.items ?? []);
  const { ticked, tick } = useTicked(accounts.map(({ id }) => id));
  const isOfAccounts = kind === 'over_fair_use' || kind === 'at_cap' || kind === 'held_payment';
  if (data?.items.length === 0 && cursor === '')
    return (
      <EmptyState title={kinds[kind].empty}>
        {plan === '' ? 'Nobody has to do anything here.' : `Of the accounts on the plan ${plan}.`}
      </EmptyState>
    );
  return (
    <>
      {isOfAccounts && <AccountsBar accounts={accounts} ticked={ticked} onTick={tick} />}
      <AttentionTable kind={kind} query={list} {...(isOfAccounts ? { selection: { ticked, onTick: tick } } : {})} />
      <Pager what={kinds[kind].name} next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}

function accountsOf(rows: readonly AttentionRow[]): { id: string; name: string }[] {
  return [...new Map(rows.map(({ account_id: id, email }) => [id, { id, name: email }])).values()];
}

type Selection = { ticked: readonly string[]; onTick: (ids: readonly string[], on: boolean) => void };

type Props = { kind: AttentionKind; query: Query<{ items: readonly AttentionRow[] }>; selection?: Selection };

function AttentionTable({ kind, query, selection }: Props) {
  const { act, name } = kinds[kind];
  return (
    <DataTable
      label={name}
      query={query}
      rows={query.data?.items}
      keyOf={(row) => `${row.account_id} ${row.site_id} ${row.since}`}
      columns={[
        selection !== undefined && {
          head: tickColumn,
          headClass: tickHeadClass,
          cell: ({ account_id: id, email }) => (
            <Tick name={email} isOn={selection.ticked.includes(id)} onChange={(on) => selection.onTick([id], on)} />
          ),
        },
        { head: 'Who', isTitle: true, className: classes.who, cell: (row) => <Who row={row} /> },
        { head: 'Plan', cell: ({ plan }) => plan },
        { head: 'What', className: classes.what, cell: ({ sentence }) => <bdi>{sentence}</bdi> },
        {
          head: 'Since',
          cell: ({ since }) => (since === null ? '–' : <Time value={since} as={kind === 'refused' ? 'ago' : 'day'} />),
        },
        {
          head: 'Act',
          cell: (row) => (
            <LoneLink href={pathOfAct(kind, row)} size="sm" aria-label={`${act}: ${row.domain ?? row.email}`}>
              {act}
            </LoneLink>
          ),
        },
      ]}
    />
  );
}

function Who({ row }: { row: AttentionRow }) {
  return (
    <>
      {row.site_id !== null && (
        <div>
          <LoneLink href={pathOfSite(row.site_id)} size="sm" dir="auto">
            {row.domain}
          </LoneLink>
        </div>
      )}
      <LoneLink href={`/accounts/${row.account_id}`} size="sm" dir="auto">
        {row.email}
      </LoneLink>
      {row.name !== null && (
        <Text size="xs">
          <bdi>{row.name}</bdi>
        </Text>
      )}
    </>
  );
}
