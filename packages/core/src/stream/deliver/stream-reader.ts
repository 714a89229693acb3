import type { AccountReceivedEvent } from '@goal/contract';

import type { EventScope } from '../../event/scope.ts';
import type { TailPosition } from '../../tail/position.ts';
import type { TailRead } from '../../tail/read-tail.ts';
import type { PackedFile, Place } from '../place/stream-batch.ts';

/** What waits behind the position of a stream. */
export type ReadBatch = {
  events: AccountReceivedEvent[];
  /** The position behind the first `count` of the events; behind all of them it is `to`. */
  behind: (count: number) => Place;
  to: Place;
  others: number;
  isAtEnd: boolean;
  /** More events were read than one batch holds. */
  isCut: boolean;
  /** What the filter covered when it was read. */
  scope: EventScope;
  /** The site or the group of the filter is gone, so nothing matches any more. */
  isFilterGone: boolean;
  /** In place of `events`: all that is read for the object store. */
  file?: PackedFile & { plainBytes: number };
};

/** The position leads nowhere: `forgotten` for its age, or the database is `another` one. */
export type LostPosition = { lost: 'forgotten' | 'another' };

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export type StreamReader = {
  scope: EventScope;
  isFilterGone: boolean;
  from: TailPosition;
  read: (after: TailPosition, limit: number) => Promise<TailRead>;
  show: (read: TailRead) => Promise<AccountReceivedEvent[]>;
};

export const placeOf = ({ seq, id }: TailPosition): Place => ({ seq, eventId: id });

/** An expired position is of another database, or its commits were forgotten. */
export const lostOf = (from: TailPosition, read: TailRead): LostPosition | undefined => {
  if (!read.expired) return undefined;
  const isAnother = read.position.incarnation !== from.incarnation || read.position.seq < from.seq;
  return { lost: isAnother ? 'another' : 'forgotten' };
};
