import { type MemberSite, noGroup } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { GroupSelect } from '../account/group-select.tsx';
import classes from './sites.module.css';
import { maxChosen, type useChosen } from './use-chosen.ts';
import { DeleteChosen } from './delete-chosen.tsx';
import { ExportChosen } from './export-chosen.tsx';
import { type Target, useMove } from './use-move.ts';

type Props = {
  /** The sites on this page. */
  sites: MemberSite[];
  choice: ReturnType<typeof useChosen>;
};

/** Chooses the sites of the page; moves, exports or deletes the chosen ones. */
export function SelectionBar({ sites, choice: { chosen, choose, clear } }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const { isBusy, moveTo } = useMove(clear);
  const here = sites.filter(({ id }) => chosen.has(id)).length;
  const isAll = here === sites.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = here > 0 && !isAll;
  }, [here, isAll]);
  const move = (target: Target | undefined): void => {
    if (target !== undefined && !isBusy) moveTo([...chosen.values()], target);
  };
  return (
    <div role="group" aria-label="Several sites" className={classes.bar}>
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
        {chosen.size === maxChosen && ', the most at once'}
      </span>
      {chosen.size > 0 && (
        <>
          <GroupSelect
            size="xs"
            aria-label="Move the chosen sites"
            value=""
            disabled={isBusy}
            onChange={(value, group) => move(value === noGroup ? null : group)}
            first={[
              { value: '', label: 'Move to …' },
              { value: noGroup, label: 'No group' },
            ]}
          />
          <ExportChosen chosen={[...chosen.keys()]} />
          <DeleteChosen chosen={[...chosen.values()]} onDeleted={clear} />
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Choose none
          </Button>
        </>
      )}
    </div>
  );
}
