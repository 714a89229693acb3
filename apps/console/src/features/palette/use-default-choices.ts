import type { Choice } from '@goal/ui/palette/choices.ts';
import { useCommonChoices } from '@goal/ui/palette/use-common-choices.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';

import { signOut } from '../../session/sign-out.ts';
import { readOnlyReason, useWhoAmI } from '../../session/who-am-i.tsx';
import { accountAt, accountChoices } from './account-choices.ts';

/** The choices that need no search: actions on the open account, the pages, other actions. */
export function useDefaultChoices(): Choice[] {
  const id = accountAt(usePathname());
  const tab = useSearchParams().get('tab');
  const { canWrite } = useWhoAmI();
  const common = useCommonChoices(signOut);
  const open = useQuery(useTRPC().admin.accounts.summary.queryOptions(id === undefined ? skipToken : { id })).data;
  const refusal = canWrite ? undefined : readOnlyReason;
  return [
    ...(id === undefined || open === undefined ? [] : accountChoices(open, tab, refusal)),
    { key: 'page-accounts', group: 'Pages', label: 'Accounts', href: '/accounts' },
    { key: 'page-attention', group: 'Pages', label: 'Attention', href: '/attention' },
    { key: 'page-plans', group: 'Pages', label: 'Plans', href: '/plans' },
    { key: 'page-actions', group: 'Pages', label: 'Actions', href: '/actions' },
    { key: 'page-health', group: 'Pages', label: 'Health', href: '/health' },
    { key: 'page-tokens', group: 'Pages', label: 'Admin tokens', href: '/tokens' },
    {
      key: 'do-create',
      group: 'Actions',
      isTransient: true,
      label: 'Create account …',
      ...(refusal === undefined ? { href: '/accounts?dialog=create' } : { hint: refusal, isRefused: true }),
    },
    ...common,
  ];
}
