import { percentile } from '../statistics.ts';

/** Milliseconds of each turn, by the name of what was done. */
export type Round<Name extends string> = Record<Name, number[]>;

/**
 * Does pieces of work turn about, so that whatever else the machine does meets all of them alike; who goes first changes. `turn` makes the pieces of
 * the nth turn. One round before the first is not counted.
 */
export async function inTurns<Name extends string>(
  { rounds, turns, progress }: { rounds: number; turns: number; progress: (done: string) => void },
  turn: (nth: number) => Record<Name, () => Promise<unknown>>,
): Promise<Round<Name>[]> {
  const counted: Round<Name>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const times = new Map<string, number[]>();
    for (let nth = 0; nth < turns; nth += 1) {
      const works = Object.entries<() => Promise<unknown>>(turn(nth));
      for (let place = 0; place < works.length; place += 1) {
        const [name, work] = works[(place + nth) % works.length] ?? [];
        if (name === undefined || work === undefined) continue;
        const taken = times.get(name) ?? [];
        taken.push(await timed(work));
        times.set(name, taken);
      }
    }
    // Each turn has the same names.
    if (round > 0) counted.push(Object.fromEntries(times) as Round<Name>);
    progress(`round ${round} of ${rounds}`);
  }
  return counted;
}

/** Of each round the quotient of a percentile of both. */
export function quotients<Name extends string>(
  rounds: readonly Round<Name>[],
  over: Name,
  under: Name,
  p = 0.5,
): number[] {
  return rounds.map((round) => percentile(round[over], p) / percentile(round[under], p));
}

/** A percentile over all rounds, in words: `1.23 ms`. */
export function said<Name extends string>(rounds: readonly Round<Name>[], name: Name, p = 0.5): string {
  return `${percentile(
    rounds.flatMap((round) => round[name]),
    p,
  ).toFixed(2)} ms`;
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
