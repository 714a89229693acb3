/**
 * Whose events a reader sees, by row ids: one site; a whole account except its deleted sites whose
 * events are not reclaimed yet (`gone`); or some sites of an account, such as a group's. An empty
 * list of sites matches nothing.
 */
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
