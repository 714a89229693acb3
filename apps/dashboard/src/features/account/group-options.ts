import type { GroupName } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';

type Option = { value: string; label: string; disabled?: boolean };
type Offered = {
  first: readonly Option[];
  groups: readonly GroupName[];
  value: string;
  /** How many groups the list leaves out. */
  more: number;
  labelOf?: ((name: string) => string) | undefined;
  /** Whether no group has the value for its id. */
  isLost?: boolean;
};

/** The options of a field. A chosen group whose name is not known yet is an option too. */
export function optionsOfGroups({
  first,
  groups,
  value,
  more,
  labelOf = (name) => name,
  isLost = false,
}: Offered): Option[] {
  const isKnown = [...first.map((one) => one.value), ...groups.map(({ id }) => id)].includes(value);
  return [
    ...first,
    ...(isKnown ? [] : [{ value, label: isLost ? 'not found' : labelOf('…') }]),
    ...groups.map(({ id, name }) => ({ value: id, label: labelOf(name) })),
    ...(more === 0 ? [] : [{ value: '-', label: `and ${formatNumber(more)} older ones`, disabled: true }]),
  ];
}
