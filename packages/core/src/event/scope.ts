/** Sites by row id: one, all but some deleted ones (`gone`), or a list, which may be empty. */
export type EventScope = { account: number } & (
  | { kind: 'site'; site: number }
  | { kind: 'account'; gone: number[] }
  | { kind: 'sites'; sites: number[] }
);

/** True when the scope covers the site's events. The site must belong to the scope's account. */
export function covers(scope: EventScope, site: number): boolean {
  if (scope.kind === 'site') return scope.site === site;
  return scope.kind === 'account' ? !scope.gone.includes(site) : scope.sites.includes(site);
}
