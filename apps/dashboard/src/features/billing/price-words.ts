import type { PlanPrice } from '@goal/contract';
import { locale } from '@goal/ui/lib/locale.ts';

/** «€19.00 a month»; the amount is in the smallest unit of its currency. */
export function priceWords({ amount, currency, interval }: PlanPrice): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return `${format.format(amount / 10 ** digits)} a ${interval}`;
}
