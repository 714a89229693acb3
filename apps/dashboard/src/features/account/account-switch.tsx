import { ActLine } from '@goal/ui/page/act-line.tsx';
import { Fault } from '@goal/ui/state/fault.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  field: 'second_factor' | 'hide_ip';
  isOn: boolean;
  action: string;
  done: string;
  /** False: the member sees what holds, and no button. */
  isAllowed?: boolean;
  children: ReactNode;
};

export function AccountSwitch({ field, isOn, action, done, isAllowed = true, children }: Props) {
  const update = useVerifiedMutation(useTRPC().dashboard.account.update.mutationOptions(), { done });
  return (
    <>
      <ActLine about={children}>
        {isAllowed && (
          <Button
            variant="default"
            size="xs"
            loading={update.isPending}
            onClick={() => update.mutate({ [field]: !isOn })}
          >
            {action}
          </Button>
        )}
      </ActLine>
      {update.error !== null && <Fault>{failureOf(update.error).sentence}</Fault>}
    </>
  );
}
