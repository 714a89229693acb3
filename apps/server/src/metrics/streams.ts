import { countStreams, type StreamCounts } from '@goal/core';
import type { EventServices } from '@goal/core';
import type { Database } from '@goal/db';
import { Gauge, Histogram, type Registry } from 'prom-client';

import { counted } from './figures.ts';

/** Registers the metrics of streams. No label names an account, a stream or a host (rulings §1). */
export function registerStreams(registry: Registry, db: Database, { streams: { figures } }: EventServices): void {
  const registers = [registry];
  const deliveries = 'Batches that sinks took, refused or failed on, and events that were set aside, by this process';
  counted(
    registry,
    { name: 'goal_stream_deliveries_total', help: deliveries, label: 'outcome' },
    () => figures.deliveries,
  );
  const events = 'Events that sinks took from this process';
  counted(registry, { name: 'goal_stream_events_total', help: events }, () => figures.events);
  const delays = new Histogram({
    name: 'goal_stream_delay_seconds',
    help: 'From the arrival of a batch’s first event to the yes of its sink; without files and mails, which wait on purpose',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200],
    registers,
  });
  figures.onDelay = (seconds) => delays.observe(seconds);
  let running: Promise<StreamCounts | undefined> | undefined;
  // Gauges are collected together: they share one look. Without an answer there is no figure.
  const look = (): Promise<StreamCounts | undefined> =>
    (running ??= countStreams({ db })
      .catch(() => undefined)
      .finally(() => (running = undefined)));
  const states = ['active', 'failing', 'paused', 'resting', 'disabled'] as const;
  new Gauge({
    name: 'goal_streams',
    help: 'Streams by state; resting: since the database was restored or failed over',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const counts = await look();
      if (counts !== undefined) for (const state of states) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'goal_stream_set_aside_events',
    help: 'Events that a sink refused alone and that wait for a retry',
    registers,
    async collect() {
      const counts = await look();
      if (counts !== undefined) this.set(counts.set_aside);
    },
  });
}
