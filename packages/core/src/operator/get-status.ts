import { limits, version, type StatusView } from '@goal/contract';
import { isUnavailable, readCluster, readRisks } from '@goal/db';

import { wantsAttention } from '../billing/payment-refusal.ts';
import type { Core } from '../core.ts';
import { zoneRelease } from '../ground/zone-rules.ts';
import { countHolds } from '../legal-hold/holds.ts';
import { lookAtRedis } from '../limit/shared-buckets.ts';
import { getRetention } from '../retention/get-retention.ts';
import { countStreams, longestWait } from '../stream/place/count-streams.ts';
import { keptKeyOfStreams } from '../stream/sink/stream-cipher.ts';
import { countLogs } from '../signed-log/read/count-logs.ts';
import type { LogServices } from '../signed-log/log-services.ts';
import { describeLogOfLogs } from '../signed-log/witness/witness-view.ts';
import { findVisitSigns, listInstances, visitSentences } from './instances.ts';
import { refusesWrites } from './refuses-writes.ts';

type StatusCore = Pick<Core, 'db' | 'settings'> & { events?: { log: Pick<LogServices, 'witnesses'> } };

/**
 * GET /admin/status and `goal status`: the state of the service for the person on call, with a
 * sentence on each thing that needs a person (rulings §8, §9.1). It changes nothing. Redis must
 * answer within 50 ms, as the instances need it; the look at it ends within 2 s.
 */
export async function getStatus(core: StatusCore): Promise<StatusView> {
  const { redisUrl } = core.settings;
  const [
    database,
    risks,
    citus,
    redis,
    instances,
    retention,
    refusal,
    people,
    waiting,
    streams,
    holds,
    signed_logs,
    signs,
  ] = await Promise.all([
    describeDatabase(core),
    readRisks(core.db.work),
    describeCitus(core),
    redisUrl === undefined ? null : lookAtRedis(redisUrl),
    listInstances(core),
    getRetention(core),
    core.db.prisma.paymentRefusal.findFirst(),
    countPeople(core),
    countWaiting(core),
    describeStreams(core),
    countHolds(core),
    known(core, describeLogs(core)),
    findVisitSigns(core),
  ]);
  const status = {
    version,
    database,
    citus,
    time_zones: zoneRelease(),
    redis,
    instances,
    retention,
    ...waiting,
    streams,
    ...(holds.running === 0 ? {} : { legal_holds: holds }),
    signed_logs,
    people,
    payment_refusal: refusal === null ? null : { at: refusal.at.toISOString(), reason: refusal.reason },
  };
  return {
    ...status,
    concerns: [...concernsOf(status, risks, Date.now()), ...signs.map((sign) => visitSentences[sign])],
  };
}

/** What all machines of Citus are asked for; null while one is away, so that the rest is told. */
async function known<T>({ db }: StatusCore, asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isUnavailable(error) && (await db.topology()) === 'citus') return null;
    throw error;
  }
}

/** One statement after the other, because the pool has few connections. */
async function describeStreams(core: StatusCore): Promise<StatusView['streams']> {
  const counts = await countStreams(core);
  const waiting_seconds = (await known(core, longestWait(core))) ?? 0;
  return { ...counts, waiting_seconds, key_kept: await keptKeyOfStreams(core.db) };
}

async function describeLogs({ db, events }: StatusCore): Promise<NonNullable<StatusView['signed_logs']>> {
  const counts = await countLogs(db.work);
  const witnesses = events?.log.witnesses;
  const ofLogs = witnesses && (await describeLogOfLogs(db.work, witnesses));
  return ofLogs === undefined ? counts : { ...counts, log_of_logs: ofLogs };
}

