import type { ReactNode } from 'react';

import classes from './table-region.module.css';

/** Wraps a table that may be wider than the page, and scrolls it, by keyboard too. */
export function TableRegion({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <div role="region" aria-label={label} tabIndex={0} data-list className={`${classes.region} ${className}`}>
      {children}
    </div>
  );
}
