import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF as Chromium writes it: glyphs of embedded fonts, whose tables lead back to
 * characters. White space is left out, because lines break anywhere, and a ligature is its letters.
 */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? [];
      const content = objects.get(table)?.content;
      if (content !== undefined) fonts.set(name, glyphsOf(content));
    }
  return [...objects.values()]
    .map(({ content = '' }) => (/\bBT\b/.test(content) ? shownBy(content, fonts) : ''))
    .join('')
    .normalize('NFKC')
    .replaceAll(/\s/g, '');
}

type PdfObject = { head: string; content: string | undefined };

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { 1: id = '', index, 0: begin } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\s*/g)) {
    const start = index + begin.length;
    const end = text.indexOf('endobj', start);
    const head = text.slice(start, end).split('stream', 1)[0] ?? '';
    const [, length] = /\/Length (\d+)/.exec(head) ?? [];
    const stream = start + head.length + 'stream'.length;
    if (length === undefined || !text.startsWith('stream', start + head.length)) {
      objects.set(id, { head, content: undefined });
      continue;
    }
    const first = text.startsWith('\r\n', stream) ? stream + 2 : stream + 1;
    const bytes = pdf.subarray(first, first + Number(length));
    objects.set(id, { head, content: (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

/** The characters of a font's glyphs, by the four hexadecimal digits of a glyph. */
function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  for (const [, lines = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', character = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g))
      glyphs.set(glyph.toUpperCase(), characterOf(character));
  for (const [, lines = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', character = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let at = 0; at <= parseInt(to, 16) - parseInt(from, 16); at += 1)
        glyphs.set(hex(parseInt(from, 16) + at), characterOf(hex(parseInt(character, 16) + at)));
  return glyphs;
}

/** UTF-16 in hexadecimal digits. */
const characterOf = (digits: string): string =>
  String.fromCharCode(...(digits.match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16)));

function shownBy(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [, name, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name);
    else for (const glyph of glyphs.match(/.{4}/g) ?? []) text += font?.get(glyph.toUpperCase()) ?? '';
  }
  return text;
}
