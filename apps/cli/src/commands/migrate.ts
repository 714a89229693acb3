import { distribute } from '@goal/db';
import { Command } from 'commander';

import { say, sayJson } from '../terminal.ts';
import { withDatabase, withReachedDatabase } from '../with-core.ts';

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
    .option('--dry-run', 'with --distribute: check the tables and print the statements without running them')
    .option('--json', 'print one JSON object: {"applied": [names]}; --distribute adds "distributed": [statements]')
    .addHelpText('after', '\nExamples:\n  goal migrate --json\n  goal migrate --distribute --dry-run')
    .action(async (options: { distribute?: true; dryRun?: true; json?: true }, command: Command) => {
      if (options.dryRun && !options.distribute) command.error('error: --dry-run needs --distribute');
      if (options.dryRun) {
        // A dry run does not migrate.
        const statements = await withReachedDatabase(({ url }) => distribute(url, { isDryRun: true }));
        if (options.json) sayJson({ applied: [], distributed: statements });
        else say(statements.join('\n'));
        return;
      }
      const { applied, distributed } = await withDatabase(async ({ applied, url }) => ({
        applied,
        ...(options.distribute ? { distributed: await distribute(url, { isDryRun: false }) } : {}),
      }));
      if (options.json) sayJson({ applied, distributed });
      else {
        say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
        if (distributed !== undefined)
          say(
            distributed.length === 0
              ? 'Everything was distributed already.'
              : `Distributed:\n${distributed.join('\n')}`,
          );
      }
    });
}