async function describeDatabase({ db, settings }: StatusCore): Promise<StatusView['database']> {
  const { rows } = await db.work.query<{ version: string; size: number; last: string | null }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as size,
       (select max(migration_name) from _prisma_migrations where finished_at is not null) as last`,
  );
  const [row] = rows;
  return {
    kind: settings.databaseKind ?? 'embedded',
    postgresql: row?.version ?? '',
    bytes: row?.size ?? 0,
    last_migration: row?.last ?? null,
    refuses_writes: await refusesWrites(db),
  };
}

async function describeCitus({ db }: StatusCore): Promise<StatusView['citus']> {
  const cluster = await readCluster(db.work);
  if (cluster === undefined) return null;
  const bytes = cluster.workers.flatMap((worker) => worker.bytes ?? []);
  const mean = bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
  return {
    shards: cluster.shards,
    imbalance: bytes.length === 0 ? null : Math.round((Math.max(...bytes) / mean) * 100) / 100,
    workers: cluster.workers.map(({ isAway, ...worker }) => ({ ...worker, away: isAway })),
  };
}

async function countPeople({ db }: StatusCore): Promise<StatusView['people']> {
  const { rows } = await db.work.query<StatusView['people']>(
    `select (select count(*) from person) as people,
       (select count(*) from session where ended_at is null and expires_at > now()
          and coalesce(last_used_at, created_at) > now() - $1 * interval '1 day') as open_sessions,
       (select count(*) from invitation where accepted_at is null and revoked_at is null and expires_at > now()) as open_invitations`,
    [limits.session.idleDays],
  );
  return rows[0] ?? { people: 0, open_sessions: 0, open_invitations: 0 };
}

async function countWaiting({ db }: StatusCore): Promise<Pick<StatusView, 'to_reclaim' | 'mail'>> {
  type Row = { waiting: number; failing: number; failure: string | null; since: Date | null; gone: number };
  const { rows } = await db.work.query<Row>(
    `select count(*) as waiting, count(*) filter (where failure is not null) as failing, min(created_at) as since,
       (array_agg(failure order by due_at desc) filter (where failure is not null))[1] as failure,
       (select count(*) from gone_site) + (select count(*) from gone_account) as gone
     from mail where done_at is null`,
  );
  const [row] = rows;
  return {
    to_reclaim: row?.gone ?? 0,
    mail: {
      waiting: row?.waiting ?? 0,
      failing: row?.failing ?? 0,
      last_failure: row?.failure ?? null,
      oldest_waiting_since: row?.since?.toISOString() ?? null,
    },
  };
}

const hour = 3_600_000;

function concernsOfWorker({
  name,
  away,
  lacks,
  shards,
}: NonNullable<StatusView['citus']>['workers'][number]): string[] {
  if (away) return [`The worker ${name} of Citus is away: the accounts on it are answered with 503.`];
  if (lacks.length > 0)
    return [
      `The worker ${name} of Citus lacks settings (${lacks.join(', ')}) and may choose slow plans: goal migrate --distribute.`,
    ];
  if (shards > 0) return [];
  return [
    `The worker ${name} of Citus holds no shard: SELECT citus_rebalance_start(); as a superuser moves some there.`,
  ];
}

/** After a failover a plain confirmation gives up what the other one keeps. */
function concernsOfHold(held: StatusView['retention']['held']): string[] {
  if (held === null) return [];
  const first = held.reason === 'silence' ? '' : ' After a failover first try goal worker --confirm --same-history.';
  return [`Retention deletes nothing until it is confirmed: goal worker --confirm.${first}`];
}

/** Streams that have to fail before it looks like a fault on our side. */
const manyStreams = 5;
/** Seconds for which an event may wait for a stream that does not fail. */
const longWaitSeconds = 300;

function concernsOfStreams({
  active,
  failing,
  failing_since: since,
  resting,
  waiting_seconds: wait,
}: StatusView['streams']): string[] {
  const count = (streams: number): string => (streams === 1 ? '1 stream' : `${streams} streams`);
  return [
    ...(resting === 0
      ? []
      : [
          `${count(resting)} at rest since the database was restored or failed over: after a failover goal worker --confirm, after a restore a resume of each.`,
        ]),
    ...(failing >= manyStreams && failing > active
      ? [`Most streams fail, the first since ${since ?? ''}: look at the way out of this network.`]
      : []),
    ...(wait > longWaitSeconds
      ? [
          `An event has waited ${wait} s for a stream that does not fail: the log says whether the streams are worked on.`,
        ]
      : []),
  ];
}

/** Three rounds. */
const longUncosignedSeconds = 3 * 3600;

function concernsOfWitnesses(logs: StatusView['signed_logs']): string[] {
  const late = (logs?.log_of_logs?.witnesses ?? []).filter(
    ({ behind_seconds: seconds }) => seconds > longUncosignedSeconds,
  );
  return late.map(
    ({ name, failing_since: since, failure }) =>
      `The witness ${name} has not cosigned since ${since ?? ''}: ${failure ?? ''}.`,
  );
}

/** Twelve times what SEAL_SECONDS is by default. */
const longBehindSeconds = 60;

/** Sentences on what needs a person; empty if all is well. `now` is in milliseconds since 1970. */
function concernsOf(
  {
    database,
    citus,
    redis,
    instances,
    retention,
    mail,
    streams,
    signed_logs: logs,
    payment_refusal: refusal,
  }: Omit<StatusView, 'concerns'>,
  risks: readonly string[],
  now: number,
): string[] {
  const age = (time: string | null): number => (time === null ? 0 : now - Date.parse(time));
  return [
    ...risks.map((risk) => `What is acknowledged may be lost: ${risk}`),
    ...(database.refuses_writes === null ? [] : [`The database refuses writes: ${database.refuses_writes}.`]),
    ...(citus?.workers.flatMap(concernsOfWorker) ?? []),
    ...(instances.some(({ kind }) => kind === 'server') ? [] : ['No server was heard of within the last minute.']),
    ...(new Set(instances.map((instance) => instance.version)).size > 1
      ? ['Instances of different versions are running.']
      : []),
    ...concernsOfHold(retention.held),
    ...(retention.held === null && [retention.last_pass_at, retention.last_end_at].some((time) => age(time) > 24 * hour)
      ? ['Retention has not come to its end for a day.']
      : []),
    ...(mail.failing > 0 && age(mail.oldest_waiting_since) > hour
      ? [`Mail has not been taken for an hour: ${mail.last_failure ?? ''}.`]
      : []),
    ...concernsOfStreams(streams),
    ...(logs === null || logs.mismatches === 0
      ? []
      : [
          `${logs.mismatches} leaves of signed logs do not match what is stored: somebody changed the database by hand.`,
        ]),
    ...(logs !== null && logs.behind_seconds > longBehindSeconds && retention.held === null
      ? [`An event has waited ${logs.behind_seconds} s to be sealed: the log says why.`]
      : []),
    ...concernsOfWitnesses(logs),
    ...(refusal !== null && wantsAttention(refusal, now)
      ? [`A payment event changed nothing within the last day: ${refusal.reason}.`]
      : []),
    ...(redis === null || redis.reachable
      ? []
      : ['Redis is out of reach: each instance applies rate limits by itself.']),
  ];
}
