import type { Side } from '../measures/world.ts';
import type { Call } from '../world/http.ts';
import { at } from '../world/random.ts';
import { missingWord, type Asked, type Peer, type Reader } from './peer.ts';

type Page = { events: unknown[]; next_cursor: string };

/** The service as its users ask it: over HTTP, with keys and rate limits. */
export async function openGoal(side: Side, asked: Asked): Promise<Peer> {
  const { http, population } = side;
  return {
    name: 'Goal',
    reader: await readerOf(side, asked),
    async store(rowId, events) {
      const { token, domain } = at(population.sites, rowId - 1);
      const body = JSON.stringify(events.length === 1 ? events[0] : { events });
      await http.send({ method: 'POST', path: '/events', token, domain, body });
    },
    async bytesPerEvent() {
      // Loading the data set leaves room in some tables; the peers have none.
      const session = await side.plain.connect();
      try {
        await session.query('SET statement_timeout = 600000');
        await session.query('VACUUM (FULL, ANALYZE)');
      } finally {
        session.release(true);
      }
      // Everything that grows with the events: counters, tails and words as well.
      const { rows } = await side.plain.query<{ bytes: number; events: number }>(
        `SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
             AND relname NOT IN ('account', 'account_key', 'site', 'site_key', 'site_group', 'group_key', 'site_arrival'))::float8 AS bytes,
           (SELECT count(*) FROM event)::float8 AS events`,
      );
      const { bytes, events } = at(rows, 0);
      return bytes / events;
    },
  };
}

async function readerOf({ http, population }: Side, asked: Asked): Promise<Reader> {
  const { token, domain } = at(population.sites, asked.site - 1);
  const { keys } = at(
    population.groups.filter(({ sites }) => sites.length === asked.group.length),
    0,
  );
  let calls = 0;
  const ofSite = (path: string): Call => ({ path, token, domain });
  // Each key has a rate limit of its own.
  const ofGroup = (path: string): Call => ({ path, token: at(keys, (calls += 1) % keys.length) });
  // The cast trusts the service's own answers.
  const page = async (call: Call): Promise<Page> => JSON.parse(await http.send(call)) as Page;
  const deep = await cursorOf(asked, (query) => page(ofSite(`/events?${query}`)));
  const between = `from=${asked.from.toISOString()}&to=${asked.to.toISOString()}`;
  return {
    page: async () => (await page(ofSite('/events'))).events.length,
    group: async () => (await page(ofGroup('/account/events'))).events.length,
    deep: async () => (await page(ofSite(`/events?limit=${asked.deepSize}&cursor=${deep}`))).events.length,
    rare: async () => (await page(ofSite(`/events?code=${asked.code}`))).events.length,
    // An answer says how far it searched: the question is answered once the whole site was.
    async word() {
      let found = 0;
      for (let cursor = ''; ;) {
        const { events, next_cursor: next } = await page(ofSite(`/events?q=${missingWord}&cursor=${cursor}`));
        found += events.length;
        cursor = next;
        if (cursor === '') return found;
      }
    },
    async month() {
      const text = await http.send(ofSite(`/events/summary?by=severity&${between}`));
      // The cast trusts the service's own answers.
      return (JSON.parse(text) as { matched: number }).matched;
    },
  };
}

/** The cursor behind which the deep page lies: a reader comes there page by page. */
async function cursorOf({ deepOffset, deepSize }: Asked, page: (query: string) => Promise<Page>): Promise<string> {
  let cursor = '';
  for (let read = 0; read < deepOffset; read += deepSize)
    cursor = (await page(`limit=${deepSize}&cursor=${cursor}`)).next_cursor;
  return cursor;
}
