/**
 * Whose events a reader sees, by surrogates: one site; a whole account but for its deleted sites, whose events are not reclaimed
 * yet (`gone`); or some sites of an account, such as a group's (none: no events).
 */
export type EventScope = { account: number } & (
  | { kind: 'site'; site: number }
  | { kind: 'account'; gone: number[] }
  | { kind: 'sites'; sites: number[] }
);

/** True when events of the site belong to the scope, given that they belong to its account. */
export function covers(scope: EventScope, site: number): boolean {
  if (scope.kind === 'site') return scope.site === site;
  return scope.kind === 'account' ? !scope.gone.includes(site) : scope.sites.includes(site);
}
