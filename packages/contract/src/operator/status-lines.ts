import { counted } from '../text/quoted.ts';
import type { StatusView } from './status.ts';

// Without a schema, as the other words that the web apps share with the service.

const count = (number: number): string => new Intl.NumberFormat('en').format(number);

const zoneSources: Readonly<Record<StatusView['time_zones']['source'], string>> = {
  shipped: 'as shipped',
  runtime: 'from Node',
  TZ_FILE: 'from TZ_FILE',
};

/** The last complete pass; a running one does not count yet. */
function deletedLine({ last_deleted: deleted, last_end_at: at }: StatusView['retention']): string {
  if (deleted === null || at === null) return 'no pass has completed yet';
  return `the last complete pass deleted ${count(deleted)} events and ended ${at}`;
}

function overdueLine({ events, oldest_day: oldest, counted_at: at }: StatusView['retention']['overdue']): string {
  if (at === null) return 'not counted yet: a running server or worker counts every ten minutes';
  const oldestOf = oldest === null ? '' : `, the oldest from ${oldest}`;
  return `${count(events)} events overdue${oldestOf}, counted ${at}`;
}

/** Maximum number of instances, and of workers of Citus, that the lines name. */
const listedInstancesMax = 8;

function citusLines({ shards, imbalance, workers }: NonNullable<StatusView['citus']>): string[] {
  const balance = imbalance === null ? '' : `, the largest holds ${imbalance.toFixed(2)} × the mean`;
  return [
    `${count(shards)} shards on ${count(workers.length)} workers${balance}`,
    ...workers
      .slice(0, listedInstancesMax)
      .map(({ name, shards: held, bytes }) =>
        bytes === null
          ? `${name} is AWAY, with ${count(held)} shards`
          : `${name}: ${count(held)} shards, ${count(Math.round(bytes / 1e6))} MB`,
      ),
  ];
}

function redisLine(redis: StatusView['redis']): string {
  if (redis === null) return 'none: each instance applies rate limits by itself';
  return redis.reachable ? 'reachable: rate limits are shared' : `out of reach: ${redis.reason ?? ''}`;
}

function streamLines({ active, failing, failing_since: since, ...streams }: StatusView['streams']): string[] {
  const fails = since === null ? '' : `, since ${since}`;
  const { paused, resting, disabled, set_aside: aside, waiting_seconds: seconds, key_kept: kept } = streams;
  return [
    `${count(active)} active, ${count(failing)} failing${fails}, ${count(paused)} paused, ${count(disabled)} switched off`,
    ...(resting === 0 ? [] : [`${count(resting)} at rest since the database was restored or failed over`]),
    ...(aside === 0 ? [] : [`${count(aside)} events set aside`]),
    ...(seconds === 0 ? [] : [`the oldest event waits for ${count(seconds)} s`]),
    ...(kept === 'database' ? ['the key that seals their secrets is in the database'] : []),
  ];
}

function holdsLine({ running, accounts }: NonNullable<StatusView['legal_holds']>): string {
  const of = accounts === 1 ? '1 account' : `${count(accounts)} accounts`;
  return `${count(running)} in ${of}: nothing that they cover is deleted`;
}

function logsLine(of: StatusView['signed_logs']): string {
  if (of === null) return 'not known: not all workers of Citus answered';
  const { logs, behind_seconds: behind, mismatches, key_kept: kept } = of;
  const key = kept === null ? 'no key yet' : `the key is in the ${kept}`;
  const changed = mismatches === 0 ? '' : `, ${count(mismatches)} leaves DO NOT MATCH`;
  return `${count(logs)}, ${behind === 0 ? 'all sealed' : `${count(behind)} s behind`}, ${key}${changed}`;
}

function witnessLines(logs: StatusView['signed_logs']): string[] {
  return (logs?.log_of_logs?.witnesses ?? []).map(({ name, size, cosigned_at: at, failing_since: since, failure }) => {
    const cosigned = at === null ? 'cosigned nothing yet' : `cosigned ${count(size)} entries at ${at}`;
    return `${name} ${cosigned}${since === null ? '' : `, FAILS since ${since}: ${failure ?? ''}`}`;
  });
}

/**
 * The status in words, for the command line and the console: each label with its lines. Times stand
 * in the lines in their wire form.
 */
export function statusLines(status: StatusView): readonly (readonly [label: string, lines: readonly string[]])[] {
  const { database, retention, mail, people, instances, payment_refusal: refusal } = status;
  const kinds = ['server', 'worker'].map((kind) => {
    const number = instances.filter((one) => one.kind === kind).length;
    return `${number} ${kind}${number === 1 ? '' : 's'}`;
  });
  const failure = mail.last_failure === null ? '' : `: ${mail.last_failure}`;
  const sessions = `${counted(people.open_sessions, 'session', 'sessions')} open`;
  const invitations = `${counted(people.open_invitations, 'invitation', 'invitations')} open`;
  return [
    ['Version', [status.version]],
    [
      'Database',
      [`${database.kind}, PostgreSQL ${database.postgresql}, ${count(Math.round(database.bytes / 1e6))} MB`],
    ],
    ...(status.citus === null ? [] : [['Citus', citusLines(status.citus)] as const]),
    ['Migrations', [`all applied, the last ${database.last_migration ?? 'none'}`]],
    [
      'Instances',
      [
        `${kinds.join(', ')} within the last minute`,
        ...instances
          .slice(0, listedInstancesMax)
          .map(({ kind, name, version, started_at }) => `${kind} ${name}, ${version}, since ${started_at}`),
      ],
    ],
    ['Time zones', [`rules of ${status.time_zones.release}, ${zoneSources[status.time_zones.source]}`]],
    ['Redis', [redisLine(status.redis)]],
    [
      'Retention',
      [
        `last pass began ${retention.last_pass_at ?? 'never'}`,
        deletedLine(retention),
        overdueLine(retention.overdue),
        retention.held === null
          ? 'nothing held back'
          : `HELD since the pass of ${retention.held.since}: ${retention.held.reason}`,
      ],
    ],
    ...(status.legal_holds === undefined ? [] : [['Legal holds', [holdsLine(status.legal_holds)]] as const]),
    ['To reclaim', [`${count(status.to_reclaim)} deleted sites and accounts`]],
    ['Mail', [`${count(mail.waiting)} waiting, ${count(mail.failing)} failing${failure}`]],
    ['Streams', streamLines(status.streams)],
    ['Signed logs', [logsLine(status.signed_logs)]],
    ...(status.signed_logs?.log_of_logs === undefined
      ? []
      : [['Witnesses', witnessLines(status.signed_logs)] as const]),
    ['People', [`${counted(people.people, 'person', 'people')}, ${sessions}, ${invitations}`]],
    ['Payments', [refusal === null ? 'nothing refused' : `last refused ${refusal.at}: ${refusal.reason}`]],
  ];
}
