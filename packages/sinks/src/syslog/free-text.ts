import type { SentEvent } from '../event-json.ts';

/** Every character at which some program begins another line, also those beyond ASCII. */
export const lineBreaks = /[\n-\r\x1c-\x1e\x85\u2028\u2029]/g;

/** Returns a text whose line breaks are written as `\n`, and a carriage return as `\r`. */
export const withoutBreaks = (text: string): string =>
  text.replace(lineBreaks, (character) => (character === '\r' ? '\\r' : '\\n'));

/** … and whose own backslashes are doubled, so that a reader can tell the two apart. */
export const onOneLine = (text: string): string => withoutBreaks(text.replaceAll('\\', '\\\\'));

/** The texts of an event that are cut, the one that matters least to a search first. */
const cutFields = ['message', 'username', 'object', 'event_type'] as const;

/**
 * Returns the message of an event in at most `maxBytes`; null: whole. Texts are cut before they are
 * written, at a whole character and with `…` behind it, so every form of a message stays readable.
 * What is never cut takes less than the smallest `max_bytes`.
 */
export function messageWithin(
  event: SentEvent,
  write: (event: SentEvent) => string,
  maxBytes: number | null | undefined,
): string {
  let [cut, message] = [event, write(event)];
  const isTooLong = (text: string): boolean => Buffer.byteLength(text) > (maxBytes ?? Infinity);
  for (const name of cutFields) {
    if (!isTooLong(message)) break;
    if (event[name] === '') continue;
    const characters = [...event[name]];
    const withFirst = (count: number): SentEvent => ({ ...cut, [name]: `${characters.slice(0, count).join('')}…` });
    // The most of them that fit: [fits, tooMany) narrows down to it.
    let [fits, tooMany] = [0, characters.length];
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (isTooLong(write(withFirst(middle)))) tooMany = middle;
      else fits = middle;
    }
    cut = withFirst(fits);
    message = write(cut);
  }
  return message;
}
