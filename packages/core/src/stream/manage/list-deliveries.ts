import type { DeliveryView, SetAsideView } from '@goal/contract';

import type { Db } from '../../ground/db.ts';
import { olderThan, Parameters, splitPage, type PageRequest } from '../../ground/keyset-sql.ts';
import type { Position } from '../../ground/position.ts';
import { findStream } from '../place/stream-row.ts';

/** SQL: the sentence, and behind it what the sink said. Only people of the account read it. */
const withWords = `coalesce(error || ': ' || said, error)`;

type OfStream = { account: { rowId: number }; id: string };

/** GET …/deliveries: the last 200, newest first. Throws `not_found`. */
export async function listDeliveries(
  core: Db,
  { account, id }: OfStream,
  { limit, after }: PageRequest,
): Promise<{ deliveries: DeliveryView[]; next: Position | undefined }> {
  const { rowId } = await findStream(core.db.prisma, account, id, { rowId: true });
  const values = new Parameters();
  type Row = Omit<DeliveryView, 'at'> & { rowId: number; at: Date };
  const from = after === undefined ? '' : `AND no < ${values.add(after.id)}::bigint`;
  const { rows } = await core.db.work.query<Row>(
    `SELECT no::int8 AS "rowId", at, outcome, events, first_id, last_id, attempt, status, ${withWords} AS error, took_ms, bytes
     FROM stream_delivery WHERE stream_no = ${values.add(rowId)}::int ${from} ORDER BY no DESC LIMIT ${values.add(limit + 1)}`,
    values.list,
  );
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.at.getTime(), id: row.rowId }));
  return { deliveries: page.map(({ rowId: _, at, ...row }) => ({ at: at.toISOString(), ...row })), next };
}

/** GET …/set-aside: events that the sink refused one by one, newest first. Throws `not_found`. */
export async function listSetAside(
  core: Db,
  { account, id }: OfStream,
  { limit, after }: PageRequest,
): Promise<{ events: SetAsideView[]; next: Position | undefined }> {
  const { rowId } = await findStream(core.db.prisma, account, id, { rowId: true });
  const values = new Parameters();
  const conditions = [`stream_no = ${values.add(rowId)}::int`, ...olderThan(values, 'at', 'event_id', after)];
  const { rows } = await core.db.work.query<{ id: number; at: Date; status: number | null; error: string | null }>(
    `SELECT event_id AS id, at, status, ${withWords} AS error FROM stream_set_aside WHERE ${conditions.join(' AND ')}
     ORDER BY at DESC, event_id DESC LIMIT ${values.add(limit + 1)}`,
    values.list,
  );
  const { page, next } = splitPage(rows, limit, (row) => ({ time: row.at.getTime(), id: row.id }));
  return {
    events: page.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    next,
  };
}
