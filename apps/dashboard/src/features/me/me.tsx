'use client';

import type { PersonView } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { Card } from '@goal/ui/page/card.tsx';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useExactTimes, useKeysSwitch, useUtc } from '../../lib/use-switch.ts';
import { useWays } from '../../session/ways.tsx';
import { CheckpointMails } from './checkpoint-mails.tsx';
import { Mails } from './mails.tsx';
import { MyAccounts } from './my-accounts.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { WeeklyMails } from './weekly-mails.tsx';
import { You } from './you.tsx';

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

function SingleSignOn({ identities }: { identities: PersonView['ways']['sso'] }) {
  if (identities.length === 0) return null;
  return (
    <Card title="Single sign-on">
      {identities.map(({ issuer, created_at }) => (
        <Text key={issuer} size="sm">
          {issuer}, since <Time value={created_at} as="day" />
        </Text>
      ))}
    </Card>
  );
}

function DeleteMe({ email }: { email: string }) {
  const remove = useVerifiedMutation(useTRPC().me.delete.mutationOptions(), {
    done: '',
    onDone: () => window.location.replace('/sign-in?reason=deleted'),
    renews: false,
  });
  return (
    <DeleteCard
      action="Delete me"
      about="This deletes your memberships, ways to sign in and sessions. The accounts stay."
      dialog={(onClose) => (
        <ConfirmByTyping
          title="Delete yourself?"
          name={email}
          action="Delete me"
          mutation={remove}
          onConfirm={() => remove.mutate()}
          onClose={onClose}
        >
          <Text size="sm">This cannot be undone. The records of the accounts keep your e-mail beside your acts.</Text>
        </ConfirmByTyping>
      )}
    />
  );
}

function Reading() {
  const [isExact, setExact] = useExactTimes();
  const [isUtc, setUtc] = useUtc();
  const [areKeysOn, setKeys] = useKeysSwitch();
  return (
    <Card title="In this browser">
      <Stack gap="sm">
        <Switch
          label="Exact times"
          description="The day and time in place of «3 minutes ago»"
          checked={isExact}
          onChange={(event) => setExact(event.currentTarget.checked)}
        />
        <Switch
          label="Times in UTC"
          description="In place of your own time zone, also in the log"
          checked={isUtc}
          onChange={(event) => setUtc(event.currentTarget.checked)}
        />
        <Switch
          label="Keys of one letter"
          description="Such as g and l for the log; ? lists them"
          checked={areKeysOn}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}
