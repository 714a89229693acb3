import { limits, type RetentionView } from '@goal/contract';

import { wantsAttention } from '../billing/payment-refusal.ts';
import type { Core } from '../core.ts';
import { getRetention } from '../retention/get-retention.ts';
import { listInstances, type InstanceView } from './instances.ts';

/**
 * The state of a service for the person on call (rulings §9.1 `goal status`). Times are ISO 8601.
 */
export type Status = {
  instances: InstanceView[];
  retention: RetentionView;
  /** Deleted sites and accounts whose events are not reclaimed yet. */
  to_reclaim: number;
  mail: { waiting: number; failing: number; last_failure: string | null; oldest_waiting_since: string | null };
  /** People, and the sessions and invitations that are open (rulings §10). */
  people: { people: number; open_sessions: number; open_invitations: number };
  /** The last event of the payment provider that was refused or changed nothing. */
  payment_refusal: { at: string; reason: string } | null;
};

/** Reads the status. It changes nothing. */
export async function getStatus(core: Pick<Core, 'db' | 'settings'>): Promise<Status> {
  const { prisma, work } = core.db;
  const [instances, retention, refusal, people, waiting] = await Promise.all([
    listInstances(core),
    getRetention(core),
    prisma.paymentRefusal.findFirst(),
    countPeople(core),
    work.query<{ waiting: number; failing: number; failure: string | null; since: Date | null; gone: number }>(
      `select count(*) as waiting, count(*) filter (where failure is not null) as failing, min(created_at) as since,
         (array_agg(failure order by due_at desc) filter (where failure is not null))[1] as failure,
         (select count(*) from gone_site) + (select count(*) from gone_account) as gone
       from mail where done_at is null`,
    ),
  ]);
  const [mail] = waiting.rows;
  return {
    instances,
    retention,
    to_reclaim: mail?.gone ?? 0,
    mail: {
      waiting: mail?.waiting ?? 0,
      failing: mail?.failing ?? 0,
      last_failure: mail?.failure ?? null,
      oldest_waiting_since: mail?.since?.toISOString() ?? null,
    },
    people,
    payment_refusal: refusal === null ? null : { at: refusal.at.toISOString(), reason: refusal.reason },
  };
}

async function countPeople({ db }: Pick<Core, 'db'>): Promise<Status['people']> {
  const { rows } = await db.work.query<Status['people']>(
    `select (select count(*) from person) as people,
       (select count(*) from session where ended_at is null and expires_at > now()
          and coalesce(last_used_at, created_at) > now() - $1 * interval '1 day') as open_sessions,
       (select count(*) from invitation where accepted_at is null and revoked_at is null and expires_at > now()) as open_invitations`,
    [limits.session.idleDays],
  );
  return rows[0] ?? { people: 0, open_sessions: 0, open_invitations: 0 };
}

const hour = 3_600_000;

/** Sentences on what needs a person; empty if all is well. `now` is in milliseconds since 1970. */
export function concernsOf({ instances, retention, mail, payment_refusal: refusal }: Status, now: number): string[] {
  const age = (time: string | null): number => (time === null ? 0 : now - Date.parse(time));
  return [
    ...(instances.some(({ kind }) => kind === 'server') ? [] : ['No server was heard of within the last minute.']),
    ...(new Set(instances.map(({ version }) => version)).size > 1
      ? ['Instances of different versions are running.']
      : []),
    ...(retention.held === null ? [] : ['Retention deletes nothing until it is confirmed: goal worker --confirm.']),
    ...(retention.held === null && [retention.last_pass_at, retention.last_end_at].some((time) => age(time) > 24 * hour)
      ? ['Retention has not come to its end for a day.']
      : []),
    ...(mail.failing > 0 && age(mail.oldest_waiting_since) > hour
      ? [`Mail has not been taken for an hour: ${mail.last_failure ?? ''}.`]
      : []),
    ...(refusal !== null && wantsAttention(refusal, now)
      ? [`A payment event changed nothing within the last day: ${refusal.reason}.`]
      : []),
  ];
}
