import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { eventMaker } from '../world/events.ts';
import type { Account } from '../world/population.ts';
import { at, pick } from '../world/random.ts';
import { sendEvents } from '../world/send.ts';
import { whereOffered } from './offered.ts';
import { timed } from './turns.ts';
import type { Side, World } from './world.ts';

const path = '/account/events/tail';
const what = 'tail: time until an event is seen, p95 ÷ p50 of a request that sends one';
/** Milliseconds between events whose way is watched; seconds that a reader waits; milliseconds until all must have been seen. */
const watched = { everyMs: 40, waitSeconds: 10, endMs: 120_000 };

type Seen = { ids: Set<number>; doubled: number; at: Map<string, number> };

/**
 * docs/decisions/016-tail.md: a reader for each account follows its tail while a million events arrive (with the smallest data set fewer): how long an event
 * takes to be seen, and whether each was seen exactly once.
 */
export function measureTail(world: World): Promise<Result[]> {
  return whereOffered(world, { path, what }, async () => {
    const side = await world.fresh('tail');
    try {
      return await follow(world, side);
    } finally {
      await side.close();
    }
  });
}

async function follow({ events: loaded, random, progress }: World, side: Side): Promise<Result[]> {
  const events = loaded < 1_000_000 ? 100_000 : 1_000_000;
  const { accounts, sites } = side.population;
  const seen: Seen = { ids: new Set(), doubled: 0, at: new Map() };
  const [reading, sending] = [new AbortController(), new AbortController()];
  const readers = Promise.all(accounts.map((account) => read(side, account, seen, reading.signal)));
  const watching = watch({ ...side, random }, sending.signal);
  let stored = new Set<number>();
  try {
    await Promise.race([
      Promise.all([readers, watching]),
      sendEvents(side.http, sites, { random, events, days: 30 }, progress),
    ]);
    sending.abort();
    await watching;
    stored = await idsOf(side);
    const deadline = performance.now() + watched.endMs;
    while (seen.ids.size < stored.size && performance.now() < deadline) await Promise.race([readers, sleep(100)]);
  } finally {
    sending.abort();
    reading.abort();
  }
  await readers;
  const sent = await watching;
  const missed = [...stored].filter((id) => !seen.ids.has(id)).length;
  const foreign = [...seen.ids].filter((id) => !stored.has(id)).length;
  const ways = sent.map(({ message, begun }) => (seen.at.get(message) ?? Infinity) - begun);
  const [asked, p95] = [
    percentile(
      sent.map(({ ms }) => ms),
      0.5,
    ),
    percentile(ways, 0.95),
  ];
  return [
    {
      what,
      figures: `p95 ${p95.toFixed(1)} ÷ p50 ${asked.toFixed(1)} ms (p50 ${percentile(ways, 0.5).toFixed(1)} ms), ${sent.length} events watched`,
      ratios: [p95 / asked],
      goal: { atMost: 10 },
    },
    {
      what: `tail: events missed, doubled or strange of ${stored.size.toLocaleString('en')}`,
      figures: `${missed} missed, ${seen.doubled} doubled, ${foreign} strange`,
      ratios: [missed + seen.doubled + foreign],
      goal: { atMost: 0 },
    },
  ];
}

/** Sends events whose messages name them, one after the other; when each was sent, and how long its request took. */
async function watch({ http, population, random }: Side & Pick<World, 'random'>, signal: AbortSignal) {
  const make = eventMaker(random);
  const sent: { message: string; begun: number; ms: number }[] = [];
  while (!signal.aborted) {
    const { token, domain } = pick(random, population.sites);
    const message = `watched ${sent.length}`;
    const body = JSON.stringify({ ...make(Date.now()), message });
    const begun = performance.now();
    const ms = await timed(() => http.send({ method: 'POST', path: '/events', token, domain, body }));
    sent.push({ message, begun, ms });
    await sleep(watched.everyMs);
  }
  return sent;
}

/** Follows an account's tail from its beginning; the keys take turns, as each has a rate limit. */
async function read({ http }: Side, { keys }: Account, seen: Seen, signal: AbortSignal): Promise<void> {
  let after = '0';
  for (let nth = 0; !signal.aborted; nth += 1) {
    const call = `${path}?after=${after}&limit=1000&wait=${watched.waitSeconds}`;
    const { status, body, retryAfter } = await http.ask({ path: call, token: at(keys, nth % keys.length) });
    if (status === 429) {
      await sleep(retryAfter * 1000);
      continue;
    }
    if (status !== 200) throw new Error(`a tail was answered ${status}: ${body.slice(0, 200)}`);
    const now = performance.now();
    // The service's own answer (contract/tail.ts).
    const answer = JSON.parse(body) as { events: { id: number; message: string }[]; next_after: string };
    for (const { id, message } of answer.events) {
      if (seen.ids.has(id)) seen.doubled += 1;
      seen.ids.add(id);
      if (message.startsWith('watched ')) seen.at.set(message, now);
    }
    after = encodeURIComponent(answer.next_after);
  }
}

async function idsOf({ plain }: Side): Promise<Set<number>> {
  const { rows } = await plain.query<[string]>({ text: 'SELECT id FROM event', rowMode: 'array' });
  return new Set(rows.map(([id]) => Number(id)));
}
