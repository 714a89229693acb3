import { AsyncLocalStorage } from 'node:async_hooks';

import { DomainError, isUuid, type ActionName, type ActShape } from '@goal/contract';
import { transaction as begin, type Database, type Tx } from '@goal/db';

/** A change that a page can ask about later (rulings §10.52). `holder`: person or admin token. */
export type Act = { id: string; holder: string };

/** The act that the running request does; it is stored once, however many transactions it takes. */
const acts = new AsyncLocalStorage<Act & { isStored: boolean }>();

/**
 * Runs `work` as this act, which is stored with its first transaction, or behind `work` if that
 * succeeded and changed nothing. `work` throws `act_done` if the act was done before.
 */
export function asAct<T extends { ok: boolean }>(
  { db }: { db: Database },
  act: Act,
  work: () => Promise<T>,
): Promise<T> {
  const running = { ...act, isStored: false };
  return acts.run(running, async () => {
    const result = await work();
    if (result.ok && !running.isStored) await transaction(db, async () => {});
    return result;
  });
}

/**
 * The transaction of a verb: that of the database, which also stores the act of the request. What
 * the service keeps for itself (keys of cursors and streams) uses that of the database alone,
 * because it may be stored although the act is refused. Throws `act_done` and what `work` throws.
 */
export async function transaction<T>(
  db: Pick<Database, 'prisma' | 'changes'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const act = acts.getStore();
  if (act === undefined || act.isStored) return begin(db, work);
  const { id, holder } = act;
  const result = await begin(db, async (tx) => {
    const { count } = await tx.act.createMany({ data: { id, holder }, skipDuplicates: true });
    if (count === 0) throw new DomainError('act_done');
    return work(tx);
  });
  act.isStored = true;
  return result;
}

/** Notes in the act of the request what was recorded of it: the first action, and all ids. */
export async function noteAction(tx: Tx, action: ActionName, ids: Record<string, string>): Promise<void> {
  const act = acts.getStore();
  if (act === undefined) return;
  await tx.$executeRaw`
    UPDATE act SET action = coalesce(action, ${action}), ids = ids || ${JSON.stringify(ids)}::jsonb WHERE id = ${act.id}::uuid`;
}

/** What became of an act of this person or token; `unknown`: nothing is stored of it. */
export async function getAct({ db }: { db: Database }, { id, holder }: Act): Promise<ActShape> {
  const row = isUuid(id) ? await db.prisma.act.findFirst({ where: { id, holder } }) : null;
  return row === null
    ? { state: 'unknown', action: null, ids: {} }
    : // The check of the table holds the shape.
      { state: 'done', action: row.action, ids: row.ids as Record<string, string> };
}

/** Deletes acts that are older than a day, in batches. */
export async function forgetActs({ db }: { db: Database }): Promise<void> {
  await db.work.query(
    `delete from act where id = any(array(select id from act where done_at < clock_timestamp() - interval '1 day' limit 10000))`,
  );
}
