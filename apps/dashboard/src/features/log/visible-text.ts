/**
 * A part of a text: as it is, or a character that cannot be seen or changes the order of others.
 */
export type TextPart = { text: string; name?: string };

// Controls without tab and line feed, marks and overrides of direction, characters without width,
// line separators, private tags and interlinear marks.
const ranges = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
] as const;
const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const hidden = new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`, 'gu');

/**
 * Splits a text that strangers wrote, so that each character which hides or reorders text can be
 * shown by its name (`U+202E`). The parts joined are the text.
 */
export function visibleParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    // Within an emoji, a joiner is no stranger.
    if (character === '\u200D' && /\p{Extended_Pictographic}\uFE0F?$/u.test(text.slice(Math.max(0, index - 4), index)))
      continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: character, name: nameOf(character) });
    end = index + character.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** JSON that reads as what it is: characters that hide or reorder text are escaped. */
export const visibleJson = (value: unknown): string =>
  visibleParts(JSON.stringify(value, null, 2))
    .map(({ text, name }) => (name === undefined ? text : text.replaceAll(/[^]/g, escapedUnit)))
    .join('');

/** One of the two units of UTF-16 that such a character may have. */
const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
