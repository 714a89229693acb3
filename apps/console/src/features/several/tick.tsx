import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './tick.module.css';

type Props = { isOn: boolean; isSome?: boolean; onChange: (on: boolean) => void };

export function Tick({ name, isOn, isSome = false, onChange }: Props & { name?: string }) {
  return (
    <input
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome;
      }}
      type="checkbox"
      className={classes.tick}
      {...(name === undefined ? {} : { 'aria-label': `Select ${name}` })}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

export function LabelledTick({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <label className={classes.labelled}>
      <Tick {...props} />
      <Text span size="sm">
        {children}
      </Text>
    </label>
  );
}

/** The column of the checkboxes; screen readers read its name. */
export const tickColumn = 'Selected';
export const tickHeadClass = classes.head;

export function TickHead() {
  return (
    <th scope="col" className={classes.head}>
      {tickColumn}
    </th>
  );
}
