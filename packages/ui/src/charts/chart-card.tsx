import { Unloaded } from '../state/unloaded.tsx';
import { Paper, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import classes from './chart-card.module.css';

export type Answer<T> = UseQueryResult<T, unknown>;

type Props<T> = {
  title: string;
  /** Level of the heading: 3 below another heading, else 2. */
  order: 2 | 3;
  /** What is counted, under the title. */
  note: string;
  query: Answer<T>;
  /** Least height of the content, in rem, also while it loads, so that nothing jumps. */
  heightRem: number;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Loads and fails by itself. While another range loads, the old chart stays, dimmed. */
export function ChartCard<T>({ title, order, note, query, heightRem, actions, children }: Props<T>) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={id} className={classes.card}>
      <div className={classes.head}>
        <div>
          <Title order={order} size="h4" id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        </div>
        {actions}
      </div>
      <div
        className={classes.body}
        style={{ minHeight: `${heightRem}rem` }}
        aria-busy={query.isFetching}
        data-stale={query.isPlaceholderData || undefined}
      >
        {query.data !== undefined ? children(query.data) : <Unloaded query={query} height={`${heightRem}rem`} />}
      </div>
    </Paper>
  );
}
