import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import { version } from '@goal/contract';
import { writeBackup, type BackupSummary } from '@goal/db';
import { Command } from 'commander';

import { megabytes, progress } from '../progress.ts';
import { Refusal } from '../refusal.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { refuseWhenStopped, withReachedDatabase } from '../with-core.ts';
import { writeWhole } from '../whole-file.ts';

/**
 * `goal backup FILE`: writes a snapshot of the whole database into one file, with or without a
 * running service (docs/decisions/029-backup.md).
 */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write a snapshot of the whole database into one file; the service may keep running')
    .argument(
      '<file>',
      'the file to write; an existing one is replaced once the backup is complete. - is standard output',
    )
    .option('--json', 'print one JSON object: {"file", "taken_at", "migration", "tables", "rows", "bytes"}')
    .addHelpText(
      'after',
      '\nExamples:\n  goal backup /backups/goal.backup\n  goal backup - | zstd > goal.backup.zst\n\nThe file contains everything: protect it like the database.',
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const isPiped = file === '-';
      if (isPiped && json) throw new Refusal('The backup goes to standard output: leave out --json.');
      if (isPiped && process.stdout.isTTY)
        throw new Refusal('Standard output is a terminal: give a file name, or pipe the backup to a program.');
      const target = path.resolve(file);
      const summary = await withReachedDatabase(async ({ url }, _env, signal) => {
        const result: { summary?: BackupSummary } = {};
        async function* bytes(): AsyncGenerator<Buffer> {
          result.summary = yield* writeBackup(url, { program: version, onProgress: progress() });
        }
        try {
          if (isPiped) await pipeline(bytes, process.stdout, { signal, end: false });
          else await writeWhole(target, bytes(), signal);
        } catch (error) {
          refuseWhenStopped(signal);
          if (isPiped && error instanceof Error && 'code' in error && error.code === 'EPIPE')
            throw new Refusal('Standard output was closed before the backup was complete.', { cause: error });
          throw error;
        }
        return result.summary;
      });
      if (summary === undefined) throw new Error('a backup without a summary');
      if (json) return sayJson({ file: target, ...summary });
      const { rows, tables, taken_at } = summary;
      const words = `${new Intl.NumberFormat('en').format(rows)} rows of ${tables} tables, ${megabytes(summary.bytes)}, as of ${taken_at}`;
      if (isPiped) tell(`Backed up ${words}.`);
      else say(`Backed up ${words}, into ${target}.`);
    });
}
