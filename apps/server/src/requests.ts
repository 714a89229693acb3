import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { RequestFacts } from '@goal/api';
import { errorCatalogue, limits } from '@goal/contract';
import { sendRefusal } from '@goal/api';
import helmet from 'helmet';

import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

const known = new WeakMap<IncomingMessage, RequestFacts>();

/** The facts of a request, which `observe` makes before any handler runs. */
export function factsOf(req: IncomingMessage): RequestFacts {
  const facts = known.get(req) ?? { id: randomUUID() };
  known.set(req, facts);
  return facts;
}

/** Headers that keep an answer from being stored, framed, sniffed or run; helmet is asked once. */
const secureHeaders = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: false,
  }),
);

function headersOf(
  middleware: (req: IncomingMessage, res: ServerResponse, next: () => void) => void,
): [string, string][] {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  middleware(req, res, () => {});
  return [
    ['Cache-Control', 'no-store'],
    ...Object.entries(res.getHeaders()).map(([name, value]): [string, string] => [name, String(value)]),
  ];
}

/** The caller's own request id if it is valid, otherwise a new one (rulings §2.6). */
function idOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}

/** The bytes of a request's head as it arrived, line ends included. */
function headBytes(req: IncomingMessage): number {
  let bytes = (req.method?.length ?? 0) + (req.url?.length ?? 0) + ' '.length * 2 + 'HTTP/1.1'.length + 4;
  for (const [at, text] of req.rawHeaders.entries())
    bytes += text.length + (at % 2 === 0 ? ': '.length : '\r\n'.length);
  return bytes;
}

/** Wraps every request: sets its id and security headers, bounds its head, logs and counts it. */
export function observe(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  { log, metrics }: { log: Logger; metrics: Metrics },
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const begun = performance.now();
    const ended = metrics.request();
    const facts: RequestFacts = { id: idOf(req) };
    known.set(req, facts);
    res.setHeader('X-Request-Id', facts.id);
    for (const [name, value] of secureHeaders) res.setHeader(name, value);
    res.once('close', () => {
      const ms = performance.now() - begun;
      const route = facts.route ?? 'unknown';
      ended(route, res.statusCode, ms / 1000);
      const line = {
        id: facts.id,
        method: req.method,
        route,
        status: res.statusCode,
        ms: Math.round(ms * 10) / 10,
        key: facts.key,
        tool: facts.tool,
      };
      if (!res.writableFinished) log.info({ ...line, gone: true }, 'request abandoned');
      else log.info(line, 'request');
    });
    if (headBytes(req) > limits.headBytes) {
      res.setHeader('Connection', 'close');
      sendRefusal(req, res, errorCatalogue.head_too_large);
    } else handle(req, res);
  };
}
