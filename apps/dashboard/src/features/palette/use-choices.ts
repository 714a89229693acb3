import type { Choice } from '@goal/ui/palette/choices.ts';
import { useCommonChoices } from '@goal/ui/palette/use-common-choices.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';

import { signOut } from '../../session/sign-out.ts';
import { useAccount } from '../account/use-account.ts';
import { accountChoices, type AccountChoices, otherAccounts, ownPages, viewChoices } from './choices.ts';

const noAccount: AccountChoices = { pages: [], acts: [] };

export function useChoicesOfAccount(): Choice[] {
  const { data: account } = useAccount();
  const { data: saved } = useQuery(useTRPC().dashboard.views.list.queryOptions());
  const views = account === undefined ? [] : viewChoices(account, saved?.views ?? []);
  const { pages, acts } = account === undefined ? noAccount : accountChoices(account);
  return useChoices({ pages: [...pages, ...views], acts }, account?.account_id);
}

export function useChoicesOfPerson(): Choice[] {
  return useChoices(noAccount, undefined);
}

function useChoices({ pages, acts }: AccountChoices, openId: string | undefined): Choice[] {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const common = useCommonChoices(signOut);
  return [...pages, ...ownPages, ...(me === undefined ? [] : otherAccounts(me, openId)), ...acts, ...common];
}
