import type { ActionName } from '@goal/contract';
import type { Prisma } from '@goal/db';

import type { Db } from '../ground/db.ts';
import type { Actor } from '../ground/actor.ts';

type FileAction = Extract<ActionName, 'accounts.export' | 'sites.export' | 'actions.export'>;
export type FileRecord = { end: (rows: number, complete: boolean) => Promise<void> };

/**
 * Records that an operator takes a list home as a file (rulings §8), as incomplete before the
 * first byte leaves; `end` completes the record. The record names no account, so that no customer
 * reads in theirs what operators list.
 */
export async function beginFile(
  { db }: Db,
  actor: Actor,
  action: FileAction,
  filters: Prisma.InputJsonObject,
): Promise<FileRecord> {
  const detail = (rows: number, complete: boolean): Prisma.InputJsonObject => ({
    format: 'csv',
    filters,
    rows,
    complete,
  });
  const { id } = await db.prisma.action.create({
    data: { actorKind: actor.kind, actor: actor.name, action, detail: detail(0, false) },
    select: { id: true },
  });
  return {
    async end(rows, complete) {
      await db.prisma.action.update({ where: { id }, data: { detail: detail(rows, complete) } });
    },
  };
}
