import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { settleRestored, type WithheldMail } from '@goal/core';
import { restoreBackup } from '@goal/db';
import { Command } from 'commander';

import { progress } from '../progress.ts';
import { refusalOf } from '../whole-file.ts';
import { refuseWhenStopped, tell, withReachedDatabase } from '../with-core.ts';

/** Maximum number of withheld mails that are listed. */
const listedMailsMax = 20;

/**
 * `goal restore FILE`: fills an empty database from a backup and migrates it to this version
 * (docs/decisions/029-backup.md).
 */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('fill an empty database from a backup and migrate it to this version; stop all servers on it first')
    .argument('<file>', 'a file from «goal backup». - is standard input')
    .option(
      '--json',
      'print one JSON object: {"taken_at", "migration", "tables", "rows", "applied": [names], "mails_withheld"}',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  DATA_DIR=/srv/goal/data goal restore /backups/goal.backup\n  zstd -dc goal.backup.zst | goal restore -',
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const source = file === '-' ? process.stdin : await openFile(file);
      let withheld: WithheldMail[] = [];
      const restored = await withReachedDatabase(async ({ url }, _env, signal) => {
        signal.addEventListener('abort', () => source.destroy(), { once: true });
        try {
          return await restoreBackup(url, source, {
            onProgress: progress(),
            settle: async (db, from) => {
              withheld = await settleRestored(db, from);
            },
          });
        } catch (error) {
          refuseWhenStopped(signal);
          throw error;
        }
      }).finally(() => source.destroy());
      for (const { to, kind, month } of withheld.slice(0, listedMailsMax)) {
        const about = kind === 'fair_use' ? 'fair-use mail' : 'mail about the hard limit';
        const news = kind === 'weekly' ? 'the weekly summary' : `the news «${kind}»`;
        const mail = month === null ? news : `the ${about} for ${month}`;
        tell(`Not sent, because the original service may have sent it: ${mail} to ${to}.`);
      }
      if (withheld.length > listedMailsMax) tell(`… and ${withheld.length - listedMailsMax} more.`);
      if (json) return console.log(JSON.stringify({ ...restored, mails_withheld: withheld.length }));
      console.log(`Restored ${new Intl.NumberFormat('en').format(restored.rows)} rows of ${restored.tables} tables, as of ${restored.taken_at}.
Retention deletes nothing until you run «goal worker --confirm». Clients that follow a tail learn that their position has expired. All sessions of the dashboard and all invitations have ended.`);
    });
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(path.resolve(file))).createReadStream({ highWaterMark: 1 << 18 });
  } catch (error) {
    throw refusalOf(error, file);
  }
}
