import type { ActionName } from './actions.ts';
import type { Detail } from './quoted.ts';

// What keeps events from being deleted, what erases them (rulings §13), and what proves them
// (rulings §16), in the words of the record.

const placeOf = ({ of }: Detail): string => (of === 'site' ? 'the site' : 'the whole account');

export const erasurePhrases = {
  'hold.begin': (detail: Detail) => `put ${placeOf(detail)} on legal hold`,
  'hold.end': (detail: Detail) => `ended a legal hold of ${placeOf(detail)}`,
  'log.bundle': ({ complete }: Detail) =>
    `downloaded a bundle of the signed log${complete === false ? ', which was cut off' : ''}`,
  'log.key': () => 'exchanged the key that signs the logs',
  'log.renew': () => 'let other logs begin, because the database was put back',
} as const satisfies Partial<Record<ActionName, (detail: Detail) => string>>;

export const erasureKindNames = {
  'hold.begin': 'Set a legal hold',
  'hold.end': 'Ended a legal hold',
  'log.bundle': 'Downloaded a bundle of the signed log',
  'log.key': 'Exchanged the key of the logs',
  'log.renew': 'Let other logs begin',
} as const satisfies Partial<Record<ActionName, string>>;
