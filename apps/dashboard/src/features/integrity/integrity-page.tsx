'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { MemberLog } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';

import { pathOfAccount } from '../../lib/paths.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { RecordTable } from '../record/record-table.tsx';
import { BundleCard } from './bundle-card.tsx';
import { CheckCard } from './check-card.tsx';
import { CheckpointCard } from './checkpoint-card.tsx';
import { LogFacts } from './log-facts.tsx';

/** How often the page asks how far the log is sealed, in ms. */
const askedEveryMs = 15_000;

/** The signed log: how far it is, who keeps its key, and how anybody checks it (rulings §16.13). */
export function IntegrityPage() {
  const { data: account } = useAccount();
  return (
    <>
      <PageTitle title="Integrity" />
      {account === undefined ? (
        <SkeletonBox height="40rem" />
      ) : mayManage(account) ? (
        <Integrity />
      ) : (
        <EmptyState title="Your role does not open this page.">
          Owners and admins of the whole account see its signed log.
        </EmptyState>
      )}
    </>
  );
}

function Integrity() {
  const { data, error, refetch } = useQuery(
    useTRPC().dashboard.log.get.queryOptions(undefined, { refetchInterval: askedEveryMs }),
  );
  return (
    <>
      <Text size="sm" mb="md" maw="48rem">
        Every event of this account, and every act that bears on them, is a leaf of a signed log. With one file anybody
        proves offline that nothing was changed, added or taken out, but by the rules that the log itself records.
      </Text>
      <Stack>
        {data !== undefined ? <Known log={data} /> : <Unloaded query={{ error, refetch }} height="24rem" />}
        <CheckCard />
      </Stack>
    </>
  );
}

function Known({ log }: { log: MemberLog }) {
  const { id } = useParams<{ id: string }>();
  return (
    <>
      <Card title="The log">
        <LogFacts log={log} />
      </Card>
      <CheckpointCard log={log} />
      <BundleCard size={log.size} />
      <Card title="Rules that changed">
        <Text size="sm" mb="sm">
          The newest acts after which events are kept for another time, are held or were erased, or another key signs.
          The log holds each of them. <Link href={`${pathOfAccount(id)}/settings/holds`}>Legal holds</Link> and{' '}
          <Link href={`${pathOfAccount(id)}/settings/erasure`}>erasure</Link> have pages of their own.
        </Text>
        <RecordTable rows={log.acts} empty={<Text size="sm">None yet.</Text>} />
      </Card>
    </>
  );
}
