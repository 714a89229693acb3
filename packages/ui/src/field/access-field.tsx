import type { KeyAccess } from '@goal/contract';
import { NativeSelect } from '@mantine/core';

type Choice<A extends KeyAccess> = { value: A; label: string; meaning: string };

export const accountKeyChoices = [
  {
    value: 'full',
    label: 'Read and change',
    meaning: 'Reads the events of the account and manages its sites, groups and their keys.',
  },
  { value: 'read', label: 'Only read', meaning: 'Reads everything in the account and changes nothing.' },
] as const satisfies readonly Choice<KeyAccess>[];

export const siteKeyChoices = [
  { value: 'full', label: 'Send and read', meaning: 'Sends events of the site and reads them.' },
  { value: 'send', label: 'Only send', meaning: 'Sends events and reads none: enough for a plugin.' },
  { value: 'read', label: 'Only read', meaning: 'Reads the events of the site and sends none.' },
] as const satisfies readonly Choice<KeyAccess>[];

type Props<A extends KeyAccess> = { choices: readonly Choice<A>[]; value: A; onChange: (access: A) => void };

/** Chooses what a new key may do, and says what the choice means (rulings §12). */
export function AccessField<A extends KeyAccess>({ choices, value, onChange }: Props<A>) {
  const find = (text: string): Choice<A> | undefined => choices.find((choice) => choice.value === text);
  return (
    <NativeSelect
      label="May do"
      description={`${find(value)?.meaning} You cannot change this later.`}
      value={value}
      onChange={(event) => onChange(find(event.currentTarget.value)?.value ?? value)}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
    />
  );
}
