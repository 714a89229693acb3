import type { Core } from '../core.ts';

/** Anybody can send what has no good signature. */
const unsigned = 'invalid signature';

/**
 * Notes why the payment provider's last event was refused or changed nothing, for the person on call: `goal status`. One row, the latest; but what
 * has no good signature does not hide for a day what had one.
 */
export async function notePaymentRefusal({ db }: Pick<Core, 'db'>, reason: string): Promise<void> {
  await db.work.query(
    `insert into payment_refusal as r (at, reason) values (clock_timestamp(), $1)
     on conflict ("only") do update set at = excluded.at, reason = excluded.reason
       where excluded.reason <> $2 or r.reason = $2 or r.at < clock_timestamp() - interval '1 day'`,
    [reason, unsigned],
  );
}

/** Whether it wants a person: a stranger could otherwise call one whenever he likes. */
export function wantsAttention({ reason, at }: { reason: string; at: string }, now: number): boolean {
  return reason !== unsigned && now - Date.parse(at) < 86_400_000;
}
