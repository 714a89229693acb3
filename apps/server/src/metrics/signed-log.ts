import { countLogs, describeLogOfLogs, type EventServices } from '@goal/core';
import type { Database } from '@goal/db';
import { Gauge, type Registry } from 'prom-client';

import { counted, gauge } from './figures.ts';

/** Registers the metrics of the signed logs. No label names an account or a log (rulings §1). */
export function registerSignedLog(registry: Registry, { work }: Pick<Database, 'work'>, { log }: EventServices): void {
  const events = 'Events that this process sealed into the logs of their accounts';
  counted(registry, { name: 'goal_log_sealed_events_total', help: events }, () => log.figures.events);
  const checkpoints = 'Checkpoints that this process signed';
  counted(registry, { name: 'goal_log_checkpoints_total', help: checkpoints }, () => log.figures.checkpoints);
  const refused = '1 while this process signs nothing, because it has another key than the logs';
  gauge(registry, { name: 'goal_log_refused', help: refused }, () => (log.figures.refusal === undefined ? 0 : 1));
  const memory = 'Memory of the thread that seals, which is part of the memory of its process; 0 where no thread seals';
  gauge(registry, { name: 'goal_log_thread_bytes', help: memory }, () => log.figures.threadBytes);
  if (log.witnesses !== undefined) registerWitnesses(registry, work, log.witnesses);
  let running: ReturnType<typeof countLogs> | undefined;
  // Both gauges are collected together: they share one look. Without an answer there is no figure.
  const look = async (): Promise<Awaited<ReturnType<typeof countLogs>> | undefined> =>
    (running ??= countLogs(work).finally(() => (running = undefined))).catch(() => undefined);
  const figures = [
    ['goal_log_behind_seconds', 'Seconds for which the oldest event waits to be sealed', 'behind_seconds'],
    ['goal_log_mismatches', 'Leaves of the logs that no longer match what is stored', 'mismatches'],
  ] as const;
  for (const [name, help, figure] of figures)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        const counts = await look();
        if (counts !== undefined) this.set(counts[figure]);
      },
    });
}

/** Only a service with witnesses has the metric. */
function registerWitnesses(
  registry: Registry,
  work: Database['work'],
  witnesses: Parameters<typeof describeLogOfLogs>[1],
): void {
  new Gauge({
    name: 'goal_log_witness_behind_seconds',
    help: 'Seconds since a witness has not cosigned the log of logs as asked; 0: it does',
    labelNames: ['witness'],
    registers: [registry],
    async collect() {
      this.reset();
      const known = await describeLogOfLogs(work, witnesses).catch(() => undefined);
      for (const { name, behind_seconds: seconds } of known?.witnesses ?? []) this.set({ witness: name }, seconds);
    },
  });
}
