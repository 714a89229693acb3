import { latePart } from '@goal/ui/state/late-part.tsx';
import type { PropsWithChildren } from 'react';

import classes from './event-panel.module.css';
import type { Props } from './event-panel.tsx';
import { useLog } from '../../filters/query/log-context.tsx';

/** The open event; rows ask for its code before they are opened. */
export const { Part: EventPanel, load: loadPanel } = latePart(
  () => import('./event-panel.tsx').then((module) => module.EventPanel),
  { frame: PanelFrame },
);

function PanelFrame({ id, table, children }: PropsWithChildren<Props>) {
  const { change } = useLog();
  const close = (): void => {
    change({ event: '' });
    table.current?.focus(Number(id));
  };
  return (
    <aside className={classes.panel} aria-label="Event" tabIndex={-1} data-testid="event">
      <header className={classes.head}>
        <h2 className={classes.title}>Event</h2>
        <button type="button" className={classes.icon} aria-label="Close the event (Esc)" onClick={close}>
          ✕
        </button>
      </header>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}
