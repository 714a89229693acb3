import { median } from './statistics.ts';

/** The bounds of a ratio; `aim` is a stricter figure to strive for. */
export type Goal = { atMost?: number; atLeast?: number; aim?: string };

/** One row of the table. */
export type Result = {
  what: string;
  /** Absolute figures in words: `service 1.21 ms, SQL 0.62 ms`. */
  figures: string;
  /** One for each round; the verdict depends on their median. Empty if `needs` says why. */
  ratios: readonly number[];
  /** Undefined for a row that is only informative. */
  goal?: Goal;
  /** The thing that a figure lacks, such as another run. */
  needs?: string;
  /** The measure ended with an error, which is in `figures`. */
  failed?: true;
  /** Further figures to keep in the run's file. */
  details?: Readonly<Record<string, unknown>>;
};

/** Returns true if the row misses its goal, or if its measure failed. */
export function isMissed({ ratios, goal, failed }: Result): boolean {
  if (failed) return true;
  if (goal === undefined || ratios.length === 0) return false;
  const ratio = median(ratios);
  return ratio > (goal.atMost ?? Infinity) || ratio < (goal.atLeast ?? -Infinity);
}

export const columns = ['what', 'figures', 'ratio', 'spread', 'goal', 'verdict'] as const;

/** Formats the rows as a table for the terminal. */
export function tableOf(results: readonly Result[]): string {
  const rows = [columns, ...results.map(cellsOf)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [head, rule, ...body].map((row) => row.join('  ').trimEnd()).join('\n');
}

/** The cells of a row, in the order of the columns. */
export function cellsOf(result: Result): string[] {
  const { what, figures, ratios, goal } = result;
  const bound = goal?.atMost === undefined ? `at least ${goal?.atLeast}` : `at most ${goal.atMost}`;
  return [
    what,
    figures,
    ratios.length === 0 ? '' : short(median(ratios)),
    ratios.length > 1 ? `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}` : '',
    goal === undefined ? '' : goal.aim === undefined ? bound : `${bound} (aim ${goal.aim})`,
    verdictOf(result),
  ];
}

function verdictOf(result: Result): string {
  if (result.failed) return 'FAILED';
  if (result.needs !== undefined) return `needs ${result.needs}`;
  if (result.goal === undefined) return 'for information';
  return isMissed(result) ? 'MISSED' : 'met';
}

const short = (ratio: number): string => ratio.toFixed(2);
