import type { SentEvent } from '../world/events.ts';

/** The choices of the questions, so that each side is asked for the same. */
export type Asked = {
  /** The site with the most events. */
  site: number;
  /** The sites of a group of 200. */
  group: readonly number[];
  /** Events that lie before the 1,000th page of the site, at `deepSize` a page. */
  deepOffset: number;
  deepSize: number;
  /** The code with the fewest events of the site. */
  code: number;
  /** The 30 days before the newest event. */
  from: Date;
  to: Date;
};

/** A word that no event has. */
export const missingWord = 'zyxwvut';

/** The questions that read, in the order of the table. */
export const readings = {
  page: 'the newest page of 50 of a site',
  group: 'the newest page of 50 of 200 sites',
  deep: 'page 1,000 of a site, of 25 each',
  rare: 'a page by the rarest code of a site',
  word: 'a word that no event of a site has',
  month: 'a month of a site by severity',
} as const;
export type Reading = keyof typeof readings;

/** Asks the questions. Each resolves to how many events it found, on all sides the same number. */
export type Reader = Record<Reading, () => Promise<number>>;

/** Stores events of a site in one request, durable when it is answered. */
export type Writer = (site: number, events: readonly SentEvent[]) => Promise<void>;

/** Something that keeps the same events. */
export type Peer = {
  name: string;
  reader: Reader;
  store: Writer;
  bytesPerEvent: () => Promise<number>;
};
