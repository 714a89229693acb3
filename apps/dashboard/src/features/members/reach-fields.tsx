'use client';

import type { MemberAccount, Role } from '@goal/contract';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { isOwner } from '../account/rights.ts';
import { roleNames, roleWords } from '../account/role-words.ts';

export type Reach = {
  role: Role;
  /** The id of the one group; empty for the whole account. */
  groupId: string;
};

type Props = {
  account: MemberAccount;
  value: Reach;
  onChange: (reach: Reach) => void;
};

/**
 * Chooses a role and what it reaches. An owner reaches the whole account, and is made by owners.
 */
export function ReachFields({ account, value, onChange }: Props) {
  const groups = useQuery(useTRPC().dashboard.groups.list.queryOptions({}));
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
        <NativeSelect
          label="Sees"
          value={groupId}
          onChange={(event) => onChange({ role, groupId: event.currentTarget.value })}
          data={[
            { value: '', label: 'The whole account' },
            ...(groups.data?.groups.map(({ id, name }) => ({ value: id, label: `The group ${name} alone` })) ?? []),
          ]}
          error={groups.error === null ? undefined : `The groups are missing: ${failureOf(groups.error).sentence}`}
        />
      )}
    </>
  );
}

/** The group that is chosen; undefined for the whole account. */
export function useChosenGroup({ groupId }: Reach): { name: string; site_count: number } | undefined {
  const { data } = useQuery(useTRPC().dashboard.groups.list.queryOptions({}));
  return data?.groups.find(({ id }) => id === groupId);
}
