import {
  actorKinds,
  DomainError,
  isUuid,
  withoutSecrets,
  type ActionName,
  type ActionView,
  type ActorKind,
} from '@goal/contract';
import { timestamp } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Position } from '../ground/position.ts';
import { olderThan, splitPage, Parameters, where, type PageRequest } from '../ground/keyset-sql.ts';

/** Filters of the list; an action must pass each that is given. */
export type ActionFilter = {
  accountId?: string | undefined;
  actorKinds?: ActorKind[] | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** Any of these; with an account alone. */
  actions?: readonly ActionName[] | undefined;
  /** Milliseconds since 1970, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * GET /admin/actions: a page of recorded actions, newest first, of one account or of all. Rows
 * outlive the account (rulings §8). Throws `not_found` for an account that does not exist and has
 * no recorded action.
 */
export async function listActions(
  core: Db,
  filter: ActionFilter,
  { limit, after }: PageRequest,
): Promise<{ actions: ActionView[]; next: Position | undefined }> {
  if (filter.accountId !== undefined) await judgeAccount(core, filter.accountId);
  type Row = Omit<ActionView, 'occurred_at'> & { occurred_at: Date };
  const { text, values } = actionsStatement(filter, { limit, after });
  const { rows } = await core.db.work.query<Row>(text, values);
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.occurred_at.getTime(), id: row.id }));
  return { actions: page.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() })), next };
}

/**
 * Reads one row more than the page. Without an account it reads each kind of actor separately, so
 * that for every combination of kind, actor and action an index returns the rows in order, even if
 * no row matches. With an account it filters the account's own actions.
 */
export function actionsStatement(
  { accountId, actorKinds: kinds, actor, action, actions, from, to }: ActionFilter,
  { limit, after }: PageRequest,
): { text: string; values: unknown[] } {
  const values = new Parameters();
  const conditions = olderThan(values, 'occurred_at', 'id', after);
  if (from !== undefined) conditions.push(`occurred_at >= ${values.add(timestamp(from))}::timestamptz`);
  if (to !== undefined) conditions.push(`occurred_at <= ${values.add(timestamp(to))}::timestamptz`);
  // Only the prefix of a pasted key reaches a statement.
  if (actor !== undefined) conditions.push(`actor = ${values.add(withoutSecrets(actor))}`);
  if (action !== undefined) conditions.push(`action = ${values.add(withoutSecrets(action))}`);
  if (actions !== undefined) conditions.push(`action = ANY(${values.add(actions)}::text[])`);
  const order = `ORDER BY occurred_at DESC, id DESC LIMIT ${values.add(limit + 1)}`;
  const read = (...more: string[]): string => `SELECT * FROM action ${where([...more, ...conditions])} ${order}`;
  const ofKinds = (wanted: readonly ActorKind[]): string => `${values.add([...new Set(wanted)])}::text[]`;
  let selected: string;
  if (accountId !== undefined) {
    const ofKind = kinds === undefined ? [] : [`actor_kind = ANY(${ofKinds(kinds)})`];
    selected = read(`account_id = ${values.add(accountId)}::uuid`, ...ofKind);
  } else if (kinds === undefined && actor === undefined && action === undefined) {
    selected = read();
  } else {
    const each = read('actor_kind = kind');
    selected = `SELECT a.* FROM unnest(${ofKinds(kinds ?? actorKinds)}) kind CROSS JOIN LATERAL (${each}) a ${order}`;
  }
  const text = `SELECT id, occurred_at, actor_kind, actor, action, account_id::text, site_id::text, detail FROM (${selected}) a
    ORDER BY occurred_at DESC, id DESC`;
  return { text, values: values.list };
}

async function judgeAccount(core: Db, id: string): Promise<void> {
  if (isUuid(id)) {
    if ((await core.db.prisma.account.count({ where: { id } })) > 0) return;
    if ((await core.db.prisma.action.findFirst({ where: { accountId: id }, select: { id: true } })) !== null) return;
  }
  throw new DomainError('not_found');
}
