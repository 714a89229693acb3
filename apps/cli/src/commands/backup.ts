import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { version } from '@goal/contract';
import { writeBackup, type BackupSummary } from '@goal/db';
import { Command } from 'commander';

import { megabytes, progress } from '../progress.ts';
import { Refusal } from '../refusal.ts';
import { refuseWhenStopped, tell, withReachedDatabase } from '../with-core.ts';
import { writeWhole } from '../whole-file.ts';

/** `goal backup FILE`: all that the database holds at one moment, in one file, beside a running service or without one (docs/decisions/029-backup.md). */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write all that the database holds at this moment into one file; the service may go on')
    .argument('<file>', 'where to; it replaces a file of that name when it is whole. - is standard output')
    .option('--json', 'print one JSON object: {"file", "taken_at", "migration", "tables", "rows", "bytes"}')
    .addHelpText(
      'after',
      '\nExamples:\n  goal backup /backups/goal.backup\n  goal backup - | zstd > goal.backup.zst\n\nThe file holds everything: keep it as safe as the database.',
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const isPiped = file === '-';
      if (isPiped && json) throw new Refusal('Standard output is the backup: leave --json out.');
      if (isPiped && process.stdout.isTTY)
        throw new Refusal('Standard output is a terminal: name a file, or pipe it on.');
      const target = path.resolve(file);
      const made = await withReachedDatabase(async ({ url }, _env, signal) => {
        const told: { summary?: BackupSummary } = {};
        async function* bytes(): AsyncGenerator<Buffer> {
          told.summary = yield* writeBackup(url, { program: version, onProgress: progress() });
        }
        try {
          if (isPiped) await pipeline(bytes, process.stdout, { signal, end: false });
          else await writeWhole(target, bytes(), signal);
        } catch (error) {
          refuseWhenStopped(signal);
          if (isPiped && error instanceof Error && 'code' in error && error.code === 'EPIPE')
            throw new Refusal('Standard output was closed before the backup was whole.', { cause: error });
          throw error;
        }
        return told.summary;
      });
      if (made === undefined) throw new Error('a backup without a summary');
      if (json) return console.log(JSON.stringify({ file: target, ...made }));
      const said = `${new Intl.NumberFormat('en').format(made.rows)} rows of ${made.tables} tables, ${megabytes(made.bytes)}, as of ${made.taken_at}`;
      if (isPiped) tell(`Backed up ${said}.`);
      else console.log(`Backed up ${said}, into ${target}.`);
    });
}
