/** Why a backup was not made or not restored: a sentence or two for a person, printed unchanged. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The file ends before its last line. */
export function cutOff(where: string): BackupError {
  return new BackupError(
    `The file ends ${where}: it was cut off, or the backup did not finish. Nothing was restored; take another file.`,
  );
}

/** The file differs from what was written. */
export function altered(what: string, cause?: unknown): BackupError {
  return new BackupError(`The file was altered or damaged: ${what}. Nothing was restored; take another file.`, {
    cause,
  });
}

/** The file is not a backup. */
export function noBackup(): BackupError {
  return new BackupError('This is no backup of Goal: «goal backup FILE» makes one.');
}
