import type { Core, RateLimiter } from '@goal/core';

/** What the doors share, made once by the process that composes the service. */
export type Services = {
  core: Core;
  limiter: RateLimiter;
  /** The whole of an unexpected failure, for the log; the caller sees `internal error`. */
  onFailure: (error: unknown, facts: RequestFacts) => void;
  /** Counts what the limiter said, for metrics. */
  onLimit?: (bucket: string, granted: boolean) => void;
};

/** What is known of a request and may stand in a log: never a token, never a text. */
export type RequestFacts = {
  id: string;
  /** The published path, or the procedure: `GET /events/{id}`, `account.me`. */
  route?: string;
  /** Kind and prefix of the key. */
  key?: string;
};

/** Whose memory a request takes: that of its key, once that is known. */
export function ownerOf({ key }: RequestFacts): string {
  return key ?? 'nobody';
}

/** One request, whatever door it came through. */
export type Context = {
  services: Services;
  facts: RequestFacts;
  authorization: string | undefined;
  siteDomain: string | undefined;
  setHeader: (name: string, value: string) => void;
  /** The connection may be silent for so many milliseconds; otherwise it is closed after a shorter time (apps/server). */
  allowSilence: (ms: number) => void;
  /** What becomes of an answer that is a stream: the door sends it, sends its head alone, or knows no streams. */
  streams: 'whole' | 'head' | 'none';
  /** Judges and reads the body, when the order of judgement reaches it (rulings §2.4). */
  body: BodySource;
};

export type BodySource = {
  /** REST: reads, judges and parses the body. tRPC: judges the content type, and gives undefined, because the body is the input already. */
  read: (limit: number) => Promise<Record<string, unknown> | undefined>;
};
