import type { Worker } from '@goal/core';
import type { Registry } from 'prom-client';

import { counted, gauge } from './figures.ts';

/** Registers the metrics of the background worker: retention, mail, cleaning up. */
export function registerWorker(registry: Registry, { state }: Worker): void {
  const held = '1 while retention deletes nothing until it is confirmed';
  gauge(registry, { name: 'goal_retention_held', help: held }, () => (state.hold === undefined ? 0 : 1));
  const deleted = 'Events that retention deleted';
  counted(registry, { name: 'goal_retention_deleted_events_total', help: deleted }, () => state.deleted);
  const pass = 'When a pass of retention last ended here, in seconds since 1970; 0: none has yet';
  gauge(registry, { name: 'goal_retention_last_pass_timestamp_seconds', help: pass }, () => state.lastPassAt ?? 0);
  const mails = 'Mails that the mail server accepted or refused';
  counted(registry, { name: 'goal_mails_total', help: mails, label: 'result' }, () => ({
    sent: state.mailsSent,
    failed: state.mailsFailed,
  }));
  gauge(registry, { name: 'goal_mails_waiting', help: 'Mails that are not sent yet' }, () => state.mailsWaiting);
  const failures = 'Rounds of background work that failed and are taken up again, by the kind of work';
  counted(registry, { name: 'goal_worker_failures_total', help: failures, label: 'work' }, () => state.failures);
}
