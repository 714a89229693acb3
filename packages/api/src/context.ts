import type { AccountCredential, Caller, Core, RateLimiter, SiteCredential } from '@goal/core';

import type { RequestCost } from './request-cost.ts';
import type { Outline } from './rest/skim.ts';

/** What the doors share, made once by the process that composes the service. */
export type Services = {
  core: Core;
  /** The same for operators, on connections of their own. */
  operatorCore: Core;
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
  /** Whose memory and whose share of the database it takes: the account's behind its key, or the operator's. */
  owner?: string;
  /** The tool that an MCP client calls. */
  tool?: string;
};

/** Whose memory a request takes; nobody's as long as its key is not known. */
export function ownersOf({ key = 'nobody', owner = 'nobody' }: RequestFacts): { key: string; owner: string } {
  return { key, owner };
}

export const ownerOf = (facts: RequestFacts): string => ownersOf(facts).owner;

/** A customer's key that has been judged. `again` judges it anew, as of now, for a request that lasts (rulings §2.5). */
export type AccountEntry = { key: AccountCredential; caller: Caller; again: () => Promise<Caller> };
export type SiteEntry = { key: SiteCredential; again: () => Promise<SiteCredential> };

/** One request, whatever door it came through. */
export type Context = {
  services: Services;
  facts: RequestFacts;
  authorization: string | undefined;
  siteDomain: string | undefined;
  /** The key, where the door has judged it before it knew which procedure is asked for. */
  entered?: { account: AccountEntry } | { site: SiteEntry } | undefined;
  cost: RequestCost;
  setHeader: (name: string, value: string) => void;
  /** The connection may be silent for so many milliseconds; otherwise it is closed after a shorter time (apps/server). */
  allowSilence: (ms: number) => void;
  /** What becomes of an answer that is a stream (rest/streamed.ts): the door sends it, sends its head alone, or knows no streams. */
  streams: 'whole' | 'head' | 'none';
  /** Judges and reads the body, when the order of judgement reaches it (rulings §2.4). */
  body: BodySource;
};

export type BodySource = {
  /** REST: reads, judges and parses the body. tRPC: judges the content type, and gives undefined, because the body is the input already. */
  read: (limit: number, outline?: Outline) => Promise<Record<string, unknown> | undefined>;
};
