import { countOf } from '@goal/ui/lib/numbers.ts';
import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

import classes from './several.module.css';

type Props = {
  /** What the rows are: «account». */
  noun: string;
  label: string;
  /** Ids of the rows of this page. */
  tickable: readonly string[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
  /** Other ways to select. */
  further?: ReactNode;
  /** The buttons for what is selected. */
  children: ReactNode;
};

/** Above a list: selects all rows of the page, says how many are selected, and offers the acts. */
export function SelectBar({ noun, label, tickable, ticked, onTick, further, children }: Props) {
  return (
    <div role="group" aria-label={label} className={classes.bar}>
      <TickAll tickable={tickable} ticked={ticked} onTick={onTick}>
        {tickable.length === 0 ? 'All on this page' : `All ${tickable.length} on this page`}
      </TickAll>
      {further}
      <Text size="sm" c="dimmed" role="status">
        {ticked.length > 0 && `${countOf(ticked.length, noun)} selected`}
      </Text>
      <span className={classes.acts}>{children}</span>
    </div>
  );
}

/** A checkbox for several rows at once, which is neither on nor off while some of them are. */
export function TickAll({
  tickable,
  ticked,
  onTick,
  children,
}: Pick<Props, 'tickable' | 'ticked' | 'onTick' | 'children'>) {
  const box = useRef<HTMLInputElement>(null);
  const count = tickable.filter((id) => ticked.includes(id)).length;
  const isSome = count > 0 && count < tickable.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={classes.tickAll}>
      <input
        ref={box}
        type="checkbox"
        className={classes.tick}
        checked={count > 0 && count === tickable.length}
        onChange={(event) => onTick(tickable, event.currentTarget.checked)}
      />
      <Text span size="sm">
        {children}
      </Text>
    </label>
  );
}
