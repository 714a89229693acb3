import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { MemberGroup, MembersView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { inviteDialog, pathOfAccount } from '../../lib/paths.ts';
import { roleWords } from '../account/role-words.ts';
import { nameOfMember } from '../members/members-table.tsx';
import classes from '../table.module.css';

export const membersOf = ({ members }: Pick<MembersView, 'members'>, group: { id: string }) =>
  members.filter((member) => member.group?.id === group.id);

export function GroupMembers({ group, accountId }: { group: MemberGroup; accountId: string }) {
  const query = useQuery(useTRPC().dashboard.members.list.queryOptions());
  const members = query.data === undefined ? [] : membersOf(query.data, group);
  const invited = query.data?.invitations.filter((one) => one.group?.id === group.id) ?? [];
  return (
    <Card title="Members of this group alone">
      {query.data === undefined ? (
        <Unloaded query={query} height="3rem" />
      ) : (
        <>
          {members.length + invited.length === 0 && (
            <Text size="sm">
              Nobody yet. An agency’s client, invited to this group, sees its sites and nothing else.
            </Text>
          )}
          {members.map((member) => (
            <div key={member.id} className={classes.row}>
              <span>
                <WrappingText value={nameOfMember(member)} />
              </span>
              <Text size="sm" c="dimmed" component="span">
                {roleWords[member.role]}
              </Text>
            </div>
          ))}
          {invited.map(({ id, email, role }) => (
            <div key={id} className={classes.row}>
              <WrappingText value={email} />
              <Text size="sm" c="dimmed" component="span">
                {roleWords[role]}, invited
              </Text>
            </div>
          ))}
          <Text size="sm" mt="sm">
            <TextLink
              href={`${pathOfAccount(accountId)}/settings/members?dialog=${inviteDialog}&group=${group.id}`}
              inherit
            >
              Invite somebody
            </TextLink>
          </Text>
        </>
      )}
    </Card>
  );
}
