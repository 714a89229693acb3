/** The UTC months up to now, the running one first. */
export function latestMonths(nowMs: number, count: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - at)).toISOString().slice(0, 7),
  );
}

/** What a report is about, as in the address. `month` is the last whole one unless it is named. */
export type ReportChoice = { month: string; site: string; group: string };

export function choiceOf(params: URLSearchParams, nowMs: number): ReportChoice {
  const [running = '', last = ''] = latestMonths(nowMs, 2);
  const month = params.get('month') ?? '';
  const isMonth = /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(month) && month <= running;
  return { month: isMonth ? month : last, site: params.get('site') ?? '', group: params.get('group') ?? '' };
}
