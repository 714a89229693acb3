import type { Figures } from './figures.ts';

/** How a process begins: where the database is, and what the primary has chosen. */
export type Beginning = {
  url: string;
  /** The connections that its pools may have together. */
  connections: number | undefined;
  port: number;
  dashboardPort: number | 'off';
};

/** The address of a process, and the proof of the dashboard's server. */
export type Started = { origin: string; doorProof: string };

/** Messages of a process to the primary. An `id` is that of the question. */
export type FromProcess = { begun: Started } | { wantsPage: number } | { id: number; figures: Figures };

/** Messages of the primary to a process. */
export type ToProcess = { wantsFigures: number } | { id: number; page: string };

/** How long an answer is awaited, in ms. */
export const waitMs = {
  /** The figures of a process, also while its database does not answer. */
  figures: 6000,
  /** The page of all processes. */
  page: 7000,
} as const;
