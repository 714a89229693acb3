/** The list that a page for a 404 leads to. */
export const accountsList = { name: 'accounts', href: '/accounts' };

/** The page of a site. */
export function pathOfSite(siteId: string): string {
  return `/sites/${siteId}`;
}

/** Where the sites of a group are listed. */
export function pathOfGroup(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=sites&group=${groupId}`;
}

/** Where the keys of a group are listed. */
export function pathOfGroupKeys(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=groups&keys_of=${groupId}`;
}
