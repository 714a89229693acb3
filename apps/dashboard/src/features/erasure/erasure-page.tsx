'use client';

import type { RedactionView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { ErrorState } from '@goal/ui/state/error-state.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isOwner } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { ErasePerson } from './erase-person.tsx';
import { NotListed, WhatLeft } from './what-left.tsx';

const lookAgainMs = 2000;

/** Owners erase, admins see what was erased. */
export function ErasurePage() {
  const { data: account } = useAccount();
  const list = useQuery(
    useTRPC().dashboard.redactions.list.queryOptions(undefined, {
      refetchInterval: ({ state }) =>
        state.data?.redactions.some(({ status }) => status === 'running') === true ? lookAgainMs : false,
    }),
  );
  const redactions = list.data?.redactions;
  return (
    <>
      <PageTitle title="Erasure" />
      <Stack>
        {account !== undefined && isOwner(account) && (
          <Card title="Erase the traces of one person">
            <ErasePerson isRunning={redactions?.some(({ status }) => status === 'running') === true} />
          </Card>
        )}
        <Card title="What was erased">
          {list.error !== null && redactions === undefined ? (
            <ErrorState query={list} />
          ) : redactions?.length === 0 ? (
            <EmptyState title="Nothing yet">Single events are erased from their panel in the log.</EmptyState>
          ) : (
            <Stack>
              <NotListed />
              {redactions?.map((one, at) => (
                <Redaction key={one.id} redaction={one} isNewest={at === 0} />
              ))}
            </Stack>
          )}
        </Card>
      </Stack>
    </>
  );
}

type Props = { redaction: RedactionView; isNewest: boolean };

/** The newest one announces how far it has come. */
function Redaction({
  redaction: { status, redacted, held, salts_kept: salts, created_at: at, ...left },
  isNewest,
}: Props) {
  const kept = held === 0 ? '' : `, and ${formatNumber(held)} stay, because they are on legal hold`;
  return (
    <div>
      <Text size="sm" {...(isNewest ? { role: 'status' } : {})}>
        <Time value={at} as="day" />: {formatNumber(redacted)} {redacted === 1 ? 'event' : 'events'} erased
        {status === 'running' ? ' so far' : ''}
        {kept}.
        {status === 'running' &&
          salts > 0 &&
          ` Before that, ${formatNumber(salts)} other events of the same days keep what proves them.`}
      </Text>
      {status === 'running' ? <Progress value={100} animated aria-label="It runs" /> : <WhatLeft {...left} />}
    </div>
  );
}
