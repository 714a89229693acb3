/** interface.md §2 Event, mildest first. The database stores the index plus one (1 … 5). */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

export type Severity = (typeof severities)[number];

/** The plugin's own numbers (rulings §7.2). */
export const pluginSeverities: ReadonlyMap<number, Severity> = new Map([
  [200, 'info'],
  [250, 'low'],
  [300, 'medium'],
  [400, 'high'],
  [500, 'critical'],
]);
