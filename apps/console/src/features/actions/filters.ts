import { actorKinds, type ActorKind, withoutSecrets } from '@goal/contract';

import { firstPage } from '../../ui/first-page.ts';
import type { UrlChanges } from '../../ui/use-url-state.ts';

/** What the record is asked for, as the URL says it; days are UTC days, both included. */
export type ActionFilters = {
  kind: ActorKind | '';
  actor: string;
  action: string;
  account: string;
  from: string;
  to: string;
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function filtersOf(params: URLSearchParams): ActionFilters {
  const text = (name: string): string => withoutSecrets(params.get(name) ?? '');
  return {
    kind: actorKinds.find((kind) => kind === params.get('kind')) ?? '',
    actor: text('actor'),
    action: text('action'),
    account: text('account'),
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  };
}

/** Takes every filter out of the URL. */
export const noFilters: UrlChanges = {
  kind: undefined,
  actor: undefined,
  action: undefined,
  account: undefined,
  from: undefined,
  to: undefined,
  ...firstPage,
};

export const pageSize = 50;

/** The question for `admin.actions.list`; the account is asked for by its id, whatever the filter names it by. */
export function questionOf(
  { kind, actor, action, from, to }: ActionFilters,
  account: string | undefined,
  cursor: string,
) {
  return {
    limit: pageSize,
    ...(kind === '' ? {} : { actor_kind: [kind] }),
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(account === undefined ? {} : { account_id: account }),
    ...(from === '' ? {} : { from }),
    // A date alone is midnight: the last moment of the day is meant.
    ...(to === '' ? {} : { to: `${to}T23:59:59.999Z` }),
    ...(cursor === '' ? {} : { cursor }),
  };
}
