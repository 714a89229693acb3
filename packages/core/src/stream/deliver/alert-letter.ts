import type { AccountReceivedEvent } from '@goal/contract';

import { letter, signature, type Letter } from '../../mail/letter.ts';
import { nameInMail, plainText } from '../../mail/plain-text.ts';
import type { StreamBatch } from '../place/stream-batch.ts';

/** Events that a mail shows. */
export const shownInMail = 20;

type AlertPlace = {
  /** Events that this reader was not told of before. */
  earlier: number;
  /** The name of the account's brand, where there is one. */
  brand: string | null;
  /** The mail server did not take it with the words of the events. */
  isWordless?: boolean;
  /** The link that ends these mails, and whose. */
  end: { link: string; ofAll: string };
};

/**
 * Writes the mail of a stream. Subjects are fixed, so that no text of an event gets into a header.
 */
export function alertLetter(
  name: string,
  { events, others, isTest }: Pick<StreamBatch, 'events' | 'others' | 'isTest'>,
  { earlier, brand, end, isWordless = false }: AlertPlace,
): Letter {
  const shown = events.slice(0, shownInMail);
  const found = events.length + others + earlier;
  const rest = found - shown.length;
  return letter(isTest ? 'A test of your alert' : 'Events that you want to hear of', [
    'Hello,',
    `${nameInMail(name)} found ${found === 1 ? 'one event' : `${found} events`}${shown.length > 0 ? ':' : '.'}`,
    ...(shown.length > 0 ? [shown.map(isWordless ? placeOf : lineOf).join('\n')] : []),
    ...(isWordless ? ['The mail server did not take this mail with their words. They are in the log.'] : []),
    ...(rest > 0 && shown.length > 0 ? [`and ${rest === 1 ? 'one more' : `${rest} more`}.`] : []),
    ...(earlier > 0
      ? [`${earlier} of them came while the account had sent its mails of the hour; they are in the log.`]
      : []),
    'The next mail of this stream comes in ten minutes at the earliest.',
    `To get no alerts any more, ${end.ofAll}:`,
    end.link,
    ...signature(brand),
  ]);
}

function lineOf(event: AccountReceivedEvent): string {
  const { username, message } = event;
  const who = username === '' ? '' : ` ${plainText(username)}:`;
  return `${placeOf(event)}:${who} ${plainText(message)}`;
}

/** When and where it happened, and what, by its number. */
const placeOf = ({ occurred_at: at, severity, code, domain }: AccountReceivedEvent): string =>
  `${at.slice(0, 19).replace('T', ' ')} UTC, ${nameInMail(domain ?? '')}, ${severity} ${code}`;
