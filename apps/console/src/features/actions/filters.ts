import { actorKinds, type ActorKind, withoutSecrets } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import type { UrlChanges } from '@goal/ui/field/use-url-state.ts';

/** The filters of the record, as in the URL. `from` and `to` are UTC days, both inclusive. */
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

/** The account filter may hold an e-mail; `account` is its id. */
export function queryOf({ kind, actor, action, from, to }: ActionFilters, account: string | undefined, cursor: string) {
  return {
    limit: pageSize,
    ...(kind === '' ? {} : { actor_kind: [kind] }),
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
    ...(action.trim() === '' ? {} : { action: action.trim() }),
    ...(account === undefined ? {} : { account_id: account }),
    ...(from === '' ? {} : { from }),
    // A date alone would mean midnight: this is the end of the day.
    ...(to === '' ? {} : { to: `${to}T23:59:59.999Z` }),
    ...(cursor === '' ? {} : { cursor }),
  };
}
