import { setTimeout as sleep } from 'node:timers/promises';

import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { eventMaker } from '../world/events.ts';
import type { Account } from '../world/population.ts';
import { at, pick } from '../world/random.ts';
import { sendEvents } from '../world/send.ts';
import { timed } from './timing.ts';
import type { Side, World } from './world.ts';

const path = '/account/events/tail';
/**
 * The time between timed events, the `wait` of a reader, and the time after which all must have
 * been seen.
 */
const timing = { intervalMs: 40, waitSeconds: 10, seenWithinMs: 120_000 };

type Seen = { ids: Set<number>; duplicates: number; at: Map<string, number> };

/**
 * docs/decisions/016-tail.md: a reader for each account follows its tail while a million events
 * arrive (fewer with the smallest data set). Measures how long an event takes to be seen, and
 * whether each is seen exactly once.
 */
export async function measureTail(world: World): Promise<Result[]> {
  const side = await world.fresh('tail');
  try {
    return await follow(world, side);
  } finally {
    await side.close();
  }
}

async function follow({ events: loaded, random, progress }: World, side: Side): Promise<Result[]> {
  const events = loaded < 1_000_000 ? 100_000 : 1_000_000;
  const { accounts, sites } = side.population;
  const seen: Seen = { ids: new Set(), duplicates: 0, at: new Map() };
  const [reading, sending] = [new AbortController(), new AbortController()];
  const readers = Promise.all(accounts.map((account) => read(side, account, seen, reading.signal)));
  const sendingTimed = sendTimed({ ...side, random }, sending.signal);
  let stored = new Set<number>();
  try {
    await Promise.race([
      Promise.all([readers, sendingTimed]),
      sendEvents(side.http, sites, { random, events, days: 30, withAddress: 0 }, progress),
    ]);
    sending.abort();
    await sendingTimed;
    stored = await idsOf(side);
    const deadline = performance.now() + timing.seenWithinMs;
    while (seen.ids.size < stored.size && performance.now() < deadline) await Promise.race([readers, sleep(100)]);
  } finally {
    sending.abort();
    reading.abort();
  }
  await readers;
  return rowsOf(await sendingTimed, seen, stored);
}

function rowsOf(sent: readonly Sent[], seen: Seen, stored: ReadonlySet<number>): Result[] {
  const missed = [...stored].filter((id) => !seen.ids.has(id)).length;
  const unknown = [...seen.ids].filter((id) => !stored.has(id)).length;
  const delays = sent.map(({ message, begun }) => (seen.at.get(message) ?? Infinity) - begun);
  const requests = sent.map(({ ms }) => ms);
  const [p95, p50, request] = [percentile(delays, 0.95), percentile(delays, 0.5), percentile(requests, 0.5)];
  return [
    {
      what: 'tail: time until an event is seen, p95 ÷ p50 of a request that sends one',
      figures: `p95 ${p95.toFixed(1)} ÷ p50 ${request.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms), ${sent.length} events timed`,
      ratios: [p95 / request],
      goal: { atMost: 10 },
    },
    {
      what: `tail: events missed, duplicated or unknown, of ${stored.size.toLocaleString('en')}`,
      figures: `${missed} missed, ${seen.duplicates} duplicated, ${unknown} unknown`,
      ratios: [missed + seen.duplicates + unknown],
      goal: { atMost: 0 },
    },
  ];
}

/** A timed event: its message, when its request began, and how long that took. */
type Sent = { message: string; begun: number; ms: number };

/** Sends single events with distinct messages, one after the other, until the signal. */
async function sendTimed({ http, population, random }: Side & Pick<World, 'random'>, signal: AbortSignal) {
  const make = eventMaker(random);
  const sent: Sent[] = [];
  while (!signal.aborted) {
    const { token, domain } = pick(random, population.sites);
    const message = `timed ${sent.length}`;
    const body = JSON.stringify({ ...make(Date.now()), message });
    const begun = performance.now();
    const ms = await timed(() => http.send({ method: 'POST', path: '/events', token, domain, body }));
    sent.push({ message, begun, ms });
    await sleep(timing.intervalMs);
  }
  return sent;
}

/**
 * Follows an account's tail from its beginning, using its keys in turn, because each has a rate
 * limit.
 */
async function read({ http }: Side, { keys }: Account, seen: Seen, signal: AbortSignal): Promise<void> {
  let after = '0';
  for (let nth = 0; !signal.aborted; nth += 1) {
    const call = `${path}?after=${after}&limit=1000&wait=${timing.waitSeconds}`;
    const { status, body, retryAfter } = await http.ask({ path: call, token: at(keys, nth % keys.length) });
    if (status === 429) {
      await sleep(retryAfter * 1000);
      continue;
    }
    if (status !== 200) throw new Error(`a tail was answered with ${status}: ${body.slice(0, 200)}`);
    const now = performance.now();
    // The cast trusts the service's own answer (contract/event/tail.ts).
    const answer = JSON.parse(body) as { events: { id: number; message: string }[]; next_after: string };
    for (const { id, message } of answer.events) {
      if (seen.ids.has(id)) seen.duplicates += 1;
      seen.ids.add(id);
      if (message.startsWith('timed ')) seen.at.set(message, now);
    }
    after = encodeURIComponent(answer.next_after);
  }
}

async function idsOf({ plain }: Side): Promise<Set<number>> {
  const { rows } = await plain.query<[string]>({ text: 'SELECT id FROM event', rowMode: 'array' });
  return new Set(rows.map(([id]) => Number(id)));
}
