import { severityNumber } from '@goal/core';

import { lineOf } from './copy.ts';
import { eventMaker, type SentEvent, type Vocabulary } from './events.ts';
import type { PlannedSite } from './population.ts';
import { weighted, type Random } from './random.ts';

/** The table and columns that the lines of events fill. */
export const eventColumns =
  'event (id, occurred_at, received_at, code, user_id, post_id, account, site, severity, object, event_type, user_agent, event_uuid, username, message, session_id, post_type, post_status)';

/** The first id of events that a measure copies in: the service never gives such a number. */
export const ownIds = 2 ** 51;

const dayMs = 24 * 60 * 60 * 1000;
const commitEvents = { mean: 8, max: 200 };
/** How many days the tail reaches back. */
export const tailDays = 30;

/** Commits store these besides events: blocks of ids, and lines for the tables of the tail. */
export type TailLines = { blocks: number; tail: string[]; heads: string[] };

/**
 * Yields the history of a data set as COPY lines for `event`. It consists of commits in the order
 * of time, each of one site with a block of ids, so that the events of a site lie among those of
 * others, as they arrive. Adds the lines for the tail to `tailLines`.
 */
export function* commits(
  sites: readonly PlannedSite[],
  words: Vocabulary,
  { random, events, end, days }: { random: Random; events: number; end: number; days: number },
  tailLines: TailLines,
): Generator<string> {
  const make = eventMaker(random);
  const numbers = numbersOf(words);
  const next = weighted(random, [...sites.keys()], (index) => sites[index]?.weight ?? 0);
  const begin = end - days * dayMs;
  const last: { seq: number; line: string; isKept: boolean }[] = [];
  for (let made = 0; made < events;) {
    const index = next();
    const account = sites[index]?.account ?? 0;
    const count = Math.min(
      1 + Math.floor(-Math.log(1 - random()) * commitEvents.mean),
      commitEvents.max,
      events - made,
    );
    const received = Math.floor(begin + (made / events) * (end - begin));
    tailLines.blocks += 1;
    const base = tailLines.blocks * 1024;
    const at = new Date(received).toISOString();
    for (let nth = 1; nth <= count; nth += 1) {
      // One event in fifty arrives up to three days late.
      const ageMs = random() * (random() < 0.02 ? 3 * dayMs : 60_000);
      yield eventLine(base + nth, at, account, index + 1, make(Math.floor(received - ageMs)), numbers);
    }
    made += count;
    const seq = (last[account]?.seq ?? 0) + 1;
    const line = lineOf(account, seq, base + 1, base + count, at);
    const isKept = received > end - tailDays * dayMs;
    if (isKept) tailLines.tail.push(line);
    last[account] = { seq, line, isKept };
  }
  // The tail always keeps the newest commit of an account, because its number is needed.
  last.forEach(({ seq, line, isKept }, account) => {
    if (!isKept) tailLines.tail.push(line);
    tailLines.heads.push(lineOf(account, seq));
  });
}

/**
 * COPY lines for `events` events of each site over the last `days` days, in the order of time, and
 * the table they go into.
 */
export function eventLines(
  words: Vocabulary,
  {
    sites,
    events,
    first,
    days,
    random,
  }: {
    sites: readonly { rowId: number; account: number }[];
    events: number;
    first: number;
    days: number;
    random: Random;
  },
): [into: string, lines: Iterable<string>] {
  const make = eventMaker(random);
  const numbers = numbersOf(words);
  const begin = Date.now() - days * dayMs;
  function* lines(): Generator<string> {
    for (let nth = 0; nth < events; nth += 1) {
      const ms = Math.floor(begin + (nth / events) * days * dayMs);
      for (const [index, { rowId, account }] of sites.entries())
        yield eventLine(
          first + nth * sites.length + index,
          new Date(ms).toISOString(),
          account,
          rowId,
          make(ms),
          numbers,
        );
    }
  }
  return [eventColumns, lines()];
}

type Numbers = Record<keyof Vocabulary, ReadonlyMap<string, number>>;

function numbersOf(words: Vocabulary): Numbers {
  const ids = (list: string[]): ReadonlyMap<string, number> => new Map(list.map((word, index) => [word, index + 1]));
  return { objects: ids(words.objects), eventTypes: ids(words.eventTypes), agents: ids(words.agents) };
}

function eventLine(
  id: number,
  receivedAt: string,
  account: number,
  site: number,
  event: SentEvent,
  numbers: Numbers,
): string {
  const idOf = (kind: keyof Vocabulary, word: string): number => numbers[kind].get(word) ?? 0;
  const post = event.post_id === undefined ? '\\N\t\\N' : `${event.post_type ?? ''}\t${event.post_status ?? ''}`;
  // One template instead of lineOf, for speed: this line is made 30 million times.
  return `${id}\t${event.occurred_at}\t${receivedAt}\t${event.code}\t${event.user_id}\t${event.post_id ?? '\\N'}\t${account}\t${site}\t${severityNumber(event.severity)}\t${idOf('objects', event.object)}\t${idOf('eventTypes', event.event_type)}\t${idOf('agents', event.user_agent)}\t${event.event_uuid}\t${event.username}\t${event.message}\t${event.session_id}\t${post}\n`;
}
