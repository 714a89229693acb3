import type { Tx } from '@goal/db';

/**
 * Notes in the redactions that name this stream when it was deleted, as the record has it, by which
 * they find its name from then on. The caller has recorded it just now, under the account's lock.
 */
export async function noteDeletion(tx: Tx, account: { rowId: number; id: string }, id: string): Promise<void> {
  const act = await tx.action.findFirst({
    where: { accountId: account.id, action: 'stream.delete' },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    select: { occurredAt: true },
  });
  if (act === null) return;
  const at = act.occurredAt.toISOString();
  await tx.$executeRaw`
    UPDATE redaction SET "left" = jsonb_set("left", '{streams}', (
      SELECT jsonb_agg(CASE WHEN s ->> 'id' = ${id} THEN s || jsonb_build_object('deleted_at', ${at}::text) ELSE s END ORDER BY place)
      FROM jsonb_array_elements("left" -> 'streams') WITH ORDINALITY AS of (s, place)))
    WHERE account_no = ${account.rowId} AND "left" -> 'streams' @> ${JSON.stringify([{ id }])}::jsonb`;
}
