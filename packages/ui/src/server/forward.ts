import 'server-only';

import { Agent, request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

import type { Reason } from '../lib/errors.ts';
import { isOwnOrigin, isOwnSite } from './own-origin.ts';
import { readLimited } from './read-limited.ts';

const bodyMaxBytes = 1024 * 1024;
const apiTimeoutMs = 25_000;

/** Headers that are forwarded to the API, and from its answer to the browser. */
const passedOn = ['content-type', 'accept', 'trpc-accept', 'x-goal-act'];
const passedBack = ['content-type', 'x-request-id', 'retry-after'];

/** What the API says of a token that it does not accept (rulings §2.5). */
const sessionRefused = '"invalid token"';

/** A slash or a dot more could lead to another path of the API, such as `/metrics`. */
const procedureName = /^\w+(\.\w+)*$/;

/** Idle connections end before the API would end them. */
const agent = new Agent({ keepAlive: true, timeout: 30_000, maxSockets: 256 });

export type Forwarding = {
  apiUrl: string;
  /** The app's public origin; undefined if each request's own host counts. */
  publicOrigin: string | undefined;
  /** Whether the app's pages may call a procedure: `admin.accounts.list`. */
  isAllowed: (procedure: string) => boolean;
  /** The token that a request's `Cookie` header stands for; undefined if nobody is signed in. */
  tokenOf: (cookies: string | null) => Promise<string | undefined>;
  /** A `Set-Cookie` that removes the cookie of a session that the API refused. */
  cookieRemoval: string;
  /** Further headers that the API takes from the page, in lower case. */
  pageHeaders?: readonly string[];
};

/**
 * Creates the handler that forwards calls of procedures (`/api/trpc/…`) to the API with the
 * session's token, which the page never sees. The app's server calls it before Next, because Next
 * takes as long to find a route as the API takes for many an answer. It never throws.
 */
export function createForwarder(forwarding: Forwarding): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return (req, res) => forward(req, res, forwarding);
}

async function forward(req: IncomingMessage, res: ServerResponse, forwarding: Forwarding): Promise<void> {
  try {
    const answer = await passOn(req, res, forwarding);
    if (answer instanceof WholeAnswer) answer.send(req, res);
    else {
      const zips = isWorthZipping(req, answer);
      if (zips) res.setHeader('Content-Encoding', 'gzip');
      // An answer of known length ends with its last byte; otherwise the end needs a packet of its
      // own.
      const names = zips ? passedBack : [...passedBack, 'content-length'];
      res.writeHead(
        answer.statusCode ?? 502,
        pick((name) => answer.headers[name], names),
      );
      // Half an answer must not look whole: if the API's answer breaks off, so does this one.
      await (zips ? pipeline(answer, createGzip({ level: constants.Z_BEST_SPEED }), res) : pipeline(answer, res));
    }
  } catch {
    // The client has gone, or the API broke off its answer.
    res.destroy();
  }
}

/** An answer that fits in a connection's first ten packets gains nothing by being compressed. */
const firstFlightBytes = 14_000;

/** gzip makes a long list ten times smaller. */
function isWorthZipping({ method, headers }: IncomingMessage, answer: IncomingMessage): boolean {
  if (method === 'HEAD' || !/\bgzip\b/.test(String(headers['accept-encoding']))) return false;
  return Number(answer.headers['content-length'] ?? Infinity) > firstFlightBytes;
}

async function passOn(
  req: IncomingMessage,
  res: ServerResponse,
  forwarding: Forwarding,
): Promise<IncomingMessage | WholeAnswer> {
  const headers = headersOf(req);
  const isRead = req.method !== 'POST';
  if (!(isRead ? isOwnSite({ headers }) : isOwnOrigin({ headers }, forwarding.publicOrigin)))
    return refusal(403, 'foreign origin');
  const { pathname, search } = new URL(req.url ?? '', 'http://own.invalid');
  const procedures = decodeURIComponent(pathname.slice('/api/trpc/'.length));
  const isAllowed = (name: string): boolean => procedureName.test(name) && forwarding.isAllowed(name);
  if (!procedures.split(',').every(isAllowed)) return refusal(404, 'not found');
  const token = await forwarding.tokenOf(headers.get('cookie'));
  if (token === undefined) return refusal(401, 'signed out', 'expired');
  // Node's and the browser's stream types differ only in members that are not used here.
  const stream = isRead ? null : (Readable.toWeb(req) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>);
  const body = isRead ? undefined : await readLimited({ headers, body: stream }, bodyMaxBytes);
  if (body === 413) return refusal(413, 'body too large');
  if (body === 408) return refusal(408, 'request timeout');

  const url = new URL(`/trpc/${procedures}${search}`, forwarding.apiUrl);
  const sent = {
    ...pick((name) => headers.get(name) ?? undefined, [...passedOn, ...(forwarding.pageHeaders ?? [])]),
    authorization: `Bearer ${token}`,
  };
  const answer = await answerOf(url, sent, body, res);
  if (answer instanceof WholeAnswer || answer.statusCode !== 401) return answer;
  const told = await text(answer);
  // Another 401 is about what was asked, such as a wrong password, and not about the session.
  if (!told.includes(sessionRefused)) return new WholeAnswer(401, told);
  res.setHeader('Set-Cookie', forwarding.cookieRemoval);
  return refusal(401, 'signed out', 'revoked');
}

/** The API's answer, or a refusal of our own if the API gives none. */
function answerOf(
  url: URL,
  headers: OutgoingHttpHeaders,
  body: Uint8Array | undefined,
  res: ServerResponse,
): Promise<IncomingMessage | WholeAnswer> {
  const late = AbortSignal.timeout(apiTimeoutMs);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return new Promise((resolve) => {
    const asked = ask(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
      signal: AbortSignal.any([gone.signal, late]),
    });
    asked.once('response', resolve);
    asked.on('error', () =>
      resolve(late.aborted ? refusal(504, 'The API does not answer.') : refusal(502, 'The API is out of reach.')),
    );
    asked.end(body);
  });
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

function pick(from: (name: string) => string | string[] | undefined, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(names.flatMap((name) => (from(name) === undefined ? [] : [[name, from(name)]])));
}

const codes = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  502: 'BAD_GATEWAY',
  504: 'GATEWAY_TIMEOUT',
};

/** A refusal of our own, in tRPC's shape, so that the client shows it like the API's. */
function refusal(status: keyof typeof codes, message: string, reason?: Reason): WholeAnswer {
  const data = { code: codes[status], httpStatus: status, ...(reason === undefined ? {} : { reason }) };
  return new WholeAnswer(status, JSON.stringify({ error: { message, code: -32_000, data } }));
}

/** An answer whose text is known, in contrast to one that the API is still sending. */
class WholeAnswer {
  readonly #status: number;
  readonly #json: string;

  constructor(status: number, json: string) {
    this.#status = status;
    this.#json = json;
  }

  send(req: IncomingMessage, res: ServerResponse): void {
    // Do not wait for the rest of a refused request's body.
    if (!req.complete) res.setHeader('Connection', 'close');
    res.writeHead(this.#status, { 'Content-Type': 'application/json' }).end(this.#json);
  }
}
