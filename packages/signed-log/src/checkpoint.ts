import { hashFromBase64, type Hash } from './hash.ts';
import { parseNote, type SignedNote } from './signed-note.ts';

/** A log at one size: what a checkpoint says (c2sp.org/tlog-checkpoint). */
export interface TreeHead {
  origin: string;
  size: number;
  root: Hash;
}

/** The body of a checkpoint, which `signNote` signs. We write no extension lines. */
export const checkpointBody = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${btoa(root)}\n`;

/**
 * Reads a checkpoint; undefined for another text. What its extension lines say, is nobody's
 * business but the log's: they are signed with the rest and passed over. It verifies nothing.
 */
export function parseCheckpoint(text: string): { head: TreeHead; note: SignedNote } | undefined {
  const note = parseNote(text);
  const [, origin, digits, encoded] =
    /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([^\n]+)\n(?:[^\n]+\n)*$/.exec(note?.body ?? '') ?? [];
  if (note === undefined || origin === undefined || encoded === undefined) return undefined;
  const [size, root] = [Number(digits), hashFromBase64(encoded)];
  return root === undefined || !Number.isSafeInteger(size) ? undefined : { head: { origin, size, root }, note };
}

/** Another log's checkpoint in one line without signatures, for the log of logs. */
export const checkpointEntry = ({ origin, size, root }: TreeHead): string =>
  `checkpoint ${origin} ${size} ${btoa(root)}`;

/** Reads what `checkpointEntry` writes; undefined for anything else. */
export function parseCheckpointEntry(entry: string): TreeHead | undefined {
  const [, origin, digits, encoded] = /^checkpoint (\S+) (0|[1-9][0-9]{0,15}) (\S+)$/.exec(entry) ?? [];
  const [size, root] = [Number(digits), hashFromBase64(encoded ?? '')];
  return origin === undefined || root === undefined ? undefined : { origin, size, root };
}
