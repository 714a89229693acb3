import type { Figures } from './figures.ts';

/** How a process begins: where the database is, and what the primary has chosen. */
export type Beginning = {
  url: string;
  /** What its pools may have together. */
  connections: number | undefined;
  port: number;
  dashboardPort: number | 'off';
};

/** Where a process listens, and what the dashboard's server proves itself with. */
export type Started = { origin: string; doorProof: string };

/** What a process tells the primary. An `id` is that of the question. */
export type FromProcess = { begun: Started } | { wantsPage: number } | { id: number; figures: Figures };

/** What the primary tells a process. */
export type ToProcess = { wantsFigures: number } | { id: number; page: string };

/** How long an answer is awaited, in ms. */
export const waitMs = {
  /** The figures of a process, also while its database does not answer. */
  figures: 6000,
  /** The page of all processes. */
  page: 7000,
} as const;
