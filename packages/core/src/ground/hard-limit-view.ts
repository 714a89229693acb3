/** The field of a plan's hard limit, which is shown only where there is one (rulings §10.39). */
export function hardLimitView(events: bigint | null): { hard_limit_events?: number } {
  return events === null ? {} : { hard_limit_events: Number(events) };
}
