import { AggregatorRegistry, type Registry } from 'prom-client';

/** One metric as prom-client tells it. */
type Figure = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** How the figures of several processes become one. */
  aggregator: 'sum' | 'first' | 'min' | 'max' | 'average' | 'omit';
  values: { value: number; labels: Readonly<Record<string, string | number>>; metricName?: string }[];
};
/** The metrics of one process. */
export type Figures = Figure[];

/**
 * How the processes' figures become one where a sum, or prom-client's own choice, would mislead.
 * Figures of the database are the same in each process, and alerts ask for the process that is
 * worst off.
 */
const chosen: readonly [names: RegExp, how: 'max' | 'min'][] = [
  [/^goal_(build_info|retention_held|retention_last_pass_timestamp_seconds|mails_waiting)$/, 'max'],
  [/^goal_(durability_risks|log_(refused|behind_seconds|mismatches|witness_behind_seconds))$/, 'max'],
  [/^goal_(streams|stream_set_aside_events|citus_worker_shards|citus_worker_bytes)$/, 'max'],
  [/^goal_(ready|redis_up|citus_worker_up)$/, 'min'],
  [/^(nodejs_eventloop_lag_\w+|process_resident_memory_bytes)$/, 'max'],
  [/^(process_start_time_seconds|process_max_fds)$/, 'min'],
];

/** One page of the figures of several processes. */
export function joinFigures(all: readonly Figures[]): Registry {
  const judged = all.map((figures) =>
    figures.map((metric) => {
      const how = chosen.find(([name]) => name.test(metric.name))?.[1];
      return how === undefined ? metric : { ...metric, aggregator: how };
    }),
  );
  return AggregatorRegistry.aggregate(judged);
}

/** The counts of a process that has ended, so that no counter falls. */
export const countsOf = (figures: Figures): Figures =>
  figures.filter(({ type }) => type === 'counter' || type === 'histogram');

/** The figures of a process that does not answer: its last counts, and that it is not ready. */
export const silentFigures = (last: Figures): Figures => [
  ...countsOf(last),
  figure({ name: 'goal_ready', help: '', type: 'gauge' }, 0),
];

/** The figures of a registry. */
export async function figuresOf(registry: Registry): Promise<Figures> {
  // The types of prom-client say an enumeration where its values are names.
  return (await registry.getMetricsAsJSON()) as unknown as Figures;
}

/** A figure of the primary's own. */
export function figure(
  { name, help, type }: { name: string; help: string; type: 'counter' | 'gauge' },
  value: number,
): Figure {
  return { name, help, type, aggregator: 'sum', values: [{ value, labels: {} }] };
}
