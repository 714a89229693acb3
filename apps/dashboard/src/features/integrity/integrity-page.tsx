'use client';

import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { MemberLog } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { useTRPC, useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useCallback } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';
import { RecordTable } from '../record/record-table.tsx';
import { BundleCard } from './bundle-card.tsx';
import { CheckCard } from './check-card.tsx';
import classes from './integrity.module.css';

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

function CheckpointCard({ log: { checkpoint, copied } }: { log: MemberLog }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  // The copy is on the clipboard already, so a record that fails is no fault of it.
  const record = useCallback(() => {
    client.dashboard.log.copied.mutate().then(
      () => queryClient.invalidateQueries(trpc.dashboard.log.get.queryFilter()),
      () => undefined,
    );
  }, [client, queryClient, trpc]);
  return (
    <Card title="Newest checkpoint">
      <Text size="sm" mb="sm" maw="48rem">
        Keep it where this service cannot reach it: in a mail, a ticket, on paper. Whoever has it finds every later
        change of what it covers.
      </Text>
      <pre className={classes.checkpoint}>{checkpoint}</pre>
      <Group gap="sm" mt="sm">
        <CopyButton value={checkpoint} what="checkpoint" onCopied={record} />
        <Text size="sm" role="status">
          {copied === null ? (
            'Nobody has copied one yet.'
          ) : (
            <>
              Last copied outside: <Time value={copied.at} focusable /> by <WrappingText value={copied.who} />
              {copied.what === 'bundle' && ', with a bundle'}
            </>
          )}
        </Text>
      </Group>
    </Card>
  );
}

const keepers = {
  environment: 'The provider keeps it outside the database: a copy of the database signs nothing.',
  database: 'It is in the database of the service: whoever holds the database can sign.',
} as const satisfies Record<MemberLog['key_kept'], string>;

function LogFacts({ log }: { log: MemberLog }) {
  const { previous, earlier_events: earlier, behind_seconds: behind } = log;
  return (
    <FactList
      facts={[
        [
          'Sealed up to',
          <span key="sealed">
            <Time value={log.sealed_at} focusable />
            {behind === 0 ? ', nothing waits' : `, the oldest event waits for ${countOf(behind, 'second', 'seconds')}`}
          </span>,
        ],
        ['Leaves', formatNumber(log.size)],
        [
          'Begun',
          <span key="begun">
            <Time value={log.began_at} focusable />
            {earlier > 0 && `; ${countOf(earlier, 'event is', 'events are')} older, and not in it`}
          </span>,
        ],
        ['Key', keepers[log.key_kept]],
        [
          'Signed by',
          <span key="keys" className={classes.mono}>
            {log.vkeys.map(({ vkey }) => (
              <span key={vkey} className={classes.line}>
                {vkey}
              </span>
            ))}
          </span>,
        ],
        ...(previous === null
          ? []
          : [
              [
                'Goes on from',
                <span key="previous">
                  <span className={classes.mono}>{previous.origin}</span>, which ended at{' '}
                  {countOf(previous.size, 'leaf', 'leaves')}, as after a restore
                </span>,
              ] as const,
            ]),
        ['Witnesses', log.witnesses.length === 0 ? 'none' : log.witnesses.join(', ')],
      ]}
    />
  );
}
