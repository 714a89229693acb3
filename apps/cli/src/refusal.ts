import { DomainError } from '@goal/contract';
import { BackupError, StartupError } from '@goal/db';

import { EnvError } from './env.ts';

/** Why a command is not done, in a sentence for the person who typed it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** True for what a person can put right and is told in a sentence; anything else needs its stack. */
export function isSentence(error: unknown): boolean {
  return [Refusal, DomainError, StartupError, BackupError, EnvError].some((kind) => error instanceof kind);
}
