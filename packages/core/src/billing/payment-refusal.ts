import type { Core } from '../core.ts';

/** Notes why the payment provider's last event was refused or changed nothing, for the person on call: `goal status`. One row, the latest. */
export async function notePaymentRefusal({ db }: Core, reason: string): Promise<void> {
  const what = { at: new Date(), reason };
  await db.prisma.paymentRefusal.upsert({ where: { only: true }, create: what, update: what });
}
