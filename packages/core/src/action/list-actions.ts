import { DomainError, isUuid, type ActionView } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Position } from '../event/position.ts';

/**
 * GET /admin/actions: a page of recorded actions, newest first, of one account or of all; rows outlive the account (rulings §8).
 * Throws `not_found` for an account that neither exists nor was ever acted on.
 */
export async function listActions(
  core: Core,
  accountId: string | undefined,
  { limit, after }: { limit: number; after?: Position | undefined },
): Promise<{ actions: ActionView[]; next: Position | undefined }> {
  if (accountId !== undefined) await judgeAccount(core, accountId);
  type Row = Omit<ActionView, 'occurred_at'> & { occurred_at: Date };
  const { rows } = await core.db.work.query<Row>(
    `SELECT id, occurred_at, actor_kind, actor, action, account_id::text, site_id::text, detail FROM action
     WHERE ($1::timestamptz IS NULL OR (occurred_at, id) < ($1, $2::bigint)) ${accountId === undefined ? '' : 'AND account_id = $4::uuid'}
     ORDER BY occurred_at DESC, id DESC LIMIT $3`,
    [
      after === undefined ? null : new Date(after.time),
      after?.id ?? null,
      limit + 1,
      ...(accountId === undefined ? [] : [accountId]),
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    actions: page.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() })),
    next: rows.length > limit && last !== undefined ? { time: last.occurred_at.getTime(), id: last.id } : undefined,
  };
}

async function judgeAccount(core: Core, id: string): Promise<void> {
  if (isUuid(id)) {
    if ((await core.db.prisma.account.count({ where: { id } })) > 0) return;
    if ((await core.db.prisma.action.findFirst({ where: { accountId: id }, select: { id: true } })) !== null) return;
  }
  throw new DomainError('not_found');
}
