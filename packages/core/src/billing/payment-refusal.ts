import type { Db } from '../ground/db.ts';

/** The reason for events without a valid signature, which anybody can send. */
const unsigned = 'invalid signature';

/**
 * Stores why the payment provider's last event was refused or changed nothing, for the operator on
 * call (`goal status`). Only the latest reason is kept; for a day, an event without a valid
 * signature does not replace one that had it.
 */
export async function notePaymentRefusal({ db }: Db, reason: string): Promise<void> {
  await db.work.query(
    `insert into payment_refusal as r (at, reason) values (clock_timestamp(), $1)
     on conflict ("only") do update set at = excluded.at, reason = excluded.reason
       where excluded.reason <> $2 or r.reason = $2 or r.at < clock_timestamp() - interval '1 day'`,
    [reason, unsigned],
  );
}

/**
 * True if the refusal needs attention. Invalid signatures do not, or any stranger could call an
 * operator.
 */
export function wantsAttention({ reason, at }: { reason: string; at: string }, now: number): boolean {
  return reason !== unsigned && now - Date.parse(at) < 86_400_000;
}
