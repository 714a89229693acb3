'use client';

import type { ReactNode } from 'react';

import { ErrorState } from '../../ui/error-state.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { SkeletonBox } from '../../ui/skeletons.tsx';
import { Time } from '../../ui/time.tsx';
import { overdueSentence } from '../retention/sentences.ts';
import { useRetention } from '../retention/use-retention.ts';
import classes from './plans.module.css';
import { daysOf } from './sentences.ts';

/** What the worker that deletes by age did last, and what is before it. */
export function RetentionFacts() {
  const { data, error, refetch } = useRetention();
  if (data === undefined)
    return error === null ? <SkeletonBox height="7rem" /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { last_pass_at: last, last_deleted: deleted, overdue, held, grace_days: grace } = data;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Last pass', last === null ? 'none yet' : <Time key="last" value={last} focusable />],
    [
      'Deleted',
      deleted === null
        ? 'no pass has come to its end yet'
        : `${formatNumber(deleted)} ${deleted === 1 ? 'event' : 'events'}, by the last whole pass`,
    ],
    ['Overdue', overdueSentence(overdue)],
    ['Next pass', held === null ? 'within ten minutes of the end of the last' : 'held back until it is confirmed'],
    [
      'Grace',
      grace === 0
        ? 'none: a shorter retention is applied at once'
        : `${daysOf(grace)} before a shorter retention is applied`,
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
