import { NativeSelect, type NativeSelectProps } from '@mantine/core';

import { useHydrated } from './use-hydrated.ts';

type Props = Pick<NativeSelectProps, 'label' | 'data'> & { value: string; onChoose: (value: string) => void };

/** A choice whose value lives in the address. It waits until the scripts of the page run. */
export function FilterSelect({ value, onChoose, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      disabled={!useHydrated()}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
