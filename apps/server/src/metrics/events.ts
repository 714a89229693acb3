import type { EventServices } from '@goal/core';
import { Counter, Gauge, type Registry } from 'prom-client';

import { counted, gauge } from './figures.ts';

/** Registers the metrics of ingest, the tail, exports and their caches. */
export function registerEvents(registry: Registry, events: EventServices): void {
  const { batcher, dictionary, tail, exports } = events;
  const ingested = 'Events that were sent: accepted, duplicates, rejected';
  counted(registry, { name: 'goal_ingest_events_total', help: ingested, label: 'result' }, () => events.counts);
  const waiting = 'Events that wait to be stored, or are being stored';
  gauge(registry, { name: 'goal_ingest_waiting_events', help: waiting }, () => batcher.pending);
  const statements = 'Statements that store events, each one commit: stored, or failed and tried again in parts';
  counted(registry, { name: 'goal_ingest_commits_total', help: statements, label: 'result' }, () => {
    const { stored, failed } = batcher.statements;
    return { stored, failed };
  });
  const seconds = 'Seconds that these statements took together';
  counted(registry, { name: 'goal_ingest_commit_seconds_total', help: seconds }, () => batcher.statements.seconds);
  const waits = 'Requests that wait for events';
  gauge(registry, { name: 'goal_tail_waiting_requests', help: waits }, () => tail.waiting);
  gauge(registry, { name: 'goal_exports_running', help: 'Exports that are being sent' }, () => exports.size);
  registerCaches(registry, dictionary.caches);
}

function registerCaches(registry: Registry, caches: EventServices['dictionary']['caches']): void {
  const registers = [registry];
  new Gauge({
    name: 'goal_cache_entries',
    help: 'Entries of each cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, { entries }] of Object.entries(caches)) this.set({ cache }, entries);
    },
  });
  new Counter({
    name: 'goal_cache_lookups_total',
    help: 'Lookups in each cache: hits and misses',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, { counts }] of Object.entries(caches)) {
        this.inc({ cache, result: 'hit' }, counts.hits);
        this.inc({ cache, result: 'miss' }, counts.misses);
      }
    },
  });
}
