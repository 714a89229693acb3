'use client';

import type { MemberSite } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { useGroups } from '../groups/use-groups.ts';
import classes from './sites.module.css';
import { maxChosen, type useChosen } from './use-chosen.ts';
import { useMove } from './use-move.ts';

type Props = {
  /** The sites on this page. */
  sites: MemberSite[];
  choice: ReturnType<typeof useChosen>;
};

/** Chooses the sites of the page, and moves the chosen ones into a group or out of theirs. */
export function SelectionBar({ sites, choice: { chosen, choose, clear } }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const groups = useGroups();
  const { isBusy, moveTo } = useMove(clear);
  const here = sites.filter(({ id }) => chosen.has(id)).length;
  const isAll = here === sites.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = here > 0 && !isAll;
  }, [here, isAll]);
  const move = (value: string): void => {
    const target = value === 'none' ? null : groups.find(({ id }) => id === value);
    if (target !== undefined && !isBusy) moveTo([...chosen.values()], target);
  };
  return (
    <div role="group" aria-label="Move several sites" className={classes.bar}>
      <label className={classes.all}>
        <input
          ref={box}
          type="checkbox"
          className={classes.tick}
          checked={isAll}
          onChange={(event) => choose(sites, event.currentTarget.checked)}
        />
        All on this page
      </label>
      <span role="status">
        {chosen.size > 0 && `${countOf(chosen.size, 'site')} chosen`}
        {chosen.size === maxChosen && ', the most that move at once'}
      </span>
      {chosen.size > 0 && (
        <>
          <NativeSelect
            size="xs"
            aria-label="Move the chosen sites"
            value=""
            disabled={isBusy}
            onChange={(event) => move(event.currentTarget.value)}
            data={[
              { value: '', label: 'Move to …' },
              { value: 'none', label: 'No group' },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Choose none
          </Button>
        </>
      )}
    </div>
  );
}
