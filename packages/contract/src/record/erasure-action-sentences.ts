import type { ActionName } from './actions.ts';
import { counted, formatNumber, type Detail } from '../text/quoted.ts';

// Legal holds, erasure (rulings §13) and proof (rulings §16) in the words of the record.

const placeOf = ({ of }: Detail): string => (of === 'site' ? 'the site' : 'the whole account');

function erased({ redacted, held }: Detail): string {
  const kept = typeof held === 'number' && held > 0 ? `, and left ${formatNumber(held)} that are on legal hold` : '';
  return `erased the text and the user of ${counted(redacted, 'event', 'events')} of one person${kept}`;
}

export const erasurePhrases = {
  'event.redact': ({ event }: Detail) =>
    `erased the text and the user of the event ${typeof event === 'number' ? event : '?'}`,
  'redaction.begin': () => 'began to erase the traces of one person',
  'redaction.end': erased,
  'hold.begin': (detail: Detail) => `put ${placeOf(detail)} on legal hold`,
  'hold.end': (detail: Detail) => `ended a legal hold of ${placeOf(detail)}`,
  'log.bundle': ({ complete }: Detail) =>
    `downloaded a bundle of the signed log${complete === false ? ', which was cut off' : ''}`,
  'log.copy': () => 'copied a checkpoint of the signed log',
  'log.key': () => 'exchanged the key that signs the logs',
  'log.renew': () => 'let other logs begin, because the database was put back',
} as const satisfies Partial<Record<ActionName, (detail: Detail) => string>>;

export const erasureKindNames = {
  'event.redact': 'Erased the text of an event',
  'redaction.begin': 'Began to erase traces of a person',
  'redaction.end': 'Erased traces of a person',
  'hold.begin': 'Set a legal hold',
  'hold.end': 'Ended a legal hold',
  'log.bundle': 'Downloaded a bundle of the signed log',
  'log.copy': 'Copied a checkpoint of the signed log',
  'log.key': 'Exchanged the key of the logs',
  'log.renew': 'Let other logs begin',
} as const satisfies Partial<Record<ActionName, string>>;
