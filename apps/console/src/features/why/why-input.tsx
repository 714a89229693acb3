import { limits, withoutKeys } from '@goal/contract';
import { TextInput } from '@mantine/core';

type Props = { value: string; onChange: (why: string) => void };

/** Why an operator does this, for the record (rulings §8). Empty is no reason. */
export function WhyInput({ value, onChange }: Props) {
  return (
    <TextInput
      label="Why"
      description="Optional, for the operators’ record. Customers never see it."
      maxLength={limits.reasonLength}
      autoComplete="off"
      value={value}
      // A key may be pasted with the customer's mail: its secret part is cut off.
      onChange={(event) => onChange(withoutKeys(event.currentTarget.value))}
    />
  );
}
