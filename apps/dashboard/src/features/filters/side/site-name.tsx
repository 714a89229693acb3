import { WrappingText } from '@goal/ui/text/wrapping-text.tsx';

import { useAccount } from '../../account/use-account.ts';
import { reachesAll } from '../../account/rights.ts';
import { useSiteName } from '../query/names.ts';

export function SiteName({ id }: { id: string }) {
  const name = useSiteName(id);
  const lost = useLostName('site');
  if (name === null) return lost;
  return name === undefined ? '…' : <WrappingText value={name} />;
}

/** A member of the whole account would find it unless it was deleted. */
export function useLostName(what: 'site' | 'group'): string {
  const { data: account } = useAccount();
  return account !== undefined && reachesAll(account) ? `a deleted ${what}` : `no ${what} of yours`;
}
