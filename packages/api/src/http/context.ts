import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { isUuid, visitSigns, type DomainError, type VisitSign } from '@goal/contract';
import type {
  AccountCredential,
  BrakeKind,
  Caller,
  Core,
  Credentials,
  Payments,
  People,
  RateLimiter,
  SiteCredential,
  Visitor,
} from '@goal/core';

import type { EntryOutcome, EntryWay } from '../sign-ins.ts';
import type { Memory } from './memory.ts';
import type { KeptFields } from './prune-json.ts';
import type { RequestCost } from './request-cost.ts';

/** The services that all doors share. The process makes them once. */
export type Services = {
  core: Core;
  /** The same for operators, on connections of their own. */
  operatorCore: Core;
  credentials: Credentials;
  limiter: RateLimiter;
  memory: Memory;
  people: People;
  payments: Payments;
  /** Logs an unexpected failure in full; the caller only sees `internal error`. */
  onFailure: (error: unknown, facts: RequestFacts) => void;
  /** Logs why somebody who wanted to sign in was refused. */
  onRefusedSignIn?: (refusal: DomainError, facts: RequestFacts) => void;
  /** Counts the limiter's decisions for the metrics. */
  onLimit?: (bucket: string, granted: boolean) => void;
  /** Counts attempts to sign in, and brakes that refused one, for the metrics. */
  onSignIn?: (way: EntryWay, outcome: EntryOutcome) => void;
  /** Told with each call of the dashboard's server what its last visits say. */
  onVisits?: (sign: VisitSign) => void;
  onBrake?: (brake: BrakeKind) => void;
};

/** The facts of a request that a log may hold: never a token, never an event's text. */
export type RequestFacts = {
  id: string;
  /** The published path, or the procedure: `GET /events/{id}`, `account.me`. */
  route?: string;
  /** Kind and prefix of the key. */
  key?: string;
  /** The account or the operator whose memory and share of the database are used. */
  owner?: string;
  /** The tool that an MCP client calls. */
  tool?: string;
};

/** The key and the owner whose memory a request uses; `nobody` until the key is known. */
export function ownersOf({ key = 'nobody', owner = 'nobody' }: RequestFacts): { key: string; owner: string } {
  return { key, owner };
}

export const ownerOf = (facts: RequestFacts): string => ownersOf(facts).owner;

/** A customer's key, judged. `revalidate` judges it as of now (rulings §2.5). */
export type AuthorizedAccount = { key: AccountCredential; caller: Caller; revalidate: () => Promise<Caller> };
export type AuthorizedSite = { key: SiteCredential; revalidate: () => Promise<SiteCredential> };

/** One request, whatever door it came through. */
export type Context = {
  services: Services;
  facts: RequestFacts;
  authorization: string | undefined;
  siteDomain: string | undefined;
  /** The account that a signed-in person names (rulings §10.5). */
  accountId: string | undefined;
  /** The person whom the page was drawn for, as it says; undefined: it does not say. */
  personId: string | undefined;
  /** The id that a page gives a mutation (rulings §10.52); undefined: none, or another door. */
  actId: string | undefined;
  /** The visitor, by the dashboard's server; undefined: another program asks. */
  visitor: Visitor | undefined;
  /** Its word on the proxies in front of it, by its last visits. */
  visits: VisitSign;
  /** The key, where the door judges it before it knows which procedure is called (MCP). */
  preAuthorized?: { account?: AuthorizedAccount; site?: AuthorizedSite } | undefined;
  cost: RequestCost;
  setHeader: (name: string, value: string) => void;
  /** Lets the connection be silent for `ms`; the usual limit is shorter (apps/server). */
  allowSilence: (ms: number) => void;
  /** How the door answers with a stream (streamed.ts): all of it, its head alone, or not at all. */
  streams: 'whole' | 'head' | 'none';
  /** Judges and reads the body when the order of judgement reaches it (rulings §2.4). */
  body: BodySource;
};

export type BodySource = {
  /** Judges and parses a REST body; over tRPC undefined, because it is the input already. */
  read: (limit: number, kept?: KeptFields) => Promise<Record<string, unknown> | undefined>;
};

/** The part of the context that every door takes from the HTTP request in the same way. */
export function contextOf(
  req: IncomingMessage,
  res: ServerResponse,
  own: Pick<Context, 'services' | 'facts' | 'cost'>,
): Omit<Context, 'streams' | 'body' | 'actId'> {
  return {
    ...own,
    authorization: req.headers.authorization,
    siteDomain: siteDomainOf(req),
    accountId: accountIdOf(req),
    personId: personIdOf(req),
    visitor: visitorOf(req, own.services.people.doorProofs),
    visits: visitSigns.find((sign) => sign === req.headers['x-goal-visits']) ?? 'nothing',
    setHeader: (name, value) => {
      if (!res.headersSent) res.setHeader(name, value);
    },
    allowSilence: (ms) => res.setTimeout(ms),
  };
}

/** Node decodes header bytes as Latin-1; clients send a domain beyond ASCII as UTF-8. */
function siteDomainOf(req: IncomingMessage): string | undefined {
  const header = req.headers['x-site-domain'];
  if (typeof header !== 'string') return undefined;
  return /[\u0080-\u00ff]/.test(header) ? Buffer.from(header, 'latin1').toString('utf8') : header;
}

/** An id in letters of any case; undefined where it is missing or malformed (rulings §10.5). */
function accountIdOf(req: IncomingMessage): string | undefined {
  const header = req.headers['x-goal-account'];
  return typeof header === 'string' && isUuid(header) ? header.toLowerCase() : undefined;
}

/** An id of an act in letters of any case; undefined where it is missing or malformed. */
export function actIdOf(req: IncomingMessage): string | undefined {
  const header = req.headers['x-goal-act'];
  return typeof header === 'string' && isUuid(header) ? header.toLowerCase() : undefined;
}

/** A header that is no id names nobody, and so another person than whoever is signed in. */
function personIdOf(req: IncomingMessage): string | undefined {
  const header = req.headers['x-goal-person'];
  return typeof header === 'string' ? header.toLowerCase() : undefined;
}

/** The visitor, if the dashboard's server asks (rulings §10.8). Compares in constant time. */
function visitorOf(req: IncomingMessage, proofs: readonly string[]): Visitor | undefined {
  const given = req.headers['x-goal-door'];
  const address = req.headers['x-goal-visitor'];
  if (typeof given !== 'string' || typeof address !== 'string') return undefined;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const isProven = proofs.reduce((found, proof) => timingSafeEqual(digest(given), digest(proof)) || found, false);
  return isProven ? { address, userAgent: req.headers['user-agent'] } : undefined;
}
