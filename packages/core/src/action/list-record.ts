import {
  actorKinds,
  sentenceOf,
  theProvider,
  type ActionView,
  type ActorKind,
  type RecordedAction,
} from '@goal/contract';

import type { Core } from '../core.ts';
import { makerOf } from '../ground/actor.ts';
import type { PageRequest } from '../ground/keyset-sql.ts';
import type { Position } from '../ground/position.ts';
import { listActions, type ActionFilter } from './list-actions.ts';

/** Operators and the command line are «the provider» to a customer (rulings §10.17). */
const provider = ['operator', 'cli'] as const satisfies readonly ActorKind[];
const isProvider = (kind: ActorKind): kind is (typeof provider)[number] => provider.some((one) => one === kind);

/**
 * dashboard.actions.list: a page of the account's own record, newest first. No filter tells the
 * name of an operator's token.
 */
export async function listRecord(
  core: Core,
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
  const domains = await domainsOf(core, account, actions);
  return { actions: actions.map((action) => recorded(action, domains)), next };
}

function recorded(
  { actor_kind: kind, actor, account_id: _, ...action }: ActionView,
  domains: ReadonlyMap<string, string>,
): RecordedAction {
  return {
    ...action,
    who_kind: isProvider(kind) ? 'provider' : kind,
    who: makerOf({ kind, name: actor }),
    sentence: sentenceOf(action),
    site_domain: domains.get(action.site_id ?? '') ?? null,
  };
}

/** The domains of the sites that a page names; a deleted site has none. */
async function domainsOf(
  { db }: Core,
  account: { rowId: number },
  actions: readonly ActionView[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(actions.flatMap(({ site_id: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  const { rows } = await db.work.query<{ id: string; domain: string }>(
    'SELECT id::text, domain FROM site WHERE account_no = $1 AND id = ANY($2::uuid[])',
    [account.rowId, ids],
  );
  return new Map(rows.map(({ id, domain }) => [id, domain]));
}
