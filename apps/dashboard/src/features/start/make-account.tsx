import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { newSiteDialog, pathOfSites } from '../../lib/paths.ts';
import { useWays } from '../../session/ways.tsx';
import { freeWords } from '../sign-up/free-words.ts';

/** Makes a free account for somebody who is a member of none (rulings §10.47). */
export function MakeAccount() {
  const router = useRouter();
  const ways = useWays();
  const open = (id: string): void => router.push(`${pathOfSites(id)}?dialog=${newSiteDialog}`);
  const make = useVerifiedMutation(
    useTRPC().me.makeAccount.mutationOptions({ onSuccess: ({ account_id: id }) => open(id) }),
    { done: 'The account is made.', told: false, onLost: ({ account_id: id = '' }) => open(id) },
  );
  return (
    <div>
      <Text size="sm" my="sm">
        Or make an account of your own: {freeWords(ways?.free ?? null)}
      </Text>
      <Button loading={make.isPending || make.isSuccess} onClick={() => make.mutate()}>
        Make a free account
      </Button>
      {make.error !== null && <Fault>{failureOf(make.error).sentence}</Fault>}
    </div>
  );
}
