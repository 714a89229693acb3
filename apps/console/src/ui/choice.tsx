'use client';

import { useId } from 'react';

import classes from './choice.module.css';

type Props<T extends string> = {
  /** What is chosen, for who does not see it. */
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

/** One of a few, side by side: the browser's own radio buttons. Mantine's SegmentedControl looks the same and has 4 kB of script. */
export function Choice<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
