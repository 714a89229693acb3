export const accountsList = { name: 'accounts', href: '/accounts' };

export function pathOfSite(siteId: string): string {
  return `/sites/${siteId}`;
}

export function pathOfGroup(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=sites&group=${groupId}`;
}

export function pathOfGroupKeys(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=groups&keys_of=${groupId}`;
}
