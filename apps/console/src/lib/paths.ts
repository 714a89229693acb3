/** Where the sites of a group are listed. */
export function pathOfGroup(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=sites&group=${groupId}`;
}

/** Where the keys of a group are listed. */
export function pathOfGroupKeys(accountId: string, groupId: string): string {
  return `/accounts/${accountId}?tab=groups&keys_of=${groupId}`;
}
