/** Signs that begin a formula, and their full-width forms. */
const signs = new Set([...'=+-@＝＋－＠'].map((sign) => sign.codePointAt(0)));
const apostrophe = 0x27;

/**
 * White space and characters that no screen shows, as first and last code point. The list is fixed,
 * so that every reader of a file knows it, whatever version of Unicode it has.
 */
const blanks: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** Whether the first sign of a formula may come behind this character: an apostrophe or a blank. */
export const isBeforeFormula = (codePoint: number): boolean =>
  codePoint === apostrophe || blanks.some(([first, last]) => codePoint >= first && codePoint <= last);

/** Whether a formula may begin with this character. */
export const isFormulaSign = (codePoint: number): boolean => signs.has(codePoint);

/**
 * Whether a text begins like a formula, behind any apostrophes, white space and invisible
 * characters. Such a text has one apostrophe more in a CSV file (rulings §9.8). A reader takes one
 * apostrophe off each field that begins with one and begins like a formula, and has the text that
 * was sent.
 */
export function beginsLikeFormula(text: string): boolean {
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0;
    if (!isBeforeFormula(codePoint)) return isFormulaSign(codePoint);
  }
  return false;
}

/**
 * A text as a quoted field of a CSV file (RFC 4180). Spreadsheets run a text that begins like a
 * formula; an apostrophe before it prevents that.
 */
export function csvField(value: string): string {
  const text = beginsLikeFormula(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
