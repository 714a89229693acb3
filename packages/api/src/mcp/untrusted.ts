import { codePoints, cutText, visible } from '@goal/contract';

/**
 * Texts that a stranger may have chosen, in one block that they cannot close: on one line, with
 * nothing hidden. Each is cut to `maxCodePoints` code points, and a note behind the block tells
 * when. Empty texts are left out.
 */
export function untrusted(fields: Readonly<Record<string, string | null>>, maxCodePoints: number): string {
  const given = Object.entries(fields).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
  const shown = given.map(({ name, text }) => `${name}: ${inert(cutText(text, maxCodePoints))}`).join(' | ');
  const notes = given.flatMap(({ name, text }) => {
    const length = codePoints(text);
    return length > maxCodePoints ? [` [${name} cut: its first ${maxCodePoints} of ${length} characters]`] : [];
  });
  return `<untrusted>${shown}</untrusted>${notes.join('')}`;
}

/** One such text in a block of its own. A text that is cut ends with ` […]` behind its block. */
export function untrustedText(text: string, maxCodePoints: number): string {
  const cut = cutText(text, maxCodePoints);
  return `<untrusted>${inert(cut)}</untrusted>${cut === text ? '' : ' […]'}`;
}

/** The visible text, in which no tag can begin or end a block. */
function inert(text: string): string {
  return visible(text).replace(/<(?=\s*\/?\s*untrusted)/giu, '\\u{3c}');
}

/** A text of the caller or of the account's owner, in quotes. */
export const quoted = (text: string): string => `"${inert(text).replaceAll('"', '\\"')}"`;

/** Names that a line tells, and code points of each: a caller may send any number of any length. */
const [namesMax, nameMax] = [10, 40];

/** Names that a caller made up, on one line, bounded. */
export function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, namesMax).map((name) => quoted(cutText(name, nameMax)));
  const rest = names.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
