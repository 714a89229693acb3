/** Reads a whole number as a query, a path or a decimal string writes it (rulings §2.8): `-?[0-9]{1,16}` within ±(2^53−1), else undefined. */
export function parseDecimal(text: string): number | undefined {
  if (!/^-?[0-9]{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  // `-0` is zero, and shall look like it.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}
