'use client';

import type { MemberGroup } from '@goal/contract';
import { AccessBadge } from '@goal/ui/components/access-badge.tsx';
import { Card } from '@goal/ui/components/card.tsx';
import { CopyButton } from '@goal/ui/components/copy-button.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { LastRefusal } from '@goal/ui/components/last-refusal.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import {
  actionsColumn,
  StackedActions,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedTable,
} from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupKeyLine } from '../keys/lines-with-key.ts';
import classes from '../table.module.css';

const RevokeKey = lateDialog(() => import('../keys/revoke-key.tsx').then((module) => module.RevokeKey));

/** Revoked keys stay in the list for ever: the newest are shown. */
const shownKeys = 20;
const columns = ['Name', 'Prefix', 'Made', 'Last used', 'Last refused', actionsColumn];

/** The keys of a group: they are listed and revoked here, and made by programs alone. */
export function GroupKeys({ group }: { group: MemberGroup }) {
  const query = useQuery(useTRPC().dashboard.groups.keys.list.queryOptions({ id: group.id }));
  const [prefix, setPrefix] = useState<string>();
  const keys = query.data?.keys.slice(0, shownKeys);
  const known = keys?.find((key) => key.prefix === prefix);
  return (
    <Card title="Keys">
      {query.isError && keys === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : keys?.length === 0 ? null : (
        <StackedTable label="Keys of the group" columns={columns} isBusy={keys === undefined}>
          {keys === undefined ? (
            <SkeletonRows rows={2} columns={columns.length} />
          ) : (
            keys.map((key) => (
              <StackedRow key={key.prefix}>
                <StackedHead className={classes.text}>
                  <bdi>{key.name}</bdi> <AccessBadge access={key.access} />
                </StackedHead>
                <StackedCell of="Prefix" className={classes.code}>
                  {key.prefix}
                </StackedCell>
                <StackedCell of="Made">
                  <Time value={key.created_at} as="day" />
                </StackedCell>
                <StackedCell of="Last used">
                  {key.last_used_at === null ? 'never' : <Time value={key.last_used_at} as="ago" />}
                </StackedCell>
                <StackedCell of="Last refused">
                  <LastRefusal refused={key} />
                </StackedCell>
                <StackedActions>
                  {key.revoked_at === null ? (
                    <Button
                      variant="subtle"
                      color="red"
                      size="compact-sm"
                      aria-label={`Revoke the key ${key.prefix}`}
                      onClick={() => setPrefix(key.prefix)}
                    >
                      Revoke
                    </Button>
                  ) : (
                    <Text size="sm" c="dimmed" component="span">
                      revoked <Time value={key.revoked_at} as="day" />
                    </Text>
                  )}
                </StackedActions>
              </StackedRow>
            ))
          )}
        </StackedTable>
      )}
      <MakeOne group={group} />
      {known !== undefined && (
        <RevokeKey
          known={known}
          who="The system that uses it"
          revoke={(client, revoked) => client.groups.keys.revoke.mutate({ id: group.id, prefix: revoked })}
          onClose={() => setPrefix(undefined)}
        />
      )}
    </Card>
  );
}

/** Says why there is no button, and shows the command that takes its place. */
function MakeOne({ group }: { group: MemberGroup }) {
  const line = groupKeyLine(useApiAddress()).replace('$GROUP', group.id);
  return (
    <>
      <Text size="sm" mt="sm" mb="xs">
        There is no button for a new one: a key of a group is for a system of your own, which makes it by the API and
        keeps it, so that no person ever holds it. With a key of the account in <code>$KEY</code>:
      </Text>
      <pre className={classes.line}>{line}</pre>
      <CopyButton value={line} what="the command that makes a key of this group" />
    </>
  );
}
