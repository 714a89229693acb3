'use client';

import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTabTitle } from '../text/product-name.tsx';
import classes from './page-title.module.css';
import { WrappingText } from '../text/wrapping-text.tsx';

type Props = {
  title: string;
  /** Beside a title that is a name, which comes with the data: its status. */
  badge?: ReactNode;
  /** Beside a title that never changes: how many rows the page has. */
  count?: ReactNode;
  actions?: ReactNode;
};

/** Also sets the title of the browser tab. */
export function PageTitle({ title, badge, count, actions }: Props) {
  const tabTitle = useTabTitle(title);
  return (
    <div className={classes.titleRow} data-badge={badge !== undefined}>
      <title>{tabTitle}</title>
      <div className={classes.titleName}>
        <Title order={1} size="h2" className={classes.title}>
          <WrappingText value={title} />
        </Title>
        {badge}
        {count}
      </div>
      {actions !== undefined && <div className={classes.titleActions}>{actions}</div>}
    </div>
  );
}
