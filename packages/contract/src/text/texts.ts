/**
 * Replaces NUL and lone surrogates by U+FFFD, because PostgreSQL accepts neither (rulings §5.2,
 * §7.3). Keeps the number of code points.
 */
export function cleanText(text: string): string {
  // Almost no text has one, and searching by code units is fastest.
  return suspect.test(text) ? text.replace(/[\0\uD800-\uDFFF]/gu, '\uFFFD') : text;
}
const suspect = /[\0\uD800-\uDFFF]/;

/** Length in Unicode code points (rulings §5.2, §6.3). */
export function codePoints(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) length += 1;
  return length;
}

/** The first `max` code points, never with half a surrogate pair (rulings §7.3). */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let at = 0;
  for (let count = 0; count < max && at < text.length; count += 1) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/**
 * A text that somebody else chose, so that no program that shows it makes a link, a mention or a
 * preview of it: what makes an address one stands in brackets, as in `https[:]//evil[.]example`.
 * Mails, and messages for a channel, write such texts by this function (rulings §15.3).
 */
export function withoutLinks(text: string): string {
  return (
    text
      // Dots include those that browsers read as a dot of a domain.
      .replace(/[.\u3002\uff0e\uff61](?=[\p{L}\p{N}_])/gu, '[.]')
      // The colon of a time stays.
      .replace(/(?<!\d):(?=\S)|:(?=[^\s\d])/gu, '[:]')
      .replace(/[@\uff20]/gu, '[at]')
      // Markdown: `[words](address)`.
      .replaceAll('](', '] (')
  );
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
