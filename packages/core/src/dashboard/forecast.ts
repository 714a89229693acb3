/** Up to this day of a month its first days say too little about the rest. */
const lastQuietDay = 5;

/**
 * How many events the whole month will have at the pace of its days before today, and no fewer
 * than it has now; null up to the 5th (rulings §10.35). `today` is a UTC day.
 */
export function forecastOf(today: string, beforeToday: number, now: number): number | null {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (day <= lastQuietDay) return null;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Math.max(now, Math.round((beforeToday / (day - 1)) * days));
}
