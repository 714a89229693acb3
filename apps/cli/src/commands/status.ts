import { version } from '@goal/contract';
import { concernsOf, getStatus, type Status } from '@goal/core';
import { Command } from 'commander';

import { withCore } from '../with-core.ts';
import { refusesWrites } from './status-writes.ts';
import { redisConcerns, redisLine, redisStatus, type RedisStatus } from './status-redis.ts';

/** `goal status` (rulings §9.1): one screen for the person on call; exit code 1 when something wants a person. */
export function statusCommand(): Command {
  return new Command('status')
    .description('one screen for the person on call; exit code 1 when something wants a person')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  goal status')
    .action(async ({ json }: { json?: true }) => {
      const seen = await withCore(async ({ core, env }) => {
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
      });
      const refused = seen.database.refuses_writes;
      const concerns = [
        ...(refused === null ? [] : [`The database takes no writes: ${refused}.`]),
        ...concernsOf(seen, Date.now()),
        ...redisConcerns(seen.redis),
      ];
      if (json) console.log(JSON.stringify({ ...seen, concerns }));
      else console.log(screenOf(seen, concerns));
      if (concerns.length > 0) process.exitCode = 1;
    });
}

/** What the last whole pass deleted; a pass that is under way does not count yet. */
function deletedLine({ last_deleted: deleted, last_end_at: at }: Status['retention']): string {
  if (deleted === null || at === null) return 'no pass has come to its end yet';
  return `the last whole pass deleted ${new Intl.NumberFormat('en').format(deleted)}, and ended ${at}`;
}

/** What the worker counted, and when. */
function overdueLine({ events, oldest_day: oldest, counted_at: at }: Status['retention']['overdue']): string {
  if (at === null) return 'not counted yet: a running server or worker counts every ten minutes';
  const oldestOf = oldest === null ? '' : `, the oldest of ${oldest}`;
  return `${new Intl.NumberFormat('en').format(events)} events overdue${oldestOf}, counted ${at}`;
}

type Seen = Status & {
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

/** So many instances are named on the screen. */
const mostInstances = 8;

function screenOf(seen: Seen, concerns: readonly string[]): string {
  const count = (number: number): string => new Intl.NumberFormat('en').format(number);
  const { database, retention, mail, instances, payment_refusal: refusal } = seen;
  const kinds = ['server', 'worker'].map((kind) => `${instances.filter((one) => one.kind === kind).length} ${kind}`);
  const lines: [string, string][] = [
    ['Version', seen.version],
    ['Database', `${database.kind}, PostgreSQL ${database.postgresql}, ${count(Math.round(database.bytes / 1e6))} MB`],
    ['Migrations', `all applied, the last ${database.last_migration ?? 'none'}`],
    ['Instances', `${kinds.join(', ')} within the last minute`],
    ...instances
      .slice(0, mostInstances)
      .map(({ kind, name, version, started_at }): [string, string] => [
        '',
        `${kind} ${name}, ${version}, since ${started_at}`,
      ]),
    redisLine(seen.redis),
    ['Retention', `last pass began ${retention.last_pass_at ?? 'never'}`],
    ['', deletedLine(retention)],
    ['', overdueLine(retention.overdue)],
    [
      '',
      retention.held === null
        ? 'nothing held back'
        : `HELD since the pass of ${retention.held.since}: ${retention.held.reason}`,
    ],
    ['To reclaim', `${count(seen.to_reclaim)} deleted sites and accounts`],
    [
      'Mail',
      `${count(mail.waiting)} waiting, ${count(mail.failing)} failing${mail.last_failure === null ? '' : `: ${mail.last_failure}`}`,
    ],
    ['Payments', refusal === null ? 'nothing refused' : `last refused ${refusal.at}: ${refusal.reason}`],
  ];
  const told = lines.map(([name, text]) => `${name.padEnd(11)} ${text}`).join('\n');
  return `${told}\n\n${concerns.length === 0 ? 'All is well.' : concerns.map((one) => `! ${one}`).join('\n')}`;
}
