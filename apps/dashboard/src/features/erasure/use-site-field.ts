import { useSiteByDomain, type SiteField } from '@goal/ui/field/site-by-domain.tsx';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';

import { useAccount } from '../account/use-account.ts';

export function useSiteField(): SiteField {
  const client = useTRPCClient();
  const { data: account } = useAccount();
  return useSiteByDomain(account?.account_id ?? '', (query) => client.dashboard.sites.list.query(query));
}
