import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';

import classes from './several.module.css';
import { LabelledTick } from './tick.tsx';

/** What a dialog for several rows gets: those that were selected when it opened. */
export type SeveralProps<Row> = { rows: readonly Row[]; onEnd: () => void; onClose: () => void };

type Act<Row> = {
  label: string;
  blocked?: string | undefined;
  isRed?: boolean;
} & ({ Dialog: ComponentType<SeveralProps<Row>> } | { onClick: () => void; loading: boolean });

type TickProps = { ticked: readonly string[]; onTick: (ids: readonly string[], on: boolean) => void };
type Props<Row> = TickProps & {
  noun: string;
  rows: readonly Row[];
  further?: ReactNode;
  acts: readonly Act<Row>[];
  /** Called when a dialog closes after it has done something. */
  onEnd: () => void;
};

/** Above a list: selects all rows of the page, and opens dialogs that change the selected ones. */
export function SelectBar<Row extends { id: string }>({ noun, rows, further, acts, onEnd, ...ticks }: Props<Row>) {
  // What was selected when the dialog opened: the list behind it may change meanwhile.
  const [opened, setOpened] = useState<{ Dialog: ComponentType<SeveralProps<Row>>; rows: readonly Row[] }>();
  const selected = rows.filter(({ id }) => ticks.ticked.includes(id));
  return (
    <>
      <div role="group" aria-label={`Act on several ${noun}s`} className={classes.bar}>
        <TickAll {...ticks} tickable={rows.map(({ id }) => id)}>
          {rows.length === 0 ? 'All on this page' : `All ${rows.length} on this page`}
        </TickAll>
        {further}
        <Text size="sm" c="dimmed" role="status">
          {selected.length > 0 && `${countOf(selected.length, noun)} selected`}
        </Text>
        <span className={classes.acts}>
          {acts.map(({ label, blocked, isRed = false, ...act }) => (
            <WriteButton
              key={label}
              size="compact-sm"
              variant={isRed ? 'outline' : 'Dialog' in act ? 'default' : 'filled'}
              {...(isRed ? { color: 'red' } : {})}
              blocked={blocked}
              {...('Dialog' in act ? { onClick: () => setOpened({ Dialog: act.Dialog, rows: selected }) } : act)}
            >
              {label}
            </WriteButton>
          ))}
        </span>
      </div>
      {opened !== undefined && <opened.Dialog rows={opened.rows} onEnd={onEnd} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** A checkbox for several rows at once, which is neither on nor off while some of them are. */
export function TickAll({
  tickable,
  ticked,
  onTick,
  children,
}: TickProps & { tickable: readonly string[]; children: ReactNode }) {
  const count = tickable.filter((id) => ticked.includes(id)).length;
  const isAll = count > 0 && count === tickable.length;
  return (
    <LabelledTick isOn={isAll} isSome={count > 0 && !isAll} onChange={(on) => onTick(tickable, on)}>
      {children}
    </LabelledTick>
  );
}
