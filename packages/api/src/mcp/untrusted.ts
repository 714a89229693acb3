import { codePoints, cutText } from '@goal/contract';

/** What no screen shows and a model reads all the same: controls, marks of direction, tags, fillers, selectors, separators of lines. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with everything that cannot be seen written out: `\n`, `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen, (char) => short[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * Texts that a stranger may have chosen, in one block that they cannot close: on one line, nothing hidden, each cut to `most` code points with a note
 * behind the block that says so. Empty ones are left out.
 */
export function untrusted(fields: Readonly<Record<string, string | null>>, most: number): string {
  const given = Object.entries(fields).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
  const shown = given.map(({ name, text }) => `${name}: ${harmless(cutText(text, most))}`).join(' | ');
  const notes = given.flatMap(({ name, text }) => {
    const length = codePoints(text);
    return length > most ? [` [${name} cut: its first ${most} of ${length} characters]`] : [];
  });
  return `<untrusted>${shown}</untrusted>${notes.join('')}`;
}

/** A text that cannot end the block that it stands in. */
function harmless(text: string): string {
  return visible(text).replace(/<(?=\s*\/?\s*untrusted)/giu, '\\u{3c}');
}
