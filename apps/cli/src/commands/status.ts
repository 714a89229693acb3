import { version } from '@goal/contract';
import { concernsOf, getStatus, type Status } from '@goal/core';
import { Command } from 'commander';

import { withCore, type Work } from '../with-core.ts';
import { refusesWrites } from './status-writes.ts';
import { redisConcerns, redisLine, redisStatus, type RedisStatus } from './status-redis.ts';

/**
 * `goal status` (rulings §9.1): one screen for the operator on call; exit code 1 if anything needs
 * attention.
 */
export function statusCommand(): Command {
  return new Command('status')
    .description('show one screen for the operator on call; exit code 1 if anything needs attention')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  goal status')
    .action(async ({ json }: { json?: true }) => {
      const status = await withCore(readStatus);
      const refused = status.database.refuses_writes;
      const concerns = [
        ...(refused === null ? [] : [`The database refuses writes: ${refused}.`]),
        ...concernsOf(status, Date.now()),
        ...redisConcerns(status.redis),
      ];
      if (json) console.log(JSON.stringify({ ...status, concerns }));
      else console.log(screenOf(status, concerns));
      if (concerns.length > 0) process.exitCode = 1;
    });
}

async function readStatus({ core, env }: Work): Promise<FullStatus> {
  const [server] = (
    await core.db.work.query<{ version: string; size: number }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as size`,
    )
  ).rows;
  const migrations = await core.db.work.query<{ last: string }>(
    `select migration_name as last from _prisma_migrations where finished_at is not null order by migration_name desc limit 1`,
  );
  const database = {
    kind: env.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL',
    postgresql: server?.version ?? '',
    bytes: server?.size ?? 0,
    last_migration: migrations.rows[0]?.last ?? null,
    refuses_writes: await refusesWrites(core.db),
  };
  return { version, database, redis: await redisStatus(env.redisUrl), ...(await getStatus(core)) };
}

const count = (number: number): string => new Intl.NumberFormat('en').format(number);

/** What the last complete pass deleted; a running pass does not count yet. */
function deletedLine({ last_deleted: deleted, last_end_at: at }: Status['retention']): string {
  if (deleted === null || at === null) return 'no pass has completed yet';
  return `the last complete pass deleted ${count(deleted)} events and ended ${at}`;
}

/** What the worker counted, and when. */
function overdueLine({ events, oldest_day: oldest, counted_at: at }: Status['retention']['overdue']): string {
  if (at === null) return 'not counted yet: a running server or worker counts every ten minutes';
  const oldestOf = oldest === null ? '' : `, the oldest from ${oldest}`;
  return `${count(events)} events overdue${oldestOf}, counted ${at}`;
}

type FullStatus = Status & {
  version: string;
  database: {
    kind: string;
    postgresql: string;
    bytes: number;
    last_migration: string | null;
    refuses_writes: string | null;
  };
  redis: RedisStatus;
};

/** Maximum number of instances listed on the screen. */
const listedInstancesMax = 8;

function screenOf(status: FullStatus, concerns: readonly string[]): string {
  const { database, retention, mail, people, instances, payment_refusal: refusal } = status;
  const kinds = ['server', 'worker'].map((kind) => `${instances.filter((one) => one.kind === kind).length} ${kind}`);
  const lines: [string, string][] = [
    ['Version', status.version],
    ['Database', `${database.kind}, PostgreSQL ${database.postgresql}, ${count(Math.round(database.bytes / 1e6))} MB`],
    ['Migrations', `all applied, the last ${database.last_migration ?? 'none'}`],
    ['Instances', `${kinds.join(', ')} within the last minute`],
    ...instances
      .slice(0, listedInstancesMax)
      .map(({ kind, name, version, started_at }): [string, string] => [
        '',
        `${kind} ${name}, ${version}, since ${started_at}`,
      ]),
    redisLine(status.redis),
    ['Retention', `last pass began ${retention.last_pass_at ?? 'never'}`],
    ['', deletedLine(retention)],
    ['', overdueLine(retention.overdue)],
    [
      '',
      retention.held === null
        ? 'nothing held back'
        : `HELD since the pass of ${retention.held.since}: ${retention.held.reason}`,
    ],
    ['To reclaim', `${count(status.to_reclaim)} deleted sites and accounts`],
    [
      'Mail',
      `${count(mail.waiting)} waiting, ${count(mail.failing)} failing${mail.last_failure === null ? '' : `: ${mail.last_failure}`}`,
    ],
    [
      'People',
      `${count(people.people)} people, ${count(people.open_sessions)} sessions open, ${count(people.open_invitations)} invitations open`,
    ],
    ['Payments', refusal === null ? 'nothing refused' : `last refused ${refusal.at}: ${refusal.reason}`],
  ];
  const screen = lines.map(([name, text]) => `${name.padEnd(11)} ${text}`).join('\n');
  return `${screen}\n\n${concerns.length === 0 ? 'All is well.' : concerns.map((one) => `! ${one}`).join('\n')}`;
}
