'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useWays } from '../../session/ways.tsx';
import { CheckpointMails } from './checkpoint-mails.tsx';
import { DeleteMe } from './delete-me.tsx';
import { Mails } from './mails.tsx';
import { MyAccounts } from './my-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Reading } from './reading.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { WeeklyMails } from './weekly-mails.tsx';
import { You } from './you.tsx';

/** A person's own page: name, ways to sign in, sessions, mails, accounts. */
export function Me() {
  const me = useQuery(useTRPC().me.get.queryOptions());
  const ways = useWays();
  const { data } = me;
  return (
    <>
      <PageTitle title="Me" />
      {data === undefined ? (
        <Unloaded query={me} height="40rem" />
      ) : (
        <Stack maw="46rem">
          <You me={data} />
          {ways?.passkey !== false && <Passkeys passkeys={data.ways.passkeys} />}
          {ways?.password !== false && <Password me={data} />}
          {ways?.password !== false && <SecondFactor me={data} />}
          <SingleSignOn identities={data.ways.sso} />
          <Sessions />
          {ways?.mail === true && <Mails muted={data.muted_mails} />}
          {ways?.mail === true && data.memberships.length > 0 && <WeeklyMails me={data} />}
          {ways?.mail === true && data.memberships.some(({ role }) => role === 'owner') && (
            <CheckpointMails me={data} />
          )}
          <Reading />
          <MyAccounts memberships={data.memberships} />
          <DeleteMe email={data.email} />
        </Stack>
      )}
    </>
  );
}
