import type { Goal, Result } from '../report.ts';
import type { Say } from '../run.ts';
import { inWords, median, percentile } from '../statistics.ts';

/** Repeats a round. Round 0 warms up and does not count. */
export async function inRounds<Found>(
  rounds: number,
  progress: Say,
  round: (nth: number) => Promise<Found>,
): Promise<Found[]> {
  const counted: Found[] = [];
  for (let nth = 0; nth <= rounds; nth += 1) {
    const found = await round(nth);
    if (nth > 0) counted.push(found);
    progress(`round ${nth} of ${rounds}`);
  }
  return counted;
}

/** Milliseconds of each turn, by the name of the work. */
export type Round<Name extends string> = Record<Name, number[]>;

/**
 * Times several pieces of work in alternation, so that other load on the machine affects all of
 * them equally; the order changes with each turn. `turn` makes the work of the nth turn.
 */
export function timeAlternating<Name extends string>(
  { rounds, turns, progress }: { rounds: number; turns: number; progress: Say },
  turn: (nth: number) => Record<Name, () => Promise<unknown>>,
): Promise<Round<Name>[]> {
  return inRounds(rounds, progress, async () => {
    const times = new Map<string, number[]>();
    for (let nth = 0; nth < turns; nth += 1) {
      const works = Object.entries<() => Promise<unknown>>(turn(nth));
      for (let index = 0; index < works.length; index += 1) {
        const [name, work] = works[(index + nth) % works.length] ?? [];
        if (name === undefined || work === undefined) continue;
        times.set(name, [...(times.get(name) ?? []), await timed(work)]);
      }
    }
    // Each turn has all names, so the map has them too.
    return Object.fromEntries(times) as Round<Name>;
  });
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

/** A row of two times: their p50, with their p95 in parentheses, and the ratios of their p50. */
export function timesRow<Name extends string>(
  what: string,
  found: readonly Round<Name>[],
  [over, under]: [Name, Name],
  goal?: Goal,
): Result {
  const both = (p: number, between: string): string =>
    `${formatPercentile(found, over, p)}${between}${formatPercentile(found, under, p)}`;
  const figures = `p50 ${both(0.5, ' ÷ ')} (p95 ${both(0.95, ', ')})`;
  return { what, figures, ratios: ratiosOf(found, over, under), ...(goal && { goal }) };
}

/** A row of two figures of each round: the medians in words, and the ratios. */
export function figuresRow<Name extends string>(
  what: string,
  found: readonly Record<Name, number>[],
  [over, under]: [Name, Name],
  { unit, goal, digits = 0, before = '' }: { unit: string; goal?: Goal; digits?: number; before?: string },
): Result {
  const text = (name: Name): string => {
    const value = median(found.map((one) => one[name]));
    return digits === 0 ? inWords(value) : value.toFixed(digits);
  };
  return {
    what,
    figures: `${before}${text(over)} ÷ ${text(under)} ${unit}`,
    ratios: found.map((one) => one[over] / one[under]),
    ...(goal && { goal }),
    details: { rounds: found },
  };
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** How many of `amount` things a second the work did. */
export const rateOf = async (amount: number, work: () => Promise<unknown>): Promise<number> =>
  (amount * 1000) / (await timed(work));
