import { rows, type Queryable } from '@goal/db';

/** The newest checkpoint of an account's signed log: a signed note of its size and root. */
export type NewestCheckpoint = { origin: string; size: number; checkpoint: string };

const reading = {
  name: 'newest checkpoint',
  text: 'select h.origin, h.size, h.checkpoint from log_head h where h.account = $1::int order by h.log desc limit 1',
};

/**
 * Reads the newest checkpoint of an account, which travels with what leaves the service (rulings
 * §16.12). Undefined where its log has not begun.
 */
export async function newestCheckpoint(on: Queryable, account: number): Promise<NewestCheckpoint | undefined> {
  type Row = [origin: string, size: number, checkpoint: string];
  const [row] = await rows<Row>(on, { ...reading, values: [account] });
  if (row === undefined) return undefined;
  const [origin, size, checkpoint] = row;
  return { origin, size, checkpoint };
}
