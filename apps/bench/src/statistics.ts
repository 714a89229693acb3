/** The value below which the share `p` of the values lies. Throws if there are no values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
  if (value === undefined) throw new Error('no values');
  return value;
}

/** The middle value, or the mean of the two middle values. Throws if there are no values. */
export function median(values: readonly number[]): number {
  const half = (values.length - 1) / 2;
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  if (low === undefined || high === undefined) throw new Error('no values');
  return (low + high) / 2;
}

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** A number in words: `300,000`. */
export const inWords = (value: number): string => Math.round(value).toLocaleString('en');
