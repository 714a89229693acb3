import {
  actorKinds,
  detailWithoutReason,
  isUuid,
  sentenceOf,
  theProvider,
  type ActionView,
  type ActorKind,
  type RecordedAction,
} from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { makerOf } from '../ground/actor.ts';
import type { PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';
import { listActions, type ActionFilter } from './list-actions.ts';

/** Operators and the command line are «the provider» to a customer (rulings §10.17). */
const provider = ['operator', 'cli'] as const satisfies readonly ActorKind[];
const isProvider = (kind: ActorKind): kind is (typeof provider)[number] => provider.some((one) => one === kind);

/**
 * dashboard.actions.list: a page of the account's own record, newest first. No filter tells the
 * name of an operator's token, and nothing tells the reason that an operator gave (rulings §8).
 */
export async function listRecord(
  core: Db,
  account: { rowId: number; id: string },
  { actor, ...filter }: Omit<ActionFilter, 'accountId' | 'actorKinds'>,
  page: PageRequest,
): Promise<{ actions: RecordedAction[]; next: Position | undefined }> {
  const kinds =
    actor === undefined ? undefined : actorKinds.filter((kind) => isProvider(kind) === (actor === theProvider));
  const { actions, next } = await listActions(
    core,
    {
      ...filter,
      accountId: account.id,
      actorKinds: kinds,
      actor: actor === theProvider ? undefined : actor,
    },
    page,
  );
  const domains = await namesOf(
    core,
    account,
    actions.flatMap(({ site_id: id }) => id ?? []),
    siteNames,
  );
  const groups = await namesOf(core, account, actions.flatMap(namelessGroup), groupNames);
  return { actions: actions.map((action) => recorded(action, domains, groups)), next };
}

type RecordNames = ReadonlyMap<string, string>;

function recorded(
  { actor_kind: kind, actor, account_id: _, ...recordedAction }: ActionView,
  domains: RecordNames,
  groups: RecordNames,
): RecordedAction {
  const action = { ...recordedAction, detail: detailWithoutReason(recordedAction) };
  const [group] = namelessGroup(action);
  const named = group === undefined ? {} : { group_name: groups.get(group) };
  return {
    ...action,
    who_kind: isProvider(kind) ? 'provider' : kind,
    who: makerOf({ kind, name: actor }),
    sentence: sentenceOf({ ...action, detail: { ...action.detail, ...named } }),
    site_domain: domains.get(action.site_id ?? '') ?? null,
  };
}

/** The id of the group that an act names, if its name at that moment was not recorded. */
function namelessGroup({ detail }: Pick<ActionView, 'detail'>): string[] {
  const id = detail?.['group_id'];
  return typeof id === 'string' && isUuid(id) && detail?.['group_name'] === undefined ? [id] : [];
}

const siteNames = 'SELECT id::text, domain AS name FROM site WHERE account_no = $1 AND id = ANY($2::uuid[])';
const groupNames = 'SELECT id::text, name FROM site_group WHERE account_no = $1 AND id = ANY($2::uuid[])';

/** The names of the sites or groups that a page names; a deleted one has none. */
async function namesOf({ db }: Db, account: { rowId: number }, ids: string[], statement: string): Promise<RecordNames> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.work.query<{ id: string; name: string }>(statement, [account.rowId, [...new Set(ids)]]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
