/**
 * Characters that no screen shows, but that a terminal obeys or a model reads: controls, direction
 * marks, tags, fillers, variation selectors, line separators.
 */
export const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with invisible characters written out: `\n`, `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen, (char) => short[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
