import { deletionOf, type MemberSite, noGroup } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { GroupSelect } from '../account/group-select.tsx';
import { useRunningExport } from '../export/use-running-export.ts';
import { type Chosen, maxChosen, type useChosen } from './use-chosen.ts';
import { type Target, useMove } from './use-move.ts';
import classes from './sites.module.css';

type Props = { sites: MemberSite[]; choice: ReturnType<typeof useChosen> };

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

/** While an export of this session runs, the button counts its events (rulings §10.45). */
function ExportChosen({ chosen }: { chosen: readonly string[] }) {
  const { id } = useParams<{ id: string }>();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const { running, cutOff, onBegin } = useRunningExport();
  if (running !== undefined)
    return (
      <Button variant="default" size="xs" disabled title="One export at a time">
        {`Export: ${formatNumber(running.events)} …`}
      </Button>
    );
  const query = new URLSearchParams({ site_ids: chosen.join(','), format: 'csv' });
  if (me !== undefined) query.set('person', me.id);
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      // Not a Link: the browser saves the answer, and the page stays.
      href={`${pathOfAccount(id)}/export?${query}`}
      download
      onClick={onBegin}
      {...(cutOff && { title: 'The last export of this session was cut off: its file is not whole.' })}
    >
      {`Export events${cutOff ? ': cut off' : ''}`}
    </Button>
  );
}

type DeleteChosenProps = { chosen: readonly Chosen[]; onDeleted: () => void };

/** Deletes the chosen sites, all or none, once their number is typed below their domains. */
function DeleteChosen({ chosen, onDeleted }: DeleteChosenProps) {
  const [isOpen, setOpen] = useState(false);
  const sites = countOf(chosen.length, 'site');
  const remove = useVerifiedMutation(useTRPC().dashboard.sites.deleteSeveral.mutationOptions(), {
    done: `${sites} ${chosen.length === 1 ? 'is' : 'are'} deleted.`,
    onDone: onDeleted,
  });
  const typed = deletionOf(chosen.length);
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setOpen(true)}>
        Delete …
      </Button>
      {isOpen && (
        <ConfirmByTyping
          title={`Delete ${sites}?`}
          name={typed}
          action={`Delete ${sites}`}
          mutation={remove}
          onConfirm={() => remove.mutate({ ids: chosen.map(({ id }) => id), typed })}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">
            Their keys stop working and their events can no longer be read, for good. To keep the events, export them
            first. Anybody can register the domains again.
          </Text>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard (WCAG 2.1.1) */}
          <ul className={classes.domains} tabIndex={0} aria-label="Sites to delete">
            {chosen.map(({ id, domain }) => (
              <li key={id}>{domain}</li>
            ))}
          </ul>
        </ConfirmByTyping>
      )}
    </>
  );
}
