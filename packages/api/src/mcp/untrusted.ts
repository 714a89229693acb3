import { codePoints, cutText } from '@goal/contract';

/**
 * Characters that no screen shows but a model reads: controls, direction marks, tags, fillers,
 * variation selectors, line separators.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with invisible characters written out: `\n`, `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen, (char) => short[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * Texts that a stranger may have chosen, in one block that they cannot close: on one line, with
 * nothing hidden. Each is cut to `maxCodePoints` code points, and a note behind the block tells
 * when. Empty texts are left out.
 */
export function untrusted(fields: Readonly<Record<string, string | null>>, maxCodePoints: number): string {
  const given = Object.entries(fields).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
  const shown = given.map(({ name, text }) => `${name}: ${harmless(cutText(text, maxCodePoints))}`).join(' | ');
  const notes = given.flatMap(({ name, text }) => {
    const length = codePoints(text);
    return length > maxCodePoints ? [` [${name} cut: its first ${maxCodePoints} of ${length} characters]`] : [];
  });
  return `<untrusted>${shown}</untrusted>${notes.join('')}`;
}

/** Escapes a closing tag, so that the text cannot end the block around it. */
function harmless(text: string): string {
  return visible(text).replace(/<(?=\s*\/?\s*untrusted)/giu, '\\u{3c}');
}
