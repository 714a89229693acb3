'use client';

import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { Pager, usePage } from '@goal/ui/components/pager.tsx';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Code, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useWhoAmI } from '../../session/who-am-i.tsx';
import { TokensTable } from './tokens-table.tsx';

const RevokeToken = lateDialog(() => import('./revoke-token.tsx').then((module) => module.RevokeToken));

/**
 * The operators' own tokens (rulings §10.27), page by page. The open dialog is in the URL:
 * `?revoke=k3v9x2ab`.
 */
export function TokensPage() {
  const { cursor } = usePage();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    useTRPC().admin.tokens.list.queryOptions({ cursor }, { placeholderData: keepPreviousData }),
  );
  const [params, change] = useUrlState();
  const { canWrite, prefix: own } = useWhoAmI();
  const open = data?.tokens.find(({ prefix }) => prefix === params.get('revoke') && prefix !== own);
  return (
    <>
      <PageTitle title="Admin tokens" />
      <Text size="sm" c="dimmed" mb="sm">
        With a token operators sign in here and call the operator API. One is made on the server:{' '}
        <Code>npm run -s goal -- admin-token create --help</Code>
      </Text>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TokensTable rows={data?.tokens} onRevoke={(prefix) => change({ revoke: prefix })} />
      )}
      <Pager what="tokens" next={data?.next_cursor} isOld={isPlaceholderData} />
      {/* With a read-only token a link does not open the dialog. */}
      {open !== undefined && open.revoked_at === null && canWrite && (
        <RevokeToken token={open} onClose={() => change({ revoke: undefined }, 'replace')} />
      )}
    </>
  );
}
