const plain = new Intl.NumberFormat();

/** With the grouping of the operator's locale: 1,234,567. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** A limit as the contract writes it: -1 is none (interface.md §2). */
export function formatLimit(value: number): string {
  return value < 0 ? 'unlimited' : formatNumber(value);
}
