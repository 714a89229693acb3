import type { MemberSite } from '@goal/contract';
import { type DragEvent, useState } from 'react';

import type { Chosen, useChosen } from './use-chosen.ts';
import { type Target, useMove } from './use-move.ts';

export type Drag = ReturnType<typeof useDrag>;

/** Drags one site, or all chosen ones with it. Keyboards and phones choose and move instead. */
export function useDrag({ chosen, clear }: Pick<ReturnType<typeof useChosen>, 'chosen' | 'clear'>) {
  const [sites, setSites] = useState<readonly Chosen[]>([]);
  const { isBusy, moveTo } = useMove(() => sites.some(({ id }) => chosen.has(id)) && clear());
  const [isActive, setActive] = useState(false);
  return {
    /** What is on its way now; empty while nothing is dragged. */
    sites: isActive ? sites : [],
    begin: (event: DragEvent, { id, domain, group_id }: MemberSite): void => {
      const dragged = chosen.has(id) ? [...chosen.values()] : [{ id, domain, group_id }];
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags nothing without data.
      event.dataTransfer.setData('text/plain', dragged.map((one) => one.domain).join('\n'));
      const row = event.currentTarget.closest('tr');
      if (row !== null) event.dataTransfer.setDragImage(row, 0, 0);
      // Chromium ends a drag whose page changes before it has begun.
      setTimeout(() => {
        setSites(dragged);
        setActive(true);
      });
    },
    end: (): void => setActive(false),
    dropOn: (target: Target): void => {
      setActive(false);
      if (!isBusy) moveTo(sites, target);
    },
  };
}
