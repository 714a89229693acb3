import type { MemberGroup } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';

import { pathOfGroups } from '../../lib/paths.ts';
import { nameOfMember } from '../members/members-table.tsx';
import { membersOf } from './group-members.tsx';
import { viewsOfGroup } from './views-of-group.ts';

type Props = { group: MemberGroup; accountId: string; onClose: () => void };

export function DeleteGroupDialog({ group, accountId, onClose }: Props) {
  const { id, site_count: sites, active_key_count: keys } = group;
  const name = bidiIsolate(group.name);
  const { dashboard } = useTRPC();
  const router = useRouter();
  const { data } = useQuery(dashboard.members.list.queryOptions());
  const invited = data?.invitations.filter((one) => one.group?.id === id).length ?? 0;
  const { data: saved } = useQuery(dashboard.views.list.queryOptions());
  const views = saved === undefined ? [] : viewsOfGroup(saved.views, id);
  const out = data === undefined ? undefined : membersOf(data, group).map(nameOfMember);
  return (
    <AskDialog
      title={`Delete the group ${name}?`}
      action="Delete the group"
      color="red"
      procedure={dashboard.groups.delete.mutationOptions()}
      input={{ id }}
      done={`${name} is deleted.`}
      onDone={() => router.push(pathOfGroups(accountId))}
      gone={id}
      onClose={onClose}
    >
      <Text size="sm">
        {sites === 0 ? 'It has no sites.' : `What stays: ${countOf(sites, 'site')} with their events, in no group.`}
      </Text>
      <Text size="sm">
        {keys === 0
          ? 'It has no keys.'
          : `${countOf(keys, 'key of the group stops', 'keys of the group stop')} working at once.`}
      </Text>
      {out !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {out.length === 0
            ? 'Nobody loses access.'
            : `Who loses access: ${out.map((one) => bidiIsolate(one)).join(', ')}. They see nothing of the account any more.`}
        </Text>
      )}
      {invited > 0 && (
        <Text size="sm">
          {countOf(invited, 'open invitation to the group ends', 'open invitations to the group end')}: the links stop
          working.
        </Text>
      )}
      {views.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Saved views that go with it: {views.map((one) => bidiIsolate(one)).join(', ')}. So do the members’ own views
          of it.
        </Text>
      )}
      <Text size="sm">This cannot be undone.</Text>
    </AskDialog>
  );
}
