import 'server-only';

import { Agent, request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

import { env } from '../env.ts';
import type { Reason } from '../session/next-path.ts';
import { isOwnOrigin, isOwnSite } from '../session/own-origin.ts';
import { readLimited } from '../session/read-limited.ts';
import { cookieThatForgets, signedInBy } from '../session/session.ts';

/** Bytes of a body, and milliseconds that the API may take. */
const longestBody = 1024 * 1024;
const patience = 25_000;

const passedOn = ['content-type', 'accept', 'trpc-accept'];
const passedBack = ['content-type', 'x-request-id', 'retry-after'];

/** Connections that lie idle end before the API would end them. */
const agent = new Agent({ keepAlive: true, timeout: 30_000, maxSockets: 256 });

/**
 * Passes a request for operator procedures (`/api/trpc/…`) on to the API with the token of the session, which the browser never sees. It stands
 * before Next (src/instrumentation.ts), whose way to a route takes as long as many an answer of the API. Never throws.
 */
export async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const answer = await passOn(req, headersOf(req), res);
    if (answer instanceof Refusal) answer.send(req, res);
    else {
      const zips = isWorthZipping(req, answer);
      if (zips) res.setHeader('Content-Encoding', 'gzip');
      // Where its length is known an answer ends with its last byte, and not with one more packet.
      const names = zips ? passedBack : [...passedBack, 'content-length'];
      res.writeHead(
        answer.statusCode ?? 502,
        pick((name) => answer.headers[name], names),
      );
      // A half of an answer must not look like a whole one: where the API's breaks off, so does this.
      await (zips ? pipeline(answer, createGzip({ level: constants.Z_BEST_SPEED }), res) : pipeline(answer, res));
    }
  } catch {
    // The client is gone, or the API went in the middle of its answer.
    res.destroy();
  }
}

/** What a connection sends at once anyway, ten packets, does not come sooner for being smaller. */
const firstFlight = 14_000;

/** A long list says in a tenth of its bytes all that it says. */
function isWorthZipping({ method, headers }: IncomingMessage, answer: IncomingMessage): boolean {
  if (method === 'HEAD' || !/\bgzip\b/.test(String(headers['accept-encoding']))) return false;
  return Number(answer.headers['content-length'] ?? Infinity) > firstFlight;
}

async function passOn(req: IncomingMessage, headers: Headers, res: ServerResponse): Promise<IncomingMessage | Refusal> {
  const isRead = req.method !== 'POST';
  if (!(isRead ? isOwnSite({ headers }) : isOwnOrigin({ headers }))) return new Refusal(403, 'foreign origin');
  const { pathname, search } = new URL(req.url ?? '', 'http://own.invalid');
  const procedures = decodeURIComponent(pathname.slice('/api/trpc/'.length));
  if (!procedures.split(',').every((one) => /^admin(\.\w+)+$/.test(one))) return new Refusal(404, 'not found');
  const who = await signedInBy(headers.get('cookie'));
  if (who === undefined) return new Refusal(401, 'signed out', 'expired');
  // The types of Node's streams and the browser's differ in what nobody uses here.
  const stream = isRead ? null : (Readable.toWeb(req) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>);
  const body = isRead ? undefined : await readLimited({ headers, body: stream }, longestBody);
  if (body === 413) return new Refusal(413, 'body too large');
  if (body === 408) return new Refusal(408, 'request timeout');

  const answer = await answerOf(`/trpc/${procedures}${search}`, body, headers, who.token, res);
  if (answer instanceof Refusal || answer.statusCode !== 401) return answer;
  answer.destroy();
  res.setHeader('Set-Cookie', cookieThatForgets());
  return new Refusal(401, 'signed out', 'revoked');
}

/** The API's answer, or our own where there is none. */
function answerOf(
  path: string,
  body: Uint8Array | undefined,
  from: Headers,
  token: string,
  res: ServerResponse,
): Promise<IncomingMessage | Refusal> {
  const late = AbortSignal.timeout(patience);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return new Promise((resolve) => {
    const asked = ask(new URL(path, env().apiUrl), {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...pick((name) => from.get(name) ?? undefined, passedOn),
        ...(body === undefined ? {} : { 'content-length': body.length }),
        authorization: `Bearer ${token}`,
      },
      signal: AbortSignal.any([gone.signal, late]),
    });
    asked.once('response', resolve);
    asked.on('error', () =>
      resolve(
        late.aborted ? new Refusal(504, 'The API does not answer.') : new Refusal(502, 'The API is out of reach.'),
      ),
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

/** A refusal of our own in tRPC's shape, so that the client shows it as it shows the API's. */
class Refusal {
  readonly #status: keyof typeof codes;
  readonly #text: string;

  constructor(status: keyof typeof codes, message: string, reason?: Reason) {
    this.#status = status;
    const data = { code: codes[status], httpStatus: status, ...(reason === undefined ? {} : { reason }) };
    this.#text = JSON.stringify({ error: { message, code: -32_000, data } });
  }

  send(req: IncomingMessage, res: ServerResponse): void {
    // What has not come of a body that is refused is not waited for.
    if (!req.complete) res.setHeader('Connection', 'close');
    res.writeHead(this.#status, { 'Content-Type': 'application/json' }).end(this.#text);
  }
}
