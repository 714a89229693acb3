import { median } from './statistics.ts';

/** One row of the table. */
export type Result = {
  what: string;
  /** Absolute figures, for a reader: `service 1.21 ms, SQL 0.62 ms`. */
  figures: string;
  /** Of each round; the verdict is passed on the median. */
  ratios: readonly number[];
  /** Undefined: for information. */
  goal?: { atMost?: number; atLeast?: number; aim: string };
  /** Everything else that is worth keeping. */
  details?: Readonly<Record<string, unknown>>;
};

export function isMissed({ ratios, goal }: Result): boolean {
  const ratio = median(ratios);
  return goal !== undefined && (ratio > (goal.atMost ?? Infinity) || ratio < (goal.atLeast ?? -Infinity));
}

const columns = ['what', 'figures', 'ratio', 'spread', 'goal', 'verdict'] as const;

/** The table for the screen. */
export function tableOf(results: readonly Result[]): string {
  const rows = [columns, ...results.map((result) => lineOf(result))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [head, rule, ...body].map((row) => row.join('  ').trimEnd()).join('\n');
}

function lineOf(result: Result): string[] {
  const { what, figures, ratios, goal } = result;
  const spread = ratios.length > 1 ? `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}` : '';
  const bound = goal?.atMost === undefined ? `at least ${goal?.atLeast}` : `at most ${goal.atMost}`;
  return [
    what,
    figures,
    short(median(ratios)),
    spread,
    goal === undefined ? '' : `${bound} (aim ${goal.aim})`,
    goal === undefined ? 'for information' : isMissed(result) ? 'MISSED' : 'met',
  ];
}

const short = (ratio: number): string => ratio.toFixed(2);
