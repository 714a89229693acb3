import { percentile } from '../statistics.ts';

/** Milliseconds of each turn, by the name of the work. */
export type Round<Name extends string> = Record<Name, number[]>;

/**
 * Times several pieces of work in alternation, so that other load on the machine affects all of
 * them equally; the order changes with each turn. `turn` makes the work of the nth turn. Round 0
 * warms up and does not count.
 */
export async function timeAlternating<Name extends string>(
  { rounds, turns, progress }: { rounds: number; turns: number; progress: (done: string) => void },
  turn: (nth: number) => Record<Name, () => Promise<unknown>>,
): Promise<Round<Name>[]> {
  const counted: Round<Name>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const times = new Map<string, number[]>();
    for (let nth = 0; nth < turns; nth += 1) {
      const works = Object.entries<() => Promise<unknown>>(turn(nth));
      for (let index = 0; index < works.length; index += 1) {
        const [name, work] = works[(index + nth) % works.length] ?? [];
        if (name === undefined || work === undefined) continue;
        const workTimes = times.get(name) ?? [];
        workTimes.push(await timed(work));
        times.set(name, workTimes);
      }
    }
    // Each turn has all names, so the map has them too.
    if (round > 0) counted.push(Object.fromEntries(times) as Round<Name>);
    progress(`round ${round} of ${rounds}`);
  }
  return counted;
}

/** The ratio of a percentile of two pieces of work, for each round. */
export function ratiosOf<Name extends string>(
  rounds: readonly Round<Name>[],
  over: Name,
  under: Name,
  p = 0.5,
): number[] {
  return rounds.map((round) => percentile(round[over], p) / percentile(round[under], p));
}

/** Formats a percentile over all rounds: `1.23 ms`. */
export function formatPercentile<Name extends string>(rounds: readonly Round<Name>[], name: Name, p = 0.5): string {
  return `${percentile(
    rounds.flatMap((round) => round[name]),
    p,
  ).toFixed(2)} ms`;
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
