import fc from 'fast-check';
import { expect, test } from 'vitest';

import { beginsLikeFormula, csvField, isBeforeFormula } from './csv.ts';

/** What a reader of a field does: unquotes it, and takes one apostrophe off (rulings §9.8). */
function readField(field: string): string {
  const text = field.slice(1, -1).replaceAll('""', '"');
  return text.startsWith("'") && beginsLikeFormula(text) ? text.slice(1) : text;
}

test('R§9.8 a field of a CSV file is quoted, and no spreadsheet takes it for a formula', () => {
  expect(csvField('Say "hi",\r\nthen go')).toBe('"Say ""hi"",\r\nthen go"');
  expect(csvField('')).toBe('""');
  const starts = [...'=+-@＝＋－＠', '\t=', '\r\n+', ' -', '\u00a0@', '\ufeff=', '\u200b＝', "'=", "' '\u2066+"];
  for (const start of starts) expect(csvField(`${start}cmd|' /C calc'!A0`)).toBe(`"'${start}cmd|' /C calc'!A0"`);
  for (const text of ['a=1', '\tword', "'quoted'", "'", ' ']) expect(csvField(text)).toBe(`"${text}"`);
});

test('R§9.8 every white space, control and invisible character may stand before a formula', () => {
  const missing: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1)
    if (/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(String.fromCodePoint(codePoint)))
      if (!isBeforeFormula(codePoint)) missing.push(codePoint.toString(16));
  expect(missing).toEqual([]);
});

test('R§9.8 what a reader takes out of a field is what was sent, whatever it is', () => {
  const units = [...'\'"=+-@＝ \t\r\n\u200b\ufeff\u{e0041},x😀'];
  const text = fc.array(fc.constantFrom(...units), { maxLength: 8 }).map((list) => list.join(''));
  fc.assert(fc.property(text, (sent) => readField(csvField(sent)) === sent));
});
