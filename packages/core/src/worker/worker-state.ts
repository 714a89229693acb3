import type { Hold } from '../retention/hold.ts';

/** Figures on the work of one process. */
export type WorkerState = {
  hold: Hold | undefined;
  deleted: number;
  /**
   * When a pass of retention last ended here, in seconds since 1970. A pass that a hold stops
   * counts.
   */
  lastPassAt: number | undefined;
  mailsSent: number;
  mailsFailed: number;
  mailsWaiting: number;
  /** Failed rounds, by the kind of work. */
  failures: Record<Work, number>;
};

/** The kinds of work. */
export type Work =
  | 'instance'
  | 'retention'
  | 'mail'
  | 'fair_use'
  | 'attention'
  | 'weekly'
  | 'tidy'
  | 'streams'
  | 'redaction'
  | 'sealing';

/** The figures of a process that has done nothing yet. */
export function initialState(): WorkerState {
  return {
    hold: undefined,
    deleted: 0,
    lastPassAt: undefined,
    mailsSent: 0,
    mailsFailed: 0,
    mailsWaiting: 0,
    failures: {
      instance: 0,
      retention: 0,
      mail: 0,
      fair_use: 0,
      attention: 0,
      weekly: 0,
      tidy: 0,
      streams: 0,
      redaction: 0,
      sealing: 0,
    },
  };
}
