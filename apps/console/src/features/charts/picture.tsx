'use client';

import { Paper, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonBox } from '../../ui/skeletons.tsx';
import classes from './picture.module.css';

/** What a procedure answered so far, whatever it fails with. */
export type Answer<T> = UseQueryResult<T, unknown>;

type Props<T> = {
  title: string;
  /** Level of its heading: 2 on a page of its own, 3 below another heading. */
  order: 2 | 3;
  /** What is counted, under the title. */
  note: string;
  query: Answer<T>;
  /** Least height of what is drawn, in rem: the same while it loads, so that nothing jumps. */
  height: number;
  /** Beside the title. */
  actions?: ReactNode;
  children: (data: T) => ReactNode;
};

/** A card with one picture, which loads and fails by itself. While another range is fetched the former one stays, its bars paler. */
export function Picture<T>({ title, order, note, query, height, actions, children }: Props<T>) {
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
        style={{ minHeight: `${height}rem` }}
        aria-busy={query.isFetching}
        data-stale={query.isPlaceholderData || undefined}
      >
        {query.data !== undefined ? (
          children(query.data)
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonBox height={`${height}rem`} />
        )}
      </div>
    </Paper>
  );
}
