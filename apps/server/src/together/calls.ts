import type { BundleProgress, ExportProgress } from '@goal/contract';
import type { BucketPolicy, BucketState, Verdict, Share, SealerElsewhere } from '@goal/core';

/** One metric as prom-client tells it. */
type Figure = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** How the figures of several processes become one. */
  aggregator: 'sum' | 'first' | 'min' | 'max' | 'average' | 'omit';
  values: { value: number; labels: Readonly<Record<string, string | number>>; metricName?: string }[];
};
/** The metrics of one process. */
export type Figures = Figure[];

/** Which slots: those of tails that wait, or of exports that run. */
export type Slots = 'tails' | 'exports';
/** Who wants a slot; `keySlots` is null for the usual number. */
export type Holder = { key: string; account: number; keySlots: number | null };

/** Seals the log of an account. */
type Seal = SealerElsewhere['seal'];

/** A slot was taken (`in`), or the lowest level that has none. */
export type Entered = 'in' | 'key' | 'account' | 'all';

/**
 * What a process that serves asks the parent. An `id` is the asking process's own name for what it
 * holds; what a process holds is free again when it ends.
 */
export type ParentCalls = {
  /** The first question. The process begins only when it hears what it is told. */
  beginning: () => Beginning;
  begun: (begun: Begun) => void;
  /** Takes a token. */
  take: (key: string, policy: BucketPolicy) => Promise<BucketState>;
  /** Notes Redis's verdict on a bucket. */
  note: (key: string, verdict: Verdict, policy: BucketPolicy) => void;
  /** Tells all others that a transaction has ended, and answers once they know. */
  changed: () => Promise<void>;
  enter: (slots: Slots, id: number, holder: Holder) => Promise<Entered>;
  leave: (slots: Slots, id: number) => void;
  /** Whether the password may be hashed now; false: too many wait. */
  hash: (id: number, owner: string, share: Share) => Promise<boolean>;
  hashed: (id: number) => void;
  /** Whether an answer may take this number of bytes, in place of those before. */
  hold: (id: number, owners: { key: string; owner: string }, bytes: number) => boolean;
  runningExport: (key: string) => Promise<ExportProgress | null>;
  bundleProgress: (key: string) => Promise<BundleProgress | null>;
  flushNotes: () => Promise<void>;
  /** Has the process that seals know of new commits, and seal now. */
  ring: (accounts: number[]) => void;
  seal: Seal;
  /** The page of /metrics. */
  metrics: () => Promise<string>;
};

/** How to begin: where the database is, and what the parent has chosen. */
export type Beginning = {
  url: string;
  /** What its pools may have together. */
  connections: number | undefined;
  port: number;
  dashboardPort: number | 'off';
  processes: number;
  /** Whether it seals the signed logs for all: one process does. */
  seals: boolean;
};
/** Where it listens, and the proof of the dashboard's server. */
export type Started = { origin: string; doorProof: string };
/** What became of a start: a sentence for people, or the stack of a fault. */
export type Begun = Started | { refused: string } | { fault: string };

/** What the parent asks a process that serves. */
export type ProcessCalls = {
  /** A transaction of another process has ended. */
  changed: () => void;
  /** For how long the reader of an export has taken nothing. */
  stillMs: (id: number) => Promise<number>;
  /** An export gives way. */
  cutOff: (id: number) => void;
  /** An answer gives its memory to another. */
  evict: (id: number) => void;
  runningExport: (key: string) => ExportProgress | null;
  bundleProgress: (key: string) => BundleProgress | null;
  flushNotes: () => Promise<void>;
  ring: (accounts: number[]) => void;
  seal: Seal;
  figures: () => Promise<Figures>;
  /** Finishes what it does, and ends. */
  stop: () => void;
};

/** Milliseconds for which an answer is awaited. */
export const waitMs = {
  /** A step of memory: the other process is late only when it is stuck. */
  usual: 2000,
  /** Asking all processes, each within `usual`. */
  all: 3000,
  /** Waiting for the turn to hash a password, which has a limit of its own. */
  hash: 25_000,
  /** Sealing all there is of an account. */
  seal: 30_000,
  /** A start, also on a machine that is slow. */
  begin: 120_000,
  /** A process that says nothing of itself within this time is left out. */
  say: 1000,
  /** The figures of a process, also while its database does not answer. */
  figures: 6000,
  /** The figures of all processes, each within `figures`. */
  metrics: 7000,
} as const;
