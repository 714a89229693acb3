import type { ExportView } from '@goal/contract';
import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useState } from 'react';

import { pathOfAccount } from '../../../lib/paths.ts';
import type { useRunningExport } from '../../export/use-running-export.ts';
import { shortMoment } from '../../filters/query/clock.ts';
import { parametersOf } from '../panel/copies.ts';
import classes from '../../filters/bar/filter-bar.module.css';
import { useLog } from '../../filters/query/log-context.tsx';
import { closeMenu } from '../../filters/bar/menu.tsx';

type Props = Pick<ReturnType<typeof useRunningExport>, 'running' | 'last' | 'onBegin'> & { menu: string };

export function ExportChoices({ menu, running, last, onBegin }: Props) {
  const { state, askedAt, isUtc } = useLog();
  const { id } = useParams<{ id: string }>();
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv');
  const [order, setOrder] = useState<'desc' | 'asc'>('desc');
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const query = new URLSearchParams([...parametersOf(state, askedAt), ['format', format], ['order', order]]);
  if (me !== undefined) query.set('person', me.id);
  const factsOf = ({ format: of, started_at: at }: Pick<NonNullable<typeof last>, 'format' | 'started_at'>): string =>
    `${of === 'csv' ? 'CSV' : 'JSON lines'}, begun on ${shortMoment(Date.parse(at), { isUtc }, askedAt)}`;
  return (
    <div className={classes.moments}>
      <p className={classes.text}>Everything that matches: it may be more than you see.</p>
      <SegmentedControl
        label="Format"
        value={format}
        onChange={setFormat}
        options={choicesOf({ csv: 'CSV', ndjson: 'JSON lines' })}
      />
      <SegmentedControl
        label="Order"
        value={order}
        onChange={setOrder}
        options={choicesOf({ desc: 'Newest first', asc: 'Oldest first' })}
      />
      {running === undefined ? (
        <Button
          component="a"
          size="xs"
          // Not a Link: the browser saves the answer, and the page stays.
          href={`${pathOfAccount(id)}/export?${query}`}
          download
          onClick={() => {
            onBegin();
            closeMenu(menu);
          }}
        >
          Export
        </Button>
      ) : (
        <p className={classes.text}>
          {`An export runs in this session: ${factsOf(running)}, ${formatNumber(running.events)} events so far. The next one can begin when it has ended.`}
        </p>
      )}
      <p role="status" className={classes.note}>
        {last === undefined || running !== undefined
          ? 'Whether the file came whole is told here once it has ended.'
          : endOf(last, factsOf(last))}
      </p>
    </div>
  );
}

/** What became of the last export. A file that was cut off on its way has fewer bytes than this. */
function endOf({ complete, ended_at: endedAt, events, bytes, sha256 }: ExportView, facts: string): string {
  const ofThis = 'The last export of this session';
  if (complete)
    return `${ofThis} is whole: ${facts}, ${formatNumber(events)} events. The file has ${formatNumber(bytes)} bytes, and the SHA-256 ${sha256 ?? ''}.`;
  if (endedAt === null)
    return `${ofThis} has not come to its end (${facts}): unless another instance of the service still sends it, its file is not whole.`;
  return `${ofThis} was cut off: its file is not whole. It is ${facts}; at most ${formatNumber(events)} events are in it.`;
}
