import type { AccountSummary } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { WriteButton } from '@goal/ui/write/write-button.tsx';
import { usageSentence } from '@goal/ui/lib/usage-sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import classes from '../account.module.css';
import { ClosedApi } from '../../keys/closed-api.tsx';
import { KeysTable } from './keys-table.tsx';
import { keyCap } from '../sentences.ts';
import { useDialog } from '../use-dialog.ts';

const RevokeAccountKey = lateDialog(() => import('./revoke-account-key.tsx').then((module) => module.RevokeAccountKey));

export function KeysTab({ id }: { id: string }) {
  const trpc = useTRPC();
  const { open } = useDialog();
  const keys = useQuery(trpc.admin.accounts.keys.list.queryOptions({ id }));
  const { data: account } = useQuery(trpc.admin.accounts.summary.queryOptions({ id }));
  const [prefix, setPrefix] = useState<string>();
  const keyToRevoke = keys.data?.keys.find((key) => key.prefix === prefix);
  const active = keys.data?.keys.filter((key) => key.revoked_at === null).length;
  return (
    <>
      <div className={classes.toolbar}>
        <Text size="sm" c="dimmed" role="status" className={classes.count}>
          {active !== undefined && account !== undefined && countedKeys(active, account)}
        </Text>
        <span className={classes.toolbarEnd}>
          <WriteButton onClick={() => open('key')} blocked={account && keyCap(active ?? 0, account)}>
            Create key
          </WriteButton>
        </span>
      </div>
      <ClosedApi accountId={id} keyKind="account" onChangePlan={() => open('plan')} />
      <KeysTable
        label="Account keys"
        query={keys}
        skeletonRows={4}
        empty={
          <EmptyState title="No account keys">
            With an account key the customer manages sites, groups and keys, and reads the events of all sites. Create
            one above.
          </EmptyState>
        }
        onRevoke={setPrefix}
      />
      {keyToRevoke !== undefined && (
        <RevokeAccountKey id={id} known={keyToRevoke} onClose={() => setPrefix(undefined)} />
      )}
    </>
  );
}

const countedKeys = (active: number, { limits }: AccountSummary): string =>
  usageSentence(active, limits.account_keys, 'active key', 'active keys');
