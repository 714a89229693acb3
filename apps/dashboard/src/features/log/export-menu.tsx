'use client';

import { SegmentedControl } from '@goal/ui/components/segmented-control.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { useRef, useState } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { parametersOf } from './copies.ts';
import classes from './filter-bar.module.css';
import { useLog } from './log-context.tsx';

/** The id of the button, for the key that opens the menu. */
export const exportButtonId = 'log-export-button';

/** Saves everything that matches as a file, which the browser takes as it comes. */
export function ExportMenu() {
  const { state, askedAt } = useLog();
  const { id } = useParams<{ id: string }>();
  const menu = useRef<HTMLDivElement>(null);
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv');
  const [order, setOrder] = useState<'desc' | 'asc'>('desc');
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const query = new URLSearchParams([...parametersOf(state, askedAt), ['format', format], ['order', order]]);
  if (me !== undefined) query.set('person', me.id);
  return (
    <div className={classes.menuOf}>
      <Button id={exportButtonId} variant="default" size="xs" popoverTarget="log-export">
        Export ▾
      </Button>
      <div ref={menu} id="log-export" popover="auto" className={classes.menu} role="dialog" aria-label="Export">
        <div className={classes.moments}>
          <p className={classes.text}>Everything that matches: it may be more than you see.</p>
          <SegmentedControl
            label="Format"
            value={format}
            onChange={setFormat}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'ndjson', label: 'JSON lines' },
            ]}
          />
          <SegmentedControl
            label="Order"
            value={order}
            onChange={setOrder}
            options={[
              { value: 'desc', label: 'Newest first' },
              { value: 'asc', label: 'Oldest first' },
            ]}
          />
          <Button
            component="a"
            size="xs"
            // Not a Link: the browser saves the answer, and the page stays.
            href={`${pathOfAccount(id)}/export?${query}`}
            download
            onClick={() => menu.current?.hidePopover()}
          >
            Export
          </Button>
          <p className={classes.note}>
            One export at a time. A file that breaks off is not whole: the browser says so.
          </p>
        </div>
      </div>
    </div>
  );
}
