/** A part of a text as it is, or a character that hides or reorders others, with its name. */
export type TextPart = { text: string; name?: string };

// Controls without tab and line feed, marks and overrides of direction, characters without width,
// line separators, private tags and interlinear marks.
const ranges =
  '0-8 b-1f 7f-9f ad 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 2028-202e 2060-206f 3164 fe00-fe0d feff ffa0 fff9-fffb e0000-e0fff';
const hidden = new RegExp(`[${ranges.replaceAll(/[\da-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`, 'gu');

/** Splits a text at characters that hide or reorder it. The parts joined are the text. */
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

/** JSON in which characters that hide or reorder text are escaped, by their units of UTF-16. */
export const visibleJson = (value: unknown): string =>
  visibleParts(JSON.stringify(value, null, 2))
    .map(({ text, name }) =>
      name === undefined ? text : text.replaceAll(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0))}`),
    )
    .join('');

const nameOf = (character: string): string => `U+${hex(character.codePointAt(0) ?? 0).toUpperCase()}`;

const hex = (code: number): string => code.toString(16).padStart(4, '0');
