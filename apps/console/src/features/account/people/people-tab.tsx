import type { OperatorMembers } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useDialog } from '../use-dialog.ts';
import { useWhoAmI } from '../../../session/who-am-i.tsx';
import { MembersTable } from './members-table.tsx';
import { inviteRefusal, removeRefusal, roleSentence } from './sentences.ts';
import classes from '../account.module.css';

const RemoveMember = lateDialog(() => import('./remove-member.tsx').then((module) => module.RemoveMember));
const ResetPerson = lateDialog(() => import('./reset-person.tsx').then((module) => module.ResetPerson));

/** The open dialog of a member is in the URL: `?reset=ID` and `?remove=ID` (rulings §10.25). */
export function PeopleTab({ id }: { id: string }) {
  const list = useQuery(useTRPC().admin.accounts.members.list.queryOptions({ id }));
  const { data } = list;
  const { open } = useDialog();
  const [params, change] = useUrlState();
  const { canWrite } = useWhoAmI();
  // The member of a dialog that shows a link: a refetch meanwhile must not close it.
  const [held, setHeld] = useState<string>();
  const memberOf = (name: string) => data?.members.find((member) => member.id === params.get(name));
  const toReset = canWrite ? (data?.members.find((member) => member.id === held) ?? memberOf('reset')) : undefined;
  const toRemove = canWrite ? memberOf('remove') : undefined;
  const close = (): void => {
    setHeld(undefined);
    change({ reset: undefined, remove: undefined }, 'replace');
  };
  return (
    <>
      <div className={classes.toolbar}>
        <Text size="sm" c="dimmed" role="status" className={classes.count}>
          {data !== undefined && countOf(data.members.length, 'member')}
        </Text>
        <span className={classes.toolbarEnd}>
          <WriteButton onClick={() => open('invite')} blocked={inviteRefusal(data?.members ?? [])}>
            Invite its owner
          </WriteButton>
        </span>
      </div>
      <MembersTable
        query={list}
        empty={
          data?.invitations.length === 0 && (
            <EmptyState title="Nobody signs in to this account yet">
              Invite its owner above: a link lets them into the dashboard, where they make keys and invite colleagues.
            </EmptyState>
          )
        }
        refusalOf={(member) => (data === undefined ? undefined : removeRefusal(member, data))}
        onReset={(member) => change({ reset: member })}
        onRemove={(member) => change({ remove: member })}
      />
      {data !== undefined && data.invitations.length > 0 && (
        <>
          <Title order={2} size="h4" mt="lg" mb="xs">
            Open invitations
          </Title>
          <InvitationsTable invitations={data.invitations} />
        </>
      )}
      {toReset !== undefined && <ResetPerson member={toReset} onSecret={() => setHeld(toReset.id)} onClose={close} />}
      {toRemove !== undefined && <RemoveMember id={id} member={toRemove} onClose={close} />}
    </>
  );
}

type Props = { invitations: OperatorMembers['invitations'] };

function InvitationsTable({ invitations }: Props) {
  return (
    <DataTable
      label="Open invitations"
      rows={invitations}
      scrolls
      keyOf={({ id }) => id}
      columns={[
        { head: 'E-mail', isTitle: true, className: classes.name, cell: ({ email }) => <bdi>{email}</bdi> },
        { head: 'Role', className: classes.short, cell: (invitation) => <bdi>{roleSentence(invitation)}</bdi> },
        { head: 'Invited by', className: classes.short, cell: ({ created_by: by }) => <bdi>{by}</bdi> },
        { head: 'Open until', cell: ({ expires_at: at }) => <Time value={at} /> },
      ]}
    />
  );
}
