import { AggregatorRegistry, type Registry } from 'prom-client';

import type { Figures } from './calls.ts';

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

/**
 * What the processes of a service counted that have ended since its start. A process is counted by
 * its last page, so no counter falls.
 */
export class EndedFigures {
  #kept: readonly Figures[] = [];
  #joined = Promise.resolve();

  get kept(): readonly Figures[] {
    return this.#kept;
  }

  /** Counts it at once. Fulfils when all that was added has become one. */
  add(last: Figures): Promise<void> {
    this.#kept = [...this.#kept, countsOf(last)];
    this.#joined = this.#joined.then(() => this.#join());
    return this.#joined;
  }

  async #join(): Promise<void> {
    const taken = this.#kept;
    const one = await figuresOf(AggregatorRegistry.aggregate([...taken]));
    this.#kept = [one, ...this.#kept.slice(taken.length)];
  }
}

/** What a process that does not answer is known for: its counts, and that it is not ready. */
export const silentFigures = (last: Figures): Figures => [
  ...countsOf(last),
  figure({ name: 'goal_ready', help: '', type: 'gauge' }, 0),
];

const countsOf = (figures: Figures): Figures =>
  figures.filter(({ type }) => type === 'counter' || type === 'histogram');

/** The figures of a registry. */
export async function figuresOf(registry: Registry): Promise<Figures> {
  // The types of prom-client say an enumeration where its values are names.
  return (await registry.getMetricsAsJSON()) as unknown as Figures;
}

/** A figure of the parent's own. */
export function figure(
  { name, help, type }: { name: string; help: string; type: 'counter' | 'gauge' },
  value: number,
): Figures[number] {
  return { name, help, type, aggregator: 'sum', values: [{ value, labels: {} }] };
}
