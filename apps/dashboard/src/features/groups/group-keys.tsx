import type { MemberGroup } from '@goal/contract';
import { AccessBadge } from '@goal/ui/text/access-badge.tsx';
import { Card } from '@goal/ui/page/card.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { lastUsedColumn, madeColumn, RevokeInRow } from '@goal/ui/table/key-columns.tsx';
import { lastRefusedColumn } from '@goal/ui/table/refused-column.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupKeyLine } from '../keys/lines-with-key.ts';
import classes from '../table.module.css';

const RevokeKey = lateDialog(() => import('../keys/revoke-key.tsx').then((module) => module.RevokeKey));

/** Revoked keys stay in the list for ever: the newest are shown. */
const shownKeys = 20;

export function GroupKeys({ group }: { group: MemberGroup }) {
  const query = useQuery(useTRPC().dashboard.groups.keys.list.queryOptions({ id: group.id }));
  const [prefix, setPrefix] = useState<string>();
  const keys = query.data?.keys.slice(0, shownKeys);
  const known = keys?.find((key) => key.prefix === prefix);
  return (
    <Card title="Keys">
      <DataTable
        label="Keys of the group"
        query={query}
        rows={keys}
        empty={null}
        skeletonRows={2}
        keyOf={(key) => key.prefix}
        columns={[
          {
            head: 'Name',
            isTitle: true,
            className: classes.text,
            cell: ({ name, access }) => (
              <>
                <bdi>{name}</bdi> <AccessBadge access={access} />
              </>
            ),
          },
          { head: 'Prefix', className: classes.code, cell: (key) => key.prefix },
          madeColumn('Made'),
          lastUsedColumn,
          lastRefusedColumn,
        ]}
        actions={(key) => <RevokeInRow known={key} onRevoke={setPrefix} />}
      />
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
