import type { Result } from '../report.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import { pick, type Random } from '../world/random.ts';
import { compare, rounds } from './compare.ts';
import type { Peer, Writer } from './peer.ts';

const batches = { turns: 4, requests: 4, events: 1000, connections: 4 };
const singles = { turns: 2, events: 500, connections: 32 };
const removals = { turns: 4, events: 5000 };

/** The service and the peers, and the sites to which events are sent. */
export type Sides = { goal: Required<Peer>; peers: readonly Peer[]; sites: readonly number[]; random: Random };

type Say = (done: string) => void;

/** The peers that store, with what they do. */
const writersOf = ({ peers }: Sides): Required<Peer>[] =>
  peers.flatMap(({ writer, ...peer }) => (writer === undefined ? [] : [{ ...peer, writer }]));

/** Batches of 1,000 on 4 connections. */
export function storeBatches(sides: Sides, progress: Say): Promise<Result[]> {
  const { goal, sites, random } = sides;
  const make = eventMaker(random);
  const { turns, requests, events, connections } = batches;
  return compare('batches of 1,000 events on 4 connections', goal, writersOf(sides), { turns, progress }, (peer) => {
    const sent = Array.from({ length: requests }, () => ({
      site: pick(random, sites),
      own: Array.from({ length: events }, () => make(Date.now())),
    }));
    return () => forEachConcurrently(sent, connections, ({ site, own }) => peer.writer.storeBatch(site, own));
  });
}

/** Single events on 32 connections, each durable when it is answered. */
export function storeSingles(sides: Sides, progress: Say): Promise<Result[]> {
  const { goal, sites, random } = sides;
  const make = eventMaker(random);
  const { turns, events, connections } = singles;
  return compare('single durable events on 32 connections', goal, writersOf(sides), { turns, progress }, (peer) => {
    const sent = Array.from({ length: events }, () => ({ site: pick(random, sites), event: make(Date.now()) }));
    return () => forEachConcurrently(sent, connections, ({ site, event }) => peer.writer.storeSingle(site, event));
  });
}

const removalTitles = {
  deleteSite: 'deleting a site of 5,000 events, until no reader sees them',
  purge: 'removing 5,000 events of a site by their age',
} as const satisfies Partial<Record<keyof Writer, string>>;

/** Sites of 5,000 events are removed, each once. */
export async function remove(sides: Sides, verb: keyof typeof removalTitles, progress: Say): Promise<Result[]> {
  const { goal } = sides;
  const writers = writersOf(sides);
  const { turns, events } = removals;
  for (const { writer } of [goal, ...writers]) await writer.makeSites((rounds + 1) * turns, events);
  const removed = new Map<string, number>();
  return compare(removalTitles[verb], goal, writers, { turns, progress }, ({ name, writer }) => {
    const nth = removed.get(name) ?? 0;
    removed.set(name, nth + 1);
    return () => writer[verb](nth);
  });
}
