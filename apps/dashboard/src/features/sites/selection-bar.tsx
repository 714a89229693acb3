'use client';

import type { MemberSite } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect, useRef } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { useGroups } from '../groups/use-groups.ts';
import classes from './sites.module.css';
import { type Chosen, maxChosen, type useChosen } from './use-chosen.ts';
import { DeleteChosen } from './delete-chosen.tsx';
import { useMove } from './use-move.ts';

type Props = {
  /** The sites on this page. */
  sites: MemberSite[];
  choice: ReturnType<typeof useChosen>;
};

/** Chooses the sites of the page; moves, exports or deletes the chosen ones. */
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
          <ExportChosen chosen={[...chosen.values()]} />
          <DeleteChosen chosen={[...chosen.values()]} onDeleted={clear} />
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Choose none
          </Button>
        </>
      )}
    </div>
  );
}

/** An export covers one site; the log exports a group or the account. */
function ExportChosen({ chosen: [site, ...more] }: { chosen: readonly Chosen[] }) {
  const { id } = useParams<{ id: string }>();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  if (site === undefined) return null;
  if (more.length > 0)
    return (
      <Button variant="default" size="xs" disabled title="An export covers one site: choose one">
        Export events
      </Button>
    );
  const query = new URLSearchParams({ site_id: site.id, format: 'csv' });
  if (me !== undefined) query.set('person', me.id);
  return (
    // Not a Link: the browser saves the answer, and the page stays.
    <Button component="a" variant="default" size="xs" href={`${pathOfAccount(id)}/export?${query}`} download>
      Export events
    </Button>
  );
}
