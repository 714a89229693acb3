import { parseCheckpoint } from '../checkpoint.ts';
import { parseTlogProof } from '../tlog-proof.ts';

/** A checkpoint that stands by itself in a text, such as a mail, with a few extension lines. */
const standing = /^\S+\n(?:0|[1-9][0-9]*)\n\S+\n(?:[^\n]+\n){0,20}\n(?:— \S+ \S+\n)+/gmu;

/**
 * The text without what editors, mailers and a paste add: a byte order mark, other line ends,
 * blanks around a line, the marks of a quotation, a last line without its end.
 */
function asWritten(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replace(/^(?:>\s*)+/u, ''));
  return `${lines.join('\n').trimEnd()}\n`;
}

/**
 * The checkpoints in a text, each once: a signed note, a proof of an event, JSON or JSON lines with
 * a `checkpoint`, or any text in which a note stands.
 */
export function checkpointsIn(text: string): string[] {
  const whole = asWritten(text);
  const proof = parseTlogProof(whole);
  const found = proof === undefined ? [...valuesIn(whole), ...(whole.match(standing) ?? [])] : [proof.checkpoint];
  return [...new Set(found)].filter((one) => parseCheckpoint(one) !== undefined);
}

function valuesIn(text: string): string[] {
  const found: string[] = [];
  const whole = parsed(text);
  for (const value of whole === undefined ? text.split('\n').map(parsed) : [whole]) collect(value, found);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Collects checkpoints; one that witnesses signed is of another log. */
function collect(value: unknown, found: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value))
    if (key === 'checkpoint' && typeof one === 'string') found.push(one);
    else if (key !== 'witnessed' && key !== 'event') collect(one, found);
}
