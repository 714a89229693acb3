import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';

import { pathOfAccount } from '../../lib/paths.ts';
import { useRunningExport } from '../export/use-running-export.ts';

/**
 * Saves the events of the chosen sites as one file (rulings §10.45). While an export of this
 * session runs, the button counts its events.
 */
export function ExportChosen({ chosen }: { chosen: readonly string[] }) {
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
