import { useState } from 'react';

import { FacetValues } from '../../filters/side/facet-values.tsx';
import { Folders } from '../../filters/side/folders.tsx';
import classes from '../../filters/side/side-filters.module.css';
import { Views } from './views.tsx';
import { type FacetKey, facetKeys } from '../../filters/feed/use-summary.ts';
import type { Question } from '../../filters/feed/use-feed.ts';

const labels: Readonly<Record<FacetKey, string>> = {
  severity: 'Severity',
  code: 'Code',
  user: 'User',
  site: 'Site',
  object: 'Object',
  event_type: 'Type',
};

/** Those that are open at first; each open one costs a count. */
const openAtFirst: readonly FacetKey[] = ['severity', 'site', 'user'];

/** Groups, sites, and the most frequent values. On a phone they stand behind a button. */
export function SideFilters({ question, isReady }: { question: Question; isReady: boolean }) {
  const [isShown, setShown] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<FacetKey>>(new Set(openAtFirst));
  return (
    <aside className={classes.side} aria-label="Narrow down" data-shown={isShown}>
      <button type="button" className={classes.toggle} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Narrow down {isShown ? '▴' : '▾'}
      </button>
      <div className={classes.parts}>
        <Folders />
        <section className={classes.facet}>
          <h2 className={classes.heading}>Views</h2>
          <Views />
        </section>
        {facetKeys.map((key) => (
          <details
            key={key}
            className={classes.facet}
            open={open.has(key)}
            onToggle={({ currentTarget }) => {
              if (currentTarget.open !== open.has(key))
                setOpen(new Set(currentTarget.open ? [...open, key] : [...open].filter((one) => one !== key)));
            }}
          >
            <summary>{labels[key]}</summary>
            {open.has(key) && <FacetValues facet={key} question={question} isReady={isReady} />}
          </details>
        ))}
      </div>
    </aside>
  );
}
