import { defaultShards, distribute, shardsMax } from '@goal/db';
import { Command, InvalidArgumentError } from 'commander';

import { say, sayJson } from '../terminal.ts';
import { withDatabase, withReachedDatabase } from '../with-core.ts';

type Options = { distribute?: true; shards?: number; dryRun?: true; json?: true };

/**
 * `goal migrate` (rulings §9.1): migrates the database to this version, as every start of the
 * server does. `--distribute`: docs/scale.md.
 */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the database to this version; the server does the same when it starts')
    .option(
      '--distribute',
      'on a Citus coordinator: distribute events and the tables that grow with them over its machines, by account',
    )
    .option(
      '--shards <n>',
      `with --distribute: the parts into which they are distributed, 1 to ${shardsMax} (default: ${defaultShards})`,
      readShards,
    )
    .option('--dry-run', 'with --distribute: check the tables and print the statements without running them')
    .option(
      '--json',
      'print one JSON object: {"applied": [names]}; --distribute adds "distributed": [statements] and "workers_set": [names]',
    )
    .addHelpText('after', '\nExamples:\n  goal migrate --json\n  goal migrate --distribute --dry-run')
    .action(async (options: Options, command: Command) => {
      const { shards, json } = options;
      if (options.dryRun && !options.distribute) command.error('error: --dry-run needs --distribute');
      if (shards !== undefined && !options.distribute) command.error('error: --shards needs --distribute');
      if (options.dryRun) {
        // A dry run does not migrate.
        const { statements } = await withReachedDatabase(({ url }) => distribute(url, { isDryRun: true, shards }));
        if (json) sayJson({ applied: [], distributed: statements, workers_set: [] });
        else say([...statements, advice(shards)].join('\n'));
        return;
      }
      const { applied, done } = await withDatabase(async ({ applied, url }) => ({
        applied,
        done: options.distribute ? await distribute(url, { isDryRun: false, shards }) : undefined,
      }));
      if (json) sayJson({ applied, ...(done && { distributed: done.statements, workers_set: done.set }) });
      else {
        say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
        if (done === undefined) return;
        if (done.set.length > 0) say(`Set what the role needs on: ${done.set.join(', ')}.`);
        if (done.statements.length === 0) say('Everything was distributed already.');
        else say(`Distributed:\n${done.statements.join('\n')}\n${advice(shards)}`);
      }
    });
}

function readShards(text: string): number {
  const shards = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (shards < 1 || shards > shardsMax) throw new InvalidArgumentError(`Give a whole number from 1 to ${shardsMax}.`);
  return shards;
}

/** Bytes of an event with its indexes (docs/performance.md), and of a shard that moves well. */
const eventBytes = 515;
const shardBytes = 40e9;

function advice(shards = defaultShards): string {
  const millions = Math.round((shards * shardBytes) / eventBytes / 1e6);
  return `${shards} shards hold about ${new Intl.NumberFormat('en').format(millions)} million events at 40 GB a shard. Choose --shards for the events that you expect: the number cannot be changed later.`;
}
