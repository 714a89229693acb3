import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cleanText, codePoints, cutText, withoutLinks } from './texts.ts';

const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 60 });

describe('R§5.2 R§7.3 texts', () => {
  it('R§5.2 NUL and lone surrogates become U+FFFD, everything else stays', () => {
    expect(cleanText('a\u0000b\ud800c\udfffd\u{1f389}e\ufeff\r\n')).toBe('a\ufffdb\ufffdc\ufffdd\u{1f389}e\ufeff\r\n');
    expect(cleanText('\udc00\ud800')).toBe('\ufffd\ufffd');
  });

  it('R§5.2 a text is measured in code points, and a lone surrogate counts as one', () => {
    expect(codePoints('')).toBe(0);
    expect(codePoints('\u{1f389}\u{1f389}')).toBe(2);
    expect(codePoints('e\u0301')).toBe(2);
    fc.assert(fc.property(anyText, (text) => codePoints(text) === [...text].length));
  });

  it('R§7.3 cutting keeps the first code points and never half a surrogate pair', () => {
    expect(cutText('x\u{1f389}\u{1f389}', 2)).toBe('x\u{1f389}');
    expect(cutText('abc', 3)).toBe('abc');
    fc.assert(
      fc.property(
        anyText,
        fc.nat({ max: 70 }),
        (text, most) => cutText(text, most) === [...text].slice(0, most).join(''),
      ),
    );
  });

  it('R§7.3 a cleaned text is well formed, holds no NUL, and keeps its length', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toContain('\0');
        expect(encodeURIComponent(clean)).toBeTypeOf('string');
        expect(codePoints(clean)).toBe(codePoints(text));
      }),
    );
  });

  it('R§15.3 what strangers wrote holds no address, mention or mark-up that a program makes a link of, and stays readable', () => {
    const rows: [string, string][] = [
      ['See https://evil.example/a?b=c', 'See https[:]//evil[.]example/a?b=c'],
      ['www.evil.example, evil。example, 203.0.113.7', 'www[.]evil[.]example, evil[.]example, 203[.]0[.]113[.]7'],
      [
        'mailto:a@evil.example tel:+15550100 tel:15550100',
        'mailto[:]a[at]evil[.]example tel[:]+15550100 tel[:]15550100',
      ],
      ['<!channel> <@U012AB3CD> @here', '<!channel> <[at]U012AB3CD> [at]here'],
      [
        '[words](https://evil.example) ![](//evil.example)',
        '[words] (https[:]//evil[.]example) ![] (//evil[.]example)',
      ],
      ['Backup ended. It took from 12:30:05 to 12:31: done', 'Backup ended. It took from 12:30:05 to 12:31: done'],
      ['2001:db8::1 a:1', '2001[:]db8[:][:]1 a[:]1'],
    ];
    for (const [text, written] of rows) expect(withoutLinks(text)).toBe(written);
    fc.assert(fc.property(anyText, (text) => !/\w:\/\/|\w\.\w|@|\]\(/.test(withoutLinks(text))));
  });
});
