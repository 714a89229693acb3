import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { visible } from '@goal/contract';
import { redactRestored, settleRestored, type RestoredToken, type Settled, type WithheldMail } from '@goal/core';
import { restoreBackup } from '@goal/db';
import { Command } from 'commander';

import { progress } from '../progress.ts';
import { openRedactions } from './redactions.ts';
import { refusalOf } from '../whole-file.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { refuseWhenStopped, withReachedDatabase } from '../with-core.ts';

/** Maximum number of withheld mails, and of admin tokens, that are listed. */
const listedMax = 20;

type Options = { json?: true; redactions?: string; revokeAdminTokens?: boolean };

/** `goal restore FILE`: fills an empty database from a backup and migrates it to this version. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('fill an empty database from a backup and migrate it to this version; stop all servers on it first')
    .argument('<file>', 'a file from «goal backup». - is standard input')
    .option(
      '--json',
      'print one JSON object: {"taken_at", "migration", "tables", "rows", "applied": [names], "mails_withheld", "admin_tokens": [{"prefix", "name", "scope"}], "admin_tokens_revoked", "redacted"}',
    )
    .option(
      '--redactions <file>',
      'a file from «goal redactions export»: what it names is redacted in the copy as well',
    )
    .option('--revoke-admin-tokens', 'revoke every admin token of the backup')
    .addHelpText(
      'after',
      '\nExamples:\n  DATA_DIR=/srv/goal/data goal restore /backups/goal.backup\n  goal restore --revoke-admin-tokens /backups/goal.backup\n  zstd -dc goal.backup.zst | goal restore -',
    )
    .action(async (file: string, { json, redactions, revokeAdminTokens: revokesTokens = false }: Options) => {
      const erased = redactions === undefined ? undefined : await openRedactions(redactions);
      const source = file === '-' ? process.stdin : await openFile(file);
      let settled: Settled = { mails: [], tokens: [] };
      let redacted: number | null = null;
      const restored = await withReachedDatabase(async ({ url }, _env, signal) => {
        signal.addEventListener('abort', () => source.destroy(), { once: true });
        try {
          return await restoreBackup(url, source, {
            onProgress: progress(),
            tell,
            signal,
            settle: async (db, from) => {
              settled = await settleRestored(db, { ...from, revokesTokens });
              if (erased !== undefined) redacted = await redactRestored(db, erased.read());
            },
          });
        } catch (error) {
          refuseWhenStopped(signal);
          throw error;
        }
      }).finally(() => source.destroy());
      const { mails, tokens } = settled;
      tellMails(mails);
      tellTokens(tokens, revokesTokens);
      if (json)
        return sayJson({
          ...restored,
          mails_withheld: mails.length,
          admin_tokens: tokens,
          admin_tokens_revoked: revokesTokens,
          redacted,
        });
      say(`Restored ${new Intl.NumberFormat('en').format(restored.rows)} rows of ${restored.tables} tables, as of ${visible(restored.taken_at)}.
Retention deletes nothing until you run «goal worker --confirm». Clients that follow a tail learn that their position has expired. All sessions of the dashboard and all invitations have ended.
${erasedWords(restored.taken_at, redacted)}`);
    });
}

/** Sentences about redactions that are younger than the backup (rulings §13.3). */
function erasedWords(takenAt: string, redacted: number | null): string {
  if (redacted !== null)
    return `${new Intl.NumberFormat('en').format(redacted)} events were redacted as the file says.`;
  const hours = Math.max(0, Math.round((Date.now() - Date.parse(takenAt)) / 3_600_000));
  const age = hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.round(hours / 24)} days`;
  return `The backup is ${age} old, and what was redacted since then is in it with its text: «goal restore --redactions FILE» would have removed it.`;
}

/** Mails that people chose. */
const chosen: Readonly<Record<string, string>> = { weekly: 'the weekly summary', checkpoint: 'the checkpoint' };

function tellMails(mails: readonly WithheldMail[]): void {
  for (const { to, kind, month } of mails.slice(0, listedMax)) {
    const about = kind === 'fair_use' ? 'fair-use mail' : 'mail about the hard limit';
    const news = chosen[kind] ?? `the news «${kind}»`;
    const mail = month === null ? news : `the ${about} for ${month}`;
    tell(visible(`Not sent, because the original service may have sent it: ${mail} to ${to}.`));
  }
  tellMore(mails.length);
}

/** A person looks at the tokens, because a writer of the file could add one (rulings §9.10). */
function tellTokens(tokens: readonly RestoredToken[], areRevoked: boolean): void {
  if (tokens.length === 0) return;
  const what = areRevoked
    ? 'These admin tokens of the backup are revoked'
    : 'These admin tokens of the backup are valid';
  tell(`${what}${areRevoked ? '' : '. Revoke each one that you do not know: goal admin-token revoke PREFIX'}:`);
  for (const { prefix, scope, name } of tokens.slice(0, listedMax))
    tell(visible(`  ${prefix}  ${scope.padEnd(11)}  ${name}`));
  tellMore(tokens.length);
}

function tellMore(count: number): void {
  if (count > listedMax) tell(`… and ${count - listedMax} more.`);
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(path.resolve(file))).createReadStream({ highWaterMark: 1 << 18 });
  } catch (error) {
    throw refusalOf(error, file);
  }
}
