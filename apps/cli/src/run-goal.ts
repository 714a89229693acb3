import { Command, CommanderError } from 'commander';

import { adminTokenCommand } from './commands/admin-token.ts';
import { backupCommand } from './commands/backup.ts';
import { demoCommand } from './commands/demo.ts';
import { inviteCommand } from './commands/invite.ts';
import { logCommand } from './commands/log.ts';
import { migrateCommand } from './commands/migrate.ts';
import { peopleCommand } from './commands/people.ts';
import { planCommand } from './commands/plan.ts';
import { redactionsCommand } from './commands/redactions.ts';
import { restoreCommand } from './commands/restore.ts';
import { sealCommand } from './commands/seal.ts';
import { ssoCommand } from './commands/sso.ts';
import { statusCommand } from './commands/status.ts';
import { verifyCommand } from './commands/verify.ts';
import { witnessCommand } from './commands/witness.ts';
import { workerCommand } from './commands/worker.ts';
import { isSentence } from './refusal.ts';
import { surroundings } from './surroundings.ts';
import { tell } from './terminal.ts';

/**
 * Runs a `goal` command with the arguments behind its name, and sets the exit code. It never
 * rejects: an error is told on standard error.
 */
export async function runGoal(args: readonly string[]): Promise<void> {
  try {
    await goalProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has told what is wrong, or has shown the help.
    if (error instanceof CommanderError) surroundings().exitCode = error.exitCode;
    else {
      tell(
        error instanceof Error ? (isSentence(error) ? error.message : (error.stack ?? error.message)) : String(error),
      );
      surroundings().exitCode = 1;
    }
  }
}

/** The command `goal`, with all commands below it. */
export function goalProgram(): Command {
  const program = new Command('goal')
    .description("The command line of Goal. It works on the service's database, with or without a running server.")
    .addCommand(adminTokenCommand())
    .addCommand(inviteCommand())
    .addCommand(peopleCommand())
    .addCommand(migrateCommand())
    .addCommand(demoCommand())
    .addCommand(planCommand())
    .addCommand(workerCommand())
    .addCommand(statusCommand())
    .addCommand(backupCommand())
    .addCommand(redactionsCommand())
    .addCommand(restoreCommand())
    .addCommand(sealCommand())
    .addCommand(logCommand())
    .addCommand(ssoCommand())
    .addCommand(verifyCommand())
    .addCommand(witnessCommand())
    .addHelpText(
      'after',
      `
It finds the database as the server does: DATABASE_URL, or else the embedded PostgreSQL in DATA_DIR (.data).
Exit code 0: success. 1: failure, including wrong usage; the reason is on standard error. verify has its own.

In a checkout:
  npm run -s goal -- admin-token create --name me --scope admin:write
  npm run -s goal -- demo`,
    );
  useSurroundings(program);
  return program;
}

/** Makes a command and those below it print to the surroundings, and throw at their exit. */
function useSurroundings(command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => surroundings().stdout.write(text),
    writeErr: (text) => surroundings().stderr.write(text),
  });
  for (const one of command.commands) useSurroundings(one);
}
