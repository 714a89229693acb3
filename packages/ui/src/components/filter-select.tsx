'use client';

import { NativeSelect, type NativeSelectProps } from '@mantine/core';

import { useEarlyValue } from './use-early-value.ts';

type Props = Pick<NativeSelectProps, 'label' | 'data'> & {
  value: string;
  onChoose: (value: string) => void;
};

/** A choice whose value lives in the address. One made before the scripts have loaded counts. */
export function FilterSelect({ value, onChoose, ...props }: Props) {
  const field = useEarlyValue<HTMLSelectElement>(value, onChoose);
  return (
    <NativeSelect {...props} ref={field} value={value} onChange={(event) => onChoose(event.currentTarget.value)} />
  );
}
