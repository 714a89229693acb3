import type { MemberAccount, Role } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isOwner } from '../account/rights.ts';
import { roleNames, roleWords } from '../account/role-words.ts';
import { GroupSelect } from '../account/group-select.tsx';

export type Reach = {
  role: Role;
  /** The id of the one group; empty for the whole account. */
  groupId: string;
};

type Props = { account: MemberAccount; value: Reach; onChange: (reach: Reach) => void };

/** An owner reaches the whole account, and is made by owners. */
export function ReachFields({ account, value, onChange }: Props) {
  const { role, groupId } = value;
  const choices = roleNames.filter((one) => one !== 'owner' || isOwner(account) || role === 'owner').toReversed();
  return (
    <>
      <NativeSelect
        label="Role"
        value={role}
        onChange={(event) => {
          const next = roleNames.find((one) => one === event.currentTarget.value) ?? 'viewer';
          onChange({ role: next, groupId: next === 'owner' ? '' : groupId });
        }}
        data={choices.map((one) => ({ value: one, label: roleWords[one] }))}
      />
      {role !== 'owner' && (
        <GroupSelect
          label="Sees"
          value={groupId}
          onChange={(id) => onChange({ role, groupId: id })}
          first={[{ value: '', label: 'The whole account' }]}
          labelOf={(name) => `The group ${name} alone`}
        />
      )}
    </>
  );
}

/** The group that is chosen; undefined for the whole account. */
export function useChosenGroup({ groupId }: Reach): { name: string; site_count: number } | undefined {
  const { data } = useQuery(useTRPC().dashboard.groups.names.queryOptions({ q: groupId }, { enabled: groupId !== '' }));
  return groupId === '' ? undefined : data?.groups[0];
}
