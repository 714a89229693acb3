import type { MemberSummaryGroup } from '@goal/contract';

import type { FilterName, Narrowing } from '../query/filters.ts';
import type { FacetKey } from '../feed/use-summary.ts';

export type FacetFilter = { name: FilterName; value: string; how: Narrowing };

/** Undefined for what the API cannot ask for: events without a value. */
export function filterOfGroup(facet: FacetKey, group: MemberSummaryGroup): FacetFilter | undefined {
  const { severity, code, object, event_type: type, user_id: user, username, site_id: site } = group;
  const by = (name: FilterName, value: string | undefined, how: Narrowing = {}): FacetFilter | undefined =>
    value === undefined || value === '' ? undefined : { name, value, how };
  switch (facet) {
    case 'severity':
      return by('severity', severity);
    case 'code':
      return by('code', code === undefined ? undefined : String(code));
    case 'object':
      return by('object', object);
    case 'event_type':
      return by('event_type', type);
    case 'site':
      return by('site', site);
    case 'user': {
      if (typeof user !== 'number') return undefined;
      const hasName = user !== 0 && typeof username === 'string' && username !== '';
      return by('user_id', String(user), { ...(site === undefined ? {} : { site }), ...(hasName ? { username } : {}) });
    }
  }
}

/** The id 0 is of nobody in particular: its group has the newest of many names. */
export function nameOfUser({ username, user_id: user }: MemberSummaryGroup): string {
  if (user === 0) return 'without a user id';
  if (typeof username === 'string' && username !== '') return username;
  return typeof user === 'number' ? `#${user}` : 'nobody';
}
