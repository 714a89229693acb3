import { ActLine } from '@goal/ui/page/act-line.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import classes from './keys.module.css';
import { refusedKeysSentence } from './refused-keys.ts';

type Props = { accountId: string; keyKind: 'account' | 'site'; onChangePlan: () => void };

/** While the API of an account is closed, says above a list of keys why they are refused. */
export function ClosedApi({ accountId, keyKind, onChangePlan }: Props) {
  const { data: account } = useQuery(useTRPC().admin.accounts.summary.queryOptions({ id: accountId }));
  if (account === undefined || account.api) return null;
  return (
    <Alert color="yellow" role="status" className={classes.closedApi}>
      <ActLine about={refusedKeysSentence(account, keyKind)}>
        <WriteButton variant="default" size="xs" onClick={onChangePlan}>
          Change plan
        </WriteButton>
      </ActLine>
    </Alert>
  );
}
