/** A whole number (rulings §2.8): `-?[0-9]{1,16}` within ±(2^53−1), else undefined. */
export function parseDecimal(text: string): number | undefined {
  if (!/^-?[0-9]{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  // Turns `-0` into 0.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}
