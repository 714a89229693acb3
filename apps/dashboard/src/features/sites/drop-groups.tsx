import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import classes from './sites.module.css';
import type { Drag } from './use-drag.ts';

export function DropGroups({ sites, dropOn }: Pick<Drag, 'sites' | 'dropOn'>) {
  const { data } = useQuery(useTRPC().dashboard.groups.names.queryOptions({}));
  const what = sites.length === 1 ? bidiIsolate(sites[0]?.domain ?? '') : countOf(sites.length, 'site');
  return (
    <section className={classes.places} aria-label="Groups to drop on">
      <p className={classes.placesTitle}>Move {what} to …</p>
      <ul>
        {data?.groups.map(({ id, name }) => (
          <Place key={id} onDrop={() => dropOn({ id, name })}>
            <bdi>{name}</bdi>
          </Place>
        ))}
        <Place onDrop={() => dropOn(null)}>No group</Place>
      </ul>
      {data !== undefined && data.more > 0 && (
        <p className={classes.placesTitle}>{`and ${formatNumber(data.more)} older ones`}</p>
      )}
    </section>
  );
}

function Place({ onDrop, children }: { onDrop: () => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <li>
      <div
        role="presentation"
        className={classes.place}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          // Allows the drop.
          event.preventDefault();
          event.dataTransfer.dropEffect = 'move';
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          // Firefox would open the text as an address.
          event.preventDefault();
          onDrop();
        }}
      >
        {children}
      </div>
    </li>
  );
}
