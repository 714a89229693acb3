import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { usageSentence } from '../lib/usage-sentences.ts';
import classes from './meter.module.css';

type Props = {
  label: string;
  used: number;
  /** -1 means unlimited. */
  limit: number;
  noun: string;
  /** Small print below the meter. */
  children?: ReactNode;
};

/** Usage as a share of its limit. Without a limit there is only the figure. */
export function Meter({ label, used, limit, noun, children }: Props) {
  const id = useId();
  // Screen readers hear it too.
  const sentence = usageSentence(used, limit, noun, `${noun}s`);
  const share = limit <= 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit);
  return (
    <div className={classes.meter}>
      <Text size="sm" c="dimmed" id={id}>
        {label}
      </Text>
      <Text fw={600}>{sentence}</Text>
      {limit >= 0 && (
        <div
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={sentence}
          className={classes.track}
          data-full={share >= 1 || undefined}
        >
          <div className={classes.fill} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </div>
  );
}
