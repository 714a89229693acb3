import type { MemberSite } from '@goal/contract';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfSites } from '../../lib/paths.ts';
import { ChoiceTable } from './choice-table.tsx';
import { firstChoice, forgetChoice, keepChoice, keptChoice } from './kept-choice.ts';

type Props = { accountId: string; sites: readonly MemberSite[]; most: number };

/** The sites with check boxes, «5 of 5 chosen», and the button that makes the choice. */
export function Choice({ accountId, sites, most }: Props) {
  const [chosen, setChosen] = useState(() => firstChoice(sites, keptChoice(accountId)));
  const choose = useChoose(accountId);
  const change = (id: string, isOn: boolean): void => {
    const after = new Set(chosen);
    if (isOn) after.add(id);
    else after.delete(id);
    setChosen(after);
  };
  const blocked =
    chosen.size === 0
      ? 'Choose at least one site.'
      : chosen.size > most
        ? `Take ${countOf(chosen.size - most, 'site')} out of the choice.`
        : undefined;
  return (
    <>
      {choose.error !== null && (
        <Alert color="red" role="alert" mb="sm">
          {failureOf(choose.error).sentence}
        </Alert>
      )}
      <Group mb="sm">
        <Text size="sm" role="status" fw={600}>
          {formatNumber(chosen.size)} of {formatNumber(most)} chosen
        </Text>
        <WriteButton blocked={blocked} loading={choose.isPending} onClick={() => choose.mutate({ ids: [...chosen] })}>
          Make these sites active
        </WriteButton>
      </Group>
      <ChoiceTable sites={sites} chosen={chosen} onChange={change} />
    </>
  );
}

function useChoose(accountId: string) {
  const router = useRouter();
  return useVerifiedMutation(
    useTRPC().dashboard.sites.choose.mutationOptions({
      onMutate: ({ ids }) => keepChoice(accountId, ids.map(String)),
      onSettled: () => forgetChoice(accountId),
    }),
    {
      done: 'These sites are active now.',
      told: ({ activated, paused }) =>
        `${countOf(activated, 'site was', 'sites were')} activated, ${formatNumber(paused)} paused.`,
      onDone: () => router.push(pathOfSites(accountId)),
    },
  );
}
