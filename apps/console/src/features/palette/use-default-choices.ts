import type { Choice } from '@goal/ui/palette/choices.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useMantineColorScheme } from '@mantine/core';
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
  const { setColorScheme } = useMantineColorScheme();
  const open = useQuery(useTRPC().admin.accounts.summary.queryOptions(id === undefined ? skipToken : { id })).data;
  const refusal = canWrite ? undefined : readOnlyReason;
  const theme = (scheme: 'auto' | 'light' | 'dark', name: string): Choice => ({
    key: `theme-${scheme}`,
    group: 'Actions',
    label: `Theme: ${name}`,
    run: () => setColorScheme(scheme),
  });
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
    theme('light', 'light'),
    theme('dark', 'dark'),
    theme('auto', 'as the system'),
    { key: 'sign-out', group: 'Actions', label: 'Sign out', run: () => void signOut() },
  ];
}
