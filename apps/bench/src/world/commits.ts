import { severityNumber } from '@goal/core';

import { lineOf } from './copy.ts';
import { eventMaker, type SentEvent, type Vocabulary } from './events.ts';
import type { PlannedSite } from './population.ts';
import { weighted, type Random } from './random.ts';

/** What the lines of events fill. */
export const eventColumns =
  'event (id, occurred_at, received_at, code, user_id, post_id, account, site, severity, object, event_type, user_agent, event_uuid, username, message, session_id, post_type, post_status)';

const day = 24 * 60 * 60 * 1000;
const eventsACommit = { mean: 8, most: 200 };
/** Days of the tail that are kept. */
const tailDays = 30;

/** What commits leave beside their events. */
export type Order = { blocks: number; tail: string[]; heads: string[] };

/**
 * The history of a data set as commits, each of one site with a block of ids, in the order of their time: so the events of a site lie among those of
 * others, as they arrive. Lines of COPY for `event`; what the tail holds of them is filled into `order`.
 */
export function* commits(
  sites: readonly PlannedSite[],
  words: Vocabulary,
  { random, events, end, days }: { random: Random; events: number; end: number; days: number },
  order: Order,
): Generator<string> {
  const make = eventMaker(random);
  const numbers = numbersOf(words);
  const next = weighted(random, [...sites.keys()], (place) => sites[place]?.weight ?? 0);
  const begin = end - days * day;
  const last: { seq: number; line: string; isKept: boolean }[] = [];
  for (let made = 0; made < events;) {
    const place = next();
    const account = sites[place]?.account ?? 0;
    const count = Math.min(
      1 + Math.floor(-Math.log(1 - random()) * eventsACommit.mean),
      eventsACommit.most,
      events - made,
    );
    const received = Math.floor(begin + (made / events) * (end - begin));
    order.blocks += 1;
    const base = order.blocks * 1024;
    const at = new Date(received).toISOString();
    for (let nth = 1; nth <= count; nth += 1) {
      // One in fifty was held up for up to three days.
      const age = random() * (random() < 0.02 ? 3 * day : 60_000);
      yield eventLine(base + nth, at, account, place + 1, make(Math.floor(received - age)), numbers);
    }
    made += count;
    const seq = (last[account]?.seq ?? 0) + 1;
    const line = lineOf(account, seq, base + 1, base + count, at);
    const isKept = received > end - tailDays * day;
    if (isKept) order.tail.push(line);
    last[account] = { seq, line, isKept };
  }
  // The newest commit of an account stays, so that its number is known.
  last.forEach(({ seq, line, isKept }, account) => {
    if (!isKept) order.tail.push(line);
    order.heads.push(lineOf(account, seq));
  });
}

/** Where lines of events of some sites go, and the lines: so many of each site, by turns, over the last days. */
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
  const begin = Date.now() - days * day;
  function* lines(): Generator<string> {
    for (let nth = 0; nth < events; nth += 1) {
      const ms = Math.floor(begin + (nth / events) * days * day);
      for (const [place, { rowId, account }] of sites.entries())
        yield eventLine(
          first + nth * sites.length + place,
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
  const places = (list: string[]): ReadonlyMap<string, number> => new Map(list.map((word, place) => [word, place + 1]));
  return { objects: places(words.objects), eventTypes: places(words.eventTypes), agents: places(words.agents) };
}

function eventLine(
  id: number,
  receivedAt: string,
  account: number,
  site: number,
  event: SentEvent,
  numbers: Numbers,
): string {
  const place = (kind: keyof Vocabulary, word: string): number => numbers[kind].get(word) ?? 0;
  const post = event.post_id === undefined ? '\\N\t\\N' : `${event.post_type ?? ''}\t${event.post_status ?? ''}`;
  // Written out: this line is made 30 million times.
  return `${id}\t${event.occurred_at}\t${receivedAt}\t${event.code}\t${event.user_id}\t${event.post_id ?? '\\N'}\t${account}\t${site}\t${severityNumber(event.severity)}\t${place('objects', event.object)}\t${place('eventTypes', event.event_type)}\t${place('agents', event.user_agent)}\t${event.event_uuid}\t${event.username}\t${event.message}\t${event.session_id}\t${post}\n`;
}
