import type { IncomingMessage } from 'node:http';

import { limits } from '@goal/contract';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';

import { contextOf, ownerOf, ownersOf, type Context, type RequestFacts, type Services } from './http/context.ts';
import { RequestCost } from './http/request-cost.ts';
import { judgeContentType, judgeParts, receive } from './http/read-body.ts';
import { hasBody, send } from './http/respond.ts';
import { takeRoom } from './http/room.ts';
import { appRouter } from './router.ts';

/**
 * Native tRPC: the same procedures, keys, gates and limits. Every call of a batch is judged as if it came alone (rulings §2.4).
 * tRPC's own adapter for Node would keep a body before anybody has asked for it, chunk by chunk; through the one for fetch it is read when the
 * order of judgement reaches it, and answers leave as those of REST do.
 */
export function mountNative({
  services,
  factsOf,
}: {
  services: Services;
  factsOf: (req: IncomingMessage) => RequestFacts;
}): RequestHandler {
  const answer = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    // Its route is that of the first call of a batch.
    const facts = factsOf(req);
    const cost = new RequestCost(res, req.method !== 'POST');
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      router: appRouter,
      req: requestOf(req, res, facts, cost.signal),
      maxBatchSize: limits.batchCalls,
      createContext: (): Context => ({
        ...contextOf(req, res, { services, facts, cost }),
        streams: 'none',
        body: { read: async () => judgeType(req) },
      }),
    });
    const json = await response.text();
    takeRoom(res, ownersOf(facts), json);
    send(req, res, response.status, json);
  };
  // Express hands a rejection on to whoever answers failures.
  return async (req, res, next) => {
    if (namesProcedures(req.path)) await answer(req, res);
    else next();
  };
}

/** One segment that decodes (rulings §2.10). */
function namesProcedures(path: string): boolean {
  if (!/^\/[^/]+$/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** What tRPC needs to know of a request: whom it was sent to is no part of it. */
function requestOf(
  req: ExpressRequest,
  res: ExpressResponse,
  facts: RequestFacts,
  signal: AbortSignal | undefined,
): Request {
  const mark = req.originalUrl.indexOf('?');
  const accept = req.headers['trpc-accept'];
  // The platform's Request knows no TRACE, and one wrong method is like another.
  const method = req.method === 'HEAD' ? 'GET' : req.method === 'GET' || req.method === 'POST' ? req.method : 'PUT';
  return new Request(`http://localhost/trpc${req.path}${mark < 0 ? '' : req.originalUrl.slice(mark)}`, {
    method,
    ...(signal === undefined ? {} : { signal }),
    // tRPC would judge the content type before the credential; ours is judged in its turn, from what was really sent.
    headers: { 'Content-Type': 'application/json', ...(typeof accept === 'string' ? { 'trpc-accept': accept } : {}) },
    ...(method === 'POST' && hasBody(req) ? { body: bodyOf(req, res, facts), duplex: 'half' } : {}),
  });
}

/** The body, received when tRPC asks for the input: not before the credential was judged. */
function bodyOf(req: ExpressRequest, res: ExpressResponse, facts: RequestFacts): ReadableStream {
  const limit = req.path.includes('ingest.') ? limits.ingestBodyBytes : limits.bodyBytes;
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = await receive({ req, res, owner: ownerOf(facts) }, limit, () => {});
        judgeParts(bytes);
        if (bytes.length > 0) controller.enqueue(bytes);
        controller.close();
      },
    },
    // Nothing in advance.
    { highWaterMark: 0 },
  );
}

/** tRPC asks for the body itself; only its head is judged here. */
function judgeType(req: IncomingMessage): undefined {
  if (hasBody(req)) judgeContentType(req.headers);
}
