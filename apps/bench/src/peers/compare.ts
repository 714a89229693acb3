import { figuresRow, timeAlternating } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import type { Say } from '../run.ts';
import { median } from '../statistics.ts';
import { forEachConcurrently } from '../world/concurrently.ts';
import { eventMaker } from '../world/events.ts';
import { pick, type Random } from '../world/random.ts';
import { readings, type Peer, type Reading } from './peer.ts';

const rounds = 3;

/** The service and the peers, and the sites to which events are sent. */
export type PeersWorld = {
  goal: Peer;
  peers: readonly Peer[];
  sites: readonly number[];
  random: Random;
  progress: Say;
};

/** Times the same work on all sides, in alternation: a row for each peer, Goal ÷ the peer. */
async function compare(
  what: string,
  { goal, peers, progress }: PeersWorld,
  turns: number,
  workOf: (peer: Peer) => () => Promise<unknown>,
): Promise<Result[]> {
  const found = await timeAlternating<string>({ rounds, turns, progress }, () =>
    Object.fromEntries([goal, ...peers].map((peer) => [peer.name, workOf(peer)])),
  );
  return peers.map(({ name }) =>
    figuresRow(
      `${what}: Goal ÷ ${name}`,
      found.map((round) => ({ ours: median(round[goal.name] ?? []), theirs: median(round[name] ?? []) })),
      ['ours', 'theirs'],
      { unit: 'ms', digits: 2 },
    ),
  );
}

/** Times a question on all sides. Fails if one finds another number of events than the others. */
export async function ask(reading: Reading, world: PeersWorld): Promise<Result[]> {
  const { goal, peers } = world;
  const wanted = await goal.reader[reading]();
  for (const { name, reader } of peers) {
    const found = await reader[reading]();
    if (found !== wanted) throw new Error(`${name} finds ${found} events, and Goal ${wanted}`);
  }
  return compare(readings[reading], world, 20, (peer) => () => peer.reader[reading]());
}

export async function bytesOf({ goal, peers }: PeersWorld): Promise<Result[]> {
  const own = await goal.bytesPerEvent();
  return Promise.all(
    peers.map(async ({ name, bytesPerEvent }) => {
      const found = [{ own, theirs: await bytesPerEvent() }];
      return figuresRow(`bytes of an event with its indexes: Goal ÷ ${name}`, found, ['own', 'theirs'], {
        unit: 'bytes',
      });
    }),
  );
}

/** Stores events of random sites in requests on so many connections, each durable when answered. */
export function measureStores(
  what: string,
  { requests, events, connections, turns }: Record<'requests' | 'events' | 'connections' | 'turns', number>,
  world: PeersWorld,
): Promise<Result[]> {
  const { sites, random } = world;
  const make = eventMaker(random);
  return compare(what, world, turns, ({ store }) => {
    const sent = Array.from({ length: requests }, () => ({
      site: pick(random, sites),
      own: Array.from({ length: events }, () => make(Date.now())),
    }));
    return () => forEachConcurrently(sent, connections, ({ site, own }) => store(site, own));
  });
}
