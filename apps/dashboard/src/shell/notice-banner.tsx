'use client';

import { Time } from '@goal/ui/components/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import classes from './frame.module.css';

/**
 * Tells the owners of an account what the provider did for its people (rulings §10.25), the newest
 * act first and one at a time: the record has them all.
 */
export function NoticeBanner() {
  const { data } = useQuery(useTRPC().dashboard.notices.queryOptions());
  const [newest, ...more] = data?.notices ?? [];
  if (newest === undefined) return null;
  return (
    <p role="status" className={classes.banner}>
      The provider made a new way in for <bdi>{newest.email}</bdi> on <Time value={newest.at} />.
      {more.length > 0 && ' The record has earlier ones.'}
    </p>
  );
}
