import { timeAlternating, type Round } from '../measures/timing.ts';
import type { Result } from '../report.ts';
import { percentile } from '../statistics.ts';
import { readings, type Peer, type Reading } from './peer.ts';

/** Round 0 warms up and does not count. */
export const rounds = 3;
const turns = 20;

/** Times a question on all sides. Fails if one finds another number of events than the others. */
export async function ask(
  reading: Reading,
  goal: Required<Peer>,
  peers: readonly Peer[],
  progress: (done: string) => void,
): Promise<Result[]> {
  const wanted = await goal.reader[reading]();
  for (const { name, reader } of peers) {
    const found = await reader[reading]();
    if (found !== wanted) throw new Error(`${name} finds ${found} events, and Goal ${wanted}`);
  }
  return compare<Peer>(readings[reading], goal, peers, { turns, progress }, (peer) => () => peer.reader[reading]());
}

/** Times the same work on all sides, in alternation: a row for each peer, Goal ÷ the peer. */
export async function compare<Side extends Peer>(
  what: string,
  goal: Side,
  peers: readonly Side[],
  { turns: each, progress }: { turns: number; progress: (done: string) => void },
  workOf: (peer: Side) => () => Promise<unknown>,
): Promise<Result[]> {
  const all = [goal, ...peers];
  const found: Round<string>[] = await timeAlternating<string>({ rounds, turns: each, progress }, () =>
    Object.fromEntries(all.map((peer) => [peer.name, workOf(peer)])),
  );
  const p50 = (round: Round<string>, { name }: Peer): number => percentile(round[name] ?? [], 0.5);
  const inMs = (peer: Peer): string =>
    percentile(
      found.map((round) => p50(round, peer)),
      0.5,
    ).toFixed(2);
  return peers.map((peer) => ({
    what: `${what}: Goal ÷ ${peer.name}`,
    figures: `${inMs(goal)} ÷ ${inMs(peer)} ms`,
    ratios: found.map((round) => p50(round, goal) / p50(round, peer)),
  }));
}

export async function bytesOf(goal: Peer, peers: readonly Peer[]): Promise<Result[]> {
  const own = await goal.bytesPerEvent();
  const results: Result[] = [];
  for (const { name, bytesPerEvent } of peers) {
    const theirs = await bytesPerEvent();
    results.push({
      what: `bytes of an event with its indexes: Goal ÷ ${name}`,
      figures: `${own.toFixed(0)} ÷ ${theirs.toFixed(0)} bytes`,
      ratios: [own / theirs],
    });
  }
  return results;
}
