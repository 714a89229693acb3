import { Command } from 'commander';

import { withDatabase } from '../with-core.ts';

/** `goal migrate` (rulings §9.1): brings the database to this version, as every start of the server does too. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database to the state of this version; the server does the same when it starts')
    .option('--json', 'print one JSON object: {"applied": [names]}')
    .addHelpText('after', '\nExample:\n  goal migrate --json')
    .action(async ({ json }: { json?: true }) => {
      const applied = await withDatabase(async (prepared) => prepared.applied);
      if (json) console.log(JSON.stringify({ applied }));
      else console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
    });
}
