import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './ui.module.css';

/**
 * The h1 of a page, with a badge and actions beside it. It also sets the title of the browser tab.
 */
export function PageTitle({ title, badge, actions }: { title: string; badge?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.titleRow} data-badge={badge !== undefined}>
      <title>{`${title} · Goal`}</title>
      <Title order={1} size="h2" className={classes.title}>
        {title}
      </Title>
      {badge}
      {actions !== undefined && <div className={classes.titleActions}>{actions}</div>}
    </div>
  );
}
