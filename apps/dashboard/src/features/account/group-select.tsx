import type { GroupName } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { optionsOfGroups } from './group-options.ts';

type Option = { value: string; label: string };
type Props = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  /** The id of the chosen group, or the value of one of `first`. */
  value: string;
  /** The group is undefined for one of `first`. */
  onChange: (value: string, group: GroupName | undefined) => void;
  first: readonly Option[];
  /** How a group is called in the list: its name unless this is given. */
  labelOf?: (name: string) => string;
};

/** Chooses one of the account's groups, of which the newest are offered. */
export function GroupSelect({ value, onChange, first, labelOf, ...props }: Props) {
  const names = useTRPC().dashboard.groups.names;
  const { data } = useQuery(names.queryOptions({}));
  const isOffered = data?.groups.some(({ id }) => id === value) === true || first.some((one) => one.value === value);
  // An older group is not among the newest: it is asked for by its id.
  const { data: own } = useQuery(names.queryOptions({ q: value }, { enabled: data !== undefined && !isOffered }));
  const groups = [...(own?.groups ?? []), ...(data?.groups ?? [])];
  const isLost = own?.groups.length === 0;
  return (
    <NativeSelect
      {...props}
      {...(isLost && { error: 'Group not found' })}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(
          currentTarget.value,
          groups.find(({ id }) => id === currentTarget.value),
        )
      }
      data={optionsOfGroups({ first, groups, value, more: data?.more ?? 0, labelOf, isLost })}
    />
  );
}
