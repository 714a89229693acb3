'use client';

import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';

import classes from './account.module.css';

type Props = {
  /** Ids of the paused sites on this page. */
  tickable: readonly string[];
  ticked: readonly string[];
  onTick: (ids: readonly string[], on: boolean) => void;
  isBusy: boolean;
  onActivate: () => void;
};

/** Selects all paused sites of the page, and activates the selected ones. */
export function BulkBar({ tickable, ticked, onTick, isBusy, onActivate }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = ticked.length === tickable.length;
  const isSome = ticked.length > 0 && !isAll;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <div role="group" aria-label="Activate several sites" className={classes.bulk}>
      <label className={classes.tickAll}>
        <input
          ref={box}
          type="checkbox"
          className={classes.tick}
          checked={isAll}
          onChange={(event) => onTick(tickable, event.currentTarget.checked)}
        />
        <Text span size="sm">
          All paused sites on this page ({tickable.length})
        </Text>
      </label>
      <Text size="sm" c="dimmed" role="status">
        {ticked.length > 0 && `${countOf(ticked.length, 'site')} selected`}
      </Text>
      <span className={classes.toolbarEnd}>
        <WriteButton
          size="xs"
          loading={isBusy}
          blocked={ticked.length === 0 ? 'Select paused sites first' : undefined}
          onClick={onActivate}
        >
          {ticked.length === 0 ? 'Activate' : `Activate ${ticked.length}`}
        </WriteButton>
      </span>
    </div>
  );
}
