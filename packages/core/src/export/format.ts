import { severities } from '@goal/contract';

import { severityName } from '../event/event.ts';
import type { LineWriter } from './line-writer.ts';
import type { NameFormat, Names } from './names.ts';

/** How an export writes its events. */
export type Format = NameFormat & {
  /** Writes the row that `line` has taken; false, with a part written, if its site is unknown. */
  event: (line: LineWriter, names: Names) => boolean;
};

/** Returns the severities as a format writes them, by their numbers in the database. */
export function severitiesAs(text: (name: string) => string): (number: number) => Buffer {
  const all = severities.map((_, index) => Buffer.from(text(severityName(index + 1))));
  return (number) => {
    const found = all[number - 1];
    if (found === undefined) throw new Error(`an event has the severity ${number}`);
    return found;
  };
}
