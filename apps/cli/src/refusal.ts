import { DomainError } from '@goal/contract';
import { BackupError, StartupError } from '@goal/db';

import { EnvError } from './env.ts';

/** Why a command cannot do its work, as a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Returns true for errors whose message is a sentence for the user; others need their stack. */
export function isSentence(error: unknown): boolean {
  return [Refusal, DomainError, StartupError, BackupError, EnvError].some((kind) => error instanceof kind);
}
