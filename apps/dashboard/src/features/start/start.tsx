'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

import { lastAccount, pathOfAccount } from '../../lib/paths.ts';
import { hasKeptSecret } from '../join/secret.ts';

/** Leads to the invitation being accepted, the account used last, the only one, or the list. */
export function Start() {
  const router = useRouter();
  const me = useQuery(useTRPC().me.get.queryOptions());
  const memberships = me.data?.memberships;
  useEffect(() => {
    if (memberships === undefined) return;
    if (hasKeptSecret()) return router.replace('/join');
    const last = lastAccount();
    const [only, ...more] = memberships;
    const found = memberships.find((one) => one.account_id === last) ?? (more.length === 0 ? only : undefined);
    router.replace(found === undefined ? '/accounts' : pathOfAccount(found.account_id));
  }, [memberships, router]);
  return (
    <>
      <PageTitle title="Your account" />
      <Unloaded query={me} height="12rem" />
    </>
  );
}
