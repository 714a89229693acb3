import { latePart } from '@goal/ui/state/late-part.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useState } from 'react';

import { useButtonKey } from '../../../lib/shortcuts.ts';
import { useRunningExport } from '../../export/use-running-export.ts';
import { Menu } from '../../filters/bar/menu.tsx';

const menu = 'log-export';
const { Part: ExportChoices, load } = latePart(() =>
  import('./export-choices.tsx').then((module) => module.ExportChoices),
);

/** While an export runs, the button counts its events, and no other one begins. */
export function ExportMenu() {
  const ref = useButtonKey('e');
  const [isOpen, setOpen] = useState(false);
  const { running, cutOff, last, onBegin } = useRunningExport(isOpen);
  const title =
    running === undefined ? `Export${cutOff ? ': cut off' : ''} ▾` : `Export: ${formatNumber(running.events)} …`;
  return (
    <Menu id={menu} name="Export" title={title} button={{ ref, size: 'xs' }} load={load} onToggle={setOpen}>
      {() => <ExportChoices menu={menu} running={running} last={last} onBegin={onBegin} />}
    </Menu>
  );
}
